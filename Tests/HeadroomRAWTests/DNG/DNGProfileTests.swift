import HeadroomColor
import HeadroomContainers
import HeadroomRAW
import Testing

@Suite struct DNGProfileTests {
  private func header(_ fields: [UInt16: TestTIFF.Value], order: ByteReader.ByteOrder = .little) throws -> RAWHeader {
    try TestDNG(order: order, fields: fields).open().header
  }

  private static func diagonal(_ values: (Int, Int, Int)) -> TestTIFF.Value {
    .signedRationals([
      (values.0, 10), (0, 1), (0, 1), (0, 1), (values.1, 10), (0, 1), (0, 1), (0, 1), (values.2, 10),
    ])
  }

  @Test func `Three lights with all their matrices`() throws {
    var data = TestTIFF().number(0, 2)
    for part in [(3457, 10000), (3585, 10000)] { data += TestTIFF().number(part.0, 4) + TestTIFF().number(part.1, 4) }
    let calibration = try #require(
      try header([
        50721: Self.diagonal((5, 10, 7)), 50722: Self.diagonal((6, 10, 6)), 52531: Self.diagonal((7, 10, 5)),
        50964: Self.diagonal((9, 10, 8)), 50965: Self.diagonal((8, 10, 9)), 52532: Self.diagonal((9, 9, 9)),
        50723: Self.diagonal((11, 10, 10)), 50724: Self.diagonal((12, 10, 10)), 52530: Self.diagonal((13, 10, 10)),
        50778: .shorts([17]), 50779: .shorts([21]), 52529: .shorts([255]), 52535: .undefined(data),
        50727: .rationals([(2, 1), (1, 1), (3, 2)]),
      ]).profiles.first?.calibration)
    #expect(calibration.lights.map(\.colorMatrix.row0.x) == [0.5, 0.6, 0.7])
    #expect(calibration.lights.map { $0.forwardMatrix?.row2.z } == [0.8, 0.9, 0.9])
    #expect(calibration.lights.map(\.cameraCalibration.row0.x) == [1.1, 1.2, 1.3])
    #expect(calibration.lights[0].temperature == 2850)
    #expect(calibration.lights[1].temperature == 6500)
    #expect(calibration.lights[2].white == Chromaticity(x: 0.3457, y: 0.3585))
    #expect(abs((calibration.lights[2].temperature ?? 0) - 5003) < 5)
    #expect(calibration.analogBalance == SIMD3(2, 1, 1.5))
  }

  @Test func `Calibration of another signature does not count`() throws {
    for (camera, profile, counts) in [("a", "a", true), ("a", "b", false), ("", "b", false)] {
      let lights = try header([
        50723: Self.diagonal((20, 10, 10)), 50931: .ascii(camera), 50932: .ascii(profile),
      ]).profiles[0].calibration?.lights
      #expect(lights?[0].cameraCalibration.row0.x == (counts ? 2 : 1))
    }
  }

  @Test func `Matrices and whites without a meaning are warnings`() throws {
    let zero = TestTIFF.Value.signedRationals([(Int, Int)](repeating: (0, 1), count: 9))
    let none = TestTIFF.Value.signedRationals([(Int, Int)](repeating: (1, 0), count: 9))
    #expect(try header([50721: zero]).profiles[0].calibration == nil)
    #expect(try header([50721: none]).profiles[0].calibration == nil)
    let second = try header([50722: none])
    #expect(second.profiles[0].calibration?.lights.count == 1)
    #expect(second.warnings.count == 1)
    #expect(try header([50728: .rationals([(1, 0), (1, 1), (1, 1)])]).asShotWhite == .unknown)
    #expect(try header([50728: .rationals([(0, 1), (1, 1), (1, 1)])]).asShotWhite == .unknown)
    let floats = TestTIFF.Value.floats([.nan] + [Float](repeating: 1, count: 8))
    #expect(try header([50721: floats]).profiles[0].calibration == nil)
  }

  @Test func `White balance of the shot`() throws {
    #expect(try header([:]).asShotWhite == .neutral(SIMD3(0.5, 1, 2.0 / 3)))
    let point = try header([50728: .shorts([1]), 50729: .rationals([(3, 10), (1, 4)])])
    #expect(point.asShotWhite == .chromaticity(Chromaticity(x: 0.3, y: 0.25)))
  }

  @Test func `Numbers of the picture`() throws {
    let header = try header([
      50730: .signedRationals([(-3, 2)]), 50731: .rationals([(1, 2)]), 50732: .rationals([(3, 2)]),
      50935: .rationals([(1, 4)]), 50879: .shorts([1]), 51041: .doubles([1e-4, 1e-6]),
    ])
    #expect(header.baselineExposure == -1.5)
    #expect(header.baselineNoise == 0.5)
    #expect(header.baselineSharpness == 1.5)
    #expect(header.noiseReductionApplied == 0.25)
    #expect(header.isOutputReferred)
  }

  // MARK: Tables

  @Test func `Tables of hue and saturation, one for each light`() throws {
    let entries = (0..<2 * 2 * 3 * 3).map { Float($0) }
    let profile = try header([
      50722: Self.diagonal((6, 10, 6)), 50937: .longs([3, 2, 2]), 50938: .floats(entries), 51107: .longs([1]),
      50981: .longs([3, 2]), 50982: .floats(Array(entries.prefix(18))), 50936: .ascii("One"),
      50940: .floats([0, 0, 0.5, 0.7, 1, 1]), 51109: .signedRationals([(1, 2)]), 51110: .longs([1]),
    ]).profiles[0]
    #expect(profile.name == "One")
    #expect(profile.hueSatMaps.count == 2)
    #expect(profile.hueSatMaps[0] == profile.hueSatMaps[1])
    #expect(profile.hueSatMaps[0].isValueEncoded)
    #expect(profile.hueSatMaps[0].entries == entries)
    #expect(profile.lookTable.map { [$0.hues, $0.saturations, $0.values] } == [3, 2, 1])
    #expect(profile.toneCurve == [SIMD2(0, 0), SIMD2(0.5, Double(0.7 as Float)), SIMD2(1, 1)])
    #expect(profile.baselineExposureOffset == 0.5)
    #expect(!profile.subtractsBlack)
  }

  @Test func `Tables of another size and curves that turn back are left out`() throws {
    let found = try header([
      50937: .longs([3, 2, 2]), 50938: .floats([1, 2, 3]), 50940: .floats([0, 0, 1, 1, 0.5, 1]),
      50981: .longs([100_000, 100_000, 100_000]), 50982: .floats([1]),
    ])
    #expect(found.profiles[0].hueSatMaps.isEmpty)
    #expect(found.profiles[0].lookTable == nil)
    #expect(found.profiles[0].toneCurve.isEmpty)
    #expect(found.warnings.count == 3)
  }

  private static func gainMap(_ tiff: TestTIFF, type: Int?, size: (Int, Int, Int) = (2, 1, 2)) -> [UInt8] {
    func double(_ value: Double) -> [UInt8] { tiff.number(Int(bitPattern: UInt(value.bitPattern)), 8) }
    func float(_ value: Float) -> [UInt8] { tiff.number(Int(value.bitPattern), 4) }
    var bytes = tiff.number(size.0, 4) + tiff.number(size.1, 4)
    bytes += [0.5, 0.25, 0.125, 0.0625].flatMap(double)
    bytes += tiff.number(size.2, 4) + ([0.1, 0.2, 0.3, 0.4, 0.5] as [Float]).flatMap(float)
    if let type { bytes += tiff.number(type, 4) + float(0.5) + float(1) + float(3) }
    switch type {
    case 0: bytes += [0, 51, 102, 255]
    case 1: bytes += [0, 13107, 26214, 65535].flatMap { tiff.number($0, 2) }
    case 2: bytes += ([1, 1.4, 1.8, 3] as [Float]).flatMap { tiff.number(Int(Float16($0).bitPattern), 2) }
    default: bytes += ([1, 1.4, 1.8, 3] as [Float]).flatMap(float)
    }
    return bytes
  }

  @Test(arguments: [nil, 0, 1, 2, 3] as [Int?]) func `Gain tables of both versions and all types`(_ type: Int?) throws {
    for order in [ByteReader.ByteOrder.little, .big] {
      let tag: UInt16 = type == nil ? 52525 : 52544
      let bytes = Self.gainMap(TestTIFF(order), type: type)
      let map = try #require(try header([tag: .undefined(bytes)], order: order).profiles[0].gainTableMap)
      #expect((map.rows, map.columns, map.entries) == (2, 1, 2))
      #expect([map.spacingV, map.spacingH, map.originV, map.originH] == [0.5, 0.25, 0.125, 0.0625])
      #expect(map.weights == [0.1, 0.2, 0.3, 0.4, 0.5])
      #expect(map.gamma == (type == nil ? 1 : 0.5))
      for (gain, wanted) in zip(map.gains, [1, 1.4, 1.8, 3] as [Float]) { #expect(abs(gain - wanted) < 1e-3) }
      #expect(map.gains.count == 4)
      #expect(try header([tag: .undefined(Array(bytes.dropLast()))], order: order).profiles[0].gainTableMap == nil)
    }
  }

  @Test func `Gain tables of hostile sizes are warnings`() throws {
    for size in [(0, 1, 1), (65536, 65536, 65536), (1, 1, 0), (0x7FFF_FFFF, 2, 2)] {
      let header = try header([52544: .undefined(Self.gainMap(TestTIFF(), type: 3, size: size))])
      #expect(header.profiles[0].gainTableMap == nil)
      #expect(header.warnings.count == 1)
    }
  }

  // MARK: Further profiles

  /// A profile as ExtraCameraProfiles has it: places count from its start.
  private static func profile(_ order: ByteReader.ByteOrder, name: String) -> [UInt8] {
    var tiff = TestTIFF(order)
    let range = tiff.number(1, 2) + tiff.number(1, 2) + tiff.number(Int((4 as Float).bitPattern), 4)
    let directory = tiff.directory([
      50721: diagonal((5, 10, 7)), 50936: .ascii(name), 50778: .shorts([23]), 50940: .floats([0, 0, 1, 1]),
      52551: .undefined(range), 52552: .ascii("group"),
    ])
    let file = tiff.finish(directory)
    var bytes = file.copy(0..<file.count)
    bytes.replaceSubrange(2..<4, with: tiff.number(0x4352, 2))
    return bytes
  }

  @Test func `Further profiles in either byte order`() throws {
    // Behind the file, which does not move by a field of two places.
    let base = TestDNG(fields: [50933: .longs([0, 0, 0])]).file().count
    let first = Self.profile(.little, name: "First profile")
    let second = Self.profile(.big, name: "Second profile")
    var dng = TestDNG()
    dng.fields[50933] = .longs([base, base + first.count, base + 1])
    let file = dng.file()
    let all = FileBytes(file.copy(0..<file.count) + first + second)
    let header = try DNGFile(all, limits: .standard).header
    #expect(header.profiles.map(\.name) == ["", "First profile", "Second profile"])
    #expect(header.profiles.map(\.isHDR) == [false, true, true])
    #expect(header.profiles[2].hintMaxOutput == 4)
    #expect(header.profiles[1].groupName == "group")
    #expect(header.profiles[2].calibration?.lights.map(\.temperature) == [5000])
    #expect(header.profiles[2].toneCurve.count == 2)
    #expect(header.warnings.count == 1)
    dng.fields[50934] = .ascii("Second profile")
    dng.fields[50933] = .longs([0, 0])
    let shot = dng.file()
    dng.fields[50933] = .longs([shot.count, shot.count + first.count])
    let again = dng.file()
    let chosen = FileBytes(again.copy(0..<again.count) + first + second)
    let names = try DNGFile(chosen, limits: .standard).header.profiles.map(\.name)
    #expect(names == ["Second profile", "", "First profile"])
  }
}
