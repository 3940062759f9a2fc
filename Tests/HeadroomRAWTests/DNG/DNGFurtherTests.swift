import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomRAW
import Testing

/// Masked pixels, tables of colours, spectra, and previews of several strips.
@Suite struct DNGFurtherTests {
  // MARK: Masked pixels

  private static func masked(_ fields: [UInt16: TestTIFF.Value]) throws -> SensorLevels {
    var dng = TestDNG(
      width: 48, height: 32, rowsPerStrip: 32,
      sample: { x, y, _ in
        guard x < 16 else { return 9000 }
        // Each place of the mosaic has its own black; a hot pixel has none.
        let black = 500 + 10 * ((y + 1) % 2) + 100 * (x % 2)
        return (x, y) == (5, 7) ? 60_000 : UInt32(black + (x + y) % 3)
      })
    dng.fields = [50829: .longs([1, 16, 32, 48]), 50830: .longs([0, 0, 32, 16])]
    dng.fields.merge(fields) { $1 }
    return try dng.open().sensorImage(allowPartial: false).levels
  }

  @Test func `Without a level of black the masked pixels say it, by places of the mosaic`() throws {
    let levels = try Self.masked([:])
    #expect((levels.blackRows, levels.blackColumns) == (2, 2))
    for (value, expected) in zip(levels.black, [501.0, 601, 511, 611]) { #expect(abs(value - expected) < 0.1) }
    #expect(try Self.masked([50714: .longs([0])]).black == [0])
    #expect(try Self.masked([50830: .longs([0, 0, 99, 16])]).black == [0])
    // What is masked by mistake is as bright as a picture.
    #expect(try Self.masked([50717: .longs([900])]).black == [0])
  }

  // MARK: Tables of colours

  private static func table(_ entry: (Int, Int, Int) -> [Int], name: String = "") -> [UInt8] {
    let tiff = TestTIFF()
    var bytes = tiff.number(name.utf8.count, 2) + Array(name.utf8) + [3, 1, 0, 4, 1]
    for r in 0..<3 {
      for g in 0..<3 {
        for b in 0..<3 { for value in entry(r, g, b) { bytes += tiff.number(value * 65535 / 2, 2) } }
      }
    }
    return bytes
  }

  private static func profile(_ tables: [[UInt8]]) throws -> (CameraProfile, [String]) {
    let tiff = TestTIFF()
    var data = tiff.number(tables.count, 4) + tiff.number(0, 4)
    for table in tables { data += table }
    let header = try TestDNG(fields: [52543: .undefined(data)]).open().header
    return (header.profiles[0], header.warnings)
  }

  @Test func `Tables of colours are read, red slowest; masks that are not there are told by name`() throws {
    let (profile, warnings) = try Self.profile([
      Self.table({ [$2, $1, $0] }), Self.table({ [$0, $1, $2] }, name: "sky"),
    ])
    let tables = try #require(profile.colorTables)
    #expect(tables.layers.map(\.mask) == ["", "sky"] && tables.composition == .weightedSum)
    let table = tables.layers[0].table
    #expect(table.divisions == 3 && table.curve == .linear && table.space == .proPhoto && table.keepsOutside)
    #expect(table.entries[3...5] == [Float(32767) / 65535, 0, 0])
    #expect(warnings.count == 1 && warnings[0].contains("\"sky\""))
    let cut = try Self.profile([Array(Self.table({ [$0, $1, $2] }).dropLast())])
    #expect(cut.0.colorTables == nil && cut.1.count == 1)
    let odd = try Self.profile([[0, 0, 33, 1, 0, 4, 1]])
    #expect(odd.0.colorTables == nil && odd.1.count == 1)
    let two = try Self.profile([Self.table({ [$2, $1, $0] }), Self.table({ [$0, $1, $2] })])
    #expect(two.0.colorTables == nil && two.1.count == 1)
  }

  private static func applied(_ table: ColorTable, isHDR: Bool = false, isOpen: Bool = false, _ color: [Float])
    -> [Float]
  {
    let result = unsafe through([SIMD3(color)]) { rows, count in
      unsafe ColorTableRows(table, isHDR: isHDR, isOpen: isOpen).apply(rows, count)
    }
    return [result[0].x, result[0].y, result[0].z]
  }

  @Test(arguments: [ColorTable.Curve.linear, .sRGB, .gamma18, .gamma22, .bt2020])
  func `A table that changes nothing changes nothing, in light beyond it too`(curve: ColorTable.Curve) {
    let nodes = (0..<9).map { Float($0) / 8 }
    var entries: [Float] = []
    for r in nodes { for g in nodes { for b in nodes { entries += [r, g, b] } } }
    for space in [ColorTable.Space.sRGB, .adobeRGB, .displayP3, .bt2020, .proPhoto] {
      let table = ColorTable(divisions: 9, curve: curve, space: space, keepsOutside: true, entries: entries)
      for color: [Float] in [[0.2, 0.5, 0.9], [0, 0, 0], [0.003, 0.001, 0.7], [2.5, 0.3, 1.2], [-0.02, 0.4, 0.1]] {
        for (value, expected) in zip(Self.applied(table, color), color) { #expect(abs(value - expected) < 2e-4) }
      }
      let hdr = Self.applied(table, isHDR: true, [3, 0.5, 7])
      for (value, expected) in zip(hdr, [3, 0.5, 7] as [Float]) where space == .proPhoto {
        #expect(abs(value - expected) < 2e-3 * max(expected, 1))
      }
    }
  }

  @Test func `Between nodes it is linear, and what lies outside is kept where it shall be`() {
    // Red and blue change places.
    var entries: [Float] = []
    for r: Float in [0, 1] { for g: Float in [0, 1] { for b: Float in [0, 1] { entries += [b, g, r] } } }
    var table = ColorTable(divisions: 2, curve: .linear, space: .proPhoto, keepsOutside: false, entries: entries)
    func isNear(_ seen: [Float], _ wanted: [Float]) -> Bool { zip(seen, wanted).allSatisfy { abs($0 - $1) < 1e-5 } }
    #expect(isNear(Self.applied(table, [0.2, 0.5, 0.9]), [0.9, 0.5, 0.2]))
    #expect(isNear(Self.applied(table, [3, 0.5, -1]), [0, 0.5, 1]))
    #expect(isNear(Self.applied(table, isOpen: true, [3, 0.5, -1]), [2, 0.5, 1]))
    table.keepsOutside = true
    #expect(isNear(Self.applied(table, [3, 0.5, -1]), [2, 0.5, 0]))
  }

  // MARK: Spectra

  private static func light(_ first: Int, _ spacing: Int, _ samples: [Int]) throws -> CameraCalibration.Light? {
    let tiff = TestTIFF()
    var data = tiff.number(1, 2) + tiff.number(samples.count, 4)
    for number in [first, spacing] + samples { data += tiff.number(number, 4) + tiff.number(1, 4) }
    let header = try TestDNG(fields: [50778: .shorts([255]), 52533: .undefined(data)]).open().header
    return header.profiles[0].calibration?.lights.first
  }

  /// Against the CIE's own chromaticities.
  @Test func `The white of a spectrum is what the standard observer sees`() throws {
    let equal = try #require(try Self.light(300, 600, [100, 100])?.white)
    #expect(abs(equal.x - 1.0 / 3) < 2e-4 && abs(equal.y - 1.0 / 3) < 2e-4)
    // Illuminant A, by its definition: a black body of 2848 K with a second constant of 1.435e-2.
    let powers = stride(from: 360, through: 830, by: 10).map { nanometres -> Int in
      let x = Double(nanometres)
      let planck = Libm.pow(560 / x, 5) / (Libm.exp(1.435e7 / (2848 * x)) - 1)
      return Int(1e9 * planck)
    }
    let lamp = try #require(try Self.light(360, 10, powers))
    let white = try #require(lamp.white)
    #expect(abs(white.x - 0.44757) < 3e-4 && abs(white.y - 0.40745) < 3e-4)
    #expect(abs((lamp.temperature ?? 0) - 2856) < 5)
    #expect(try Self.light(360, 10, [0, 0, 0])?.white == nil)
    #expect(try Self.light(360, 0, [1, 1, 1])?.white == nil)
    #expect(try Self.light(360, 10, [1])?.white == nil)
  }

  // MARK: Previews

  @Test func `Previews without compression and of several strips are pictures`() throws {
    let (width, height) = (20, 12)
    func color(_ x: Int, _ y: Int) -> [UInt8] { [UInt8(10 * x), UInt8(20 * y), 77] }
    var tiff = TestTIFF(.big)
    var strips: [[UInt8]] = [[], [], []]
    for y in 0..<height { for x in 0..<width { strips[y / 5] += color(x, y) } }
    let offsets = strips.map { tiff.append($0) }
    let preview = tiff.directory([
      254: .longs([1]), 256: .longs([width]), 257: .longs([height]), 258: .shorts([8, 8, 8]), 259: .shorts([1]),
      262: .shorts([2]), 273: .longs(offsets), 277: .shorts([3]), 278: .longs([5]), 279: .longs(strips.map(\.count)),
    ])
    let pixels = tiff.append([UInt8](repeating: 9, count: 64))
    let main = tiff.directory([
      254: .longs([0]), 256: .longs([8]), 257: .longs([8]), 258: .shorts([8]), 259: .shorts([1]), 262: .shorts([32803]),
      273: .longs([pixels]), 277: .shorts([1]), 278: .longs([8]), 279: .longs([64]), 330: .longs([preview]),
      33421: .shorts([2, 2]), 33422: .bytes([0, 1, 1, 2]), 50706: .bytes([1, 4, 0, 0]),
    ])
    let header = try DNGFile(tiff.finish(main), limits: .standard).header
    let found = try #require(header.previews.first)
    #expect((found.width, found.height) == (width, height))
    let still = try ImageFormats.open(found.bytes).decode(DecodeRequest())
    #expect((still.base.width, still.base.height) == (width, height))
    for (x, y) in [(0, 0), (19, 11), (7, 5), (3, 9)] {
      let row = unsafe still.base.rowAddress(y).assumingMemoryBound(to: UInt8.self)
      let step = still.base.format.bytesPerPixel
      #expect((0..<3).map { unsafe row[x * step + $0] } == color(x, y))
    }
  }
}
