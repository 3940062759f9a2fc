import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

/// Real files against what LibRaw 0.22 (through rawpy 0.28), Pillow and numpy read from them.
@Suite(.enabled(if: TestData.isAvailable)) struct DNGRealFileTests {
  private func open(_ path: String) throws -> DNGFile {
    let bytes = FileBytes(try TestData.stillBytes(path))
    #expect(DNGFile.recognizes(bytes))
    return try DNGFile(bytes, limits: .standard)
  }

  @Test func `A camera's packed mosaic is LibRaw's`() throws {
    let file = try open("dng/colorchart.dng")
    #expect((file.header.width, file.header.height) == (1734, 1156))
    #expect(file.header.bitDepth == 14)
    #expect(file.header.model == "Canon EOS Kiss X4")
    #expect(file.header.pattern?.planes == [0, 1, 1, 2])
    let image = try file.sensorImage(allowPartial: false)
    #expect(SampleSums(image.samples) == SampleSums(plain: 5_745_514_335, placed: 188_270_187_734_882))
    #expect(image.crop == PixelRect(x: 152, y: 26, width: 1734, height: 1156))
    #expect(image.activeArea == PixelRect(x: 152, y: 26, width: 1734, height: 1156))
    #expect(image.levels.black == [2056])
    #expect(image.levels.white == [15000])
    #expect(file.header.baselineExposure == 0)
    #expect(file.header.warnings.contains { $0.hasPrefix("BaselineExposure: has no number") })
  }

  @Test(arguments: ["hero6_crop_rggb_u16", "hero6_crop_rggb_lj92"])
  func `Lossless JPEG and plain samples are the same mosaic`(_ name: String) throws {
    let file = try open("dng-derived-bayer/\(name).dng")
    let image = try file.sensorImage(allowPartial: false)
    #expect(SampleSums(image.samples) == SampleSums(plain: 2_044_962_464, placed: 65_153_405_763_659))
    #expect(image.noise == [NoiseModel(scale: 0.000156201, offset: 4.88e-08)])
    let lights = try #require(file.header.profiles[0].calibration?.lights)
    #expect(lights.map(\.temperature) == [2850, 5000])
    #expect(abs(lights[0].colorMatrix.row0.x - 1.8331) < 1e-9)
  }

  @Test(
    arguments: [
      ("canon_eos_6d", SampleSums(plain: 186_040_978, placed: 6_069_714_437_680)),
      ("dng_with_preview", SampleSums(plain: 71_426_075, placed: 2_285_989_676_403)),
    ]) func `Lossy tiles are those of libjpeg`(_ name: String, _ sums: SampleSums) throws
  {
    let image = try open("dng/\(name).dng").sensorImage(allowPartial: false)
    #expect(SampleSums(image.samples) == sums)
    #expect(image.warnings.isEmpty)
    #expect(image.opcodes.linear.count == 3)
    guard case .mapPolynomial(let area, let coefficients)? = image.opcodes.linear.first?.operation else {
      Issue.record("no polynomial")
      return
    }
    #expect(area.planes == 1)
    #expect(coefficients.count >= 2)
  }

  @Test func `Tables of a profile and previews`() throws {
    let header = try open("dng/canon_eos_6d.dng").header
    let profile = header.profiles[0]
    #expect(profile.name == "Adobe Standard")
    #expect(profile.hueSatMaps.map { [$0.hues, $0.saturations, $0.values] } == [[90, 30, 1], [90, 30, 1]])
    #expect(profile.hueSatMaps[1].entries[3] == 1.275102972984314)
    #expect(profile.lookTable.map { [$0.hues, $0.saturations, $0.values] } == [36, 8, 16])
    #expect(profile.calibration?.lights[0].cameraCalibration.row0.x == 0.9883)
    #expect(header.previews.map(\.width) == [1024, 256])
    #expect(header.compression == "lossy JPEG")
    #expect(header.metadata.exif != nil)
    #expect(header.metadata.xmp != nil)
  }

  @Test(arguments: ["05_PGTM2_unsigned8", "06_PGTM2_unsigned16", "07_PGTM2_float16"])
  func `Gains are the same in every number format`(_ name: String) throws {
    let file = try open("dng/\(name).dng")
    let image = try file.sensorImage(allowPartial: false)
    #expect(SampleSums(image.samples, padsToFour: true) == SampleSums(plain: 960_000_000, placed: 28_273_050_728_000))
    let map = try #require(file.header.profiles[0].gainTableMap)
    #expect((map.rows, map.columns, map.entries) == (3, 3, 2))
    #expect(map.gains == [1, 1, 1, 1, 1, 1, 1, 1, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1])
  }

  @Test func `Profiles of HDR and SDR in one file`() throws {
    let file = try open("dng/14_hdr_sdr_profiles.dng")
    let image = try file.sensorImage(allowPartial: false)
    #expect(image.samples.format == .rgbFloat)
    let values = image.samples.floats
    #expect(
      stride(from: 0, to: 3000, by: 300).map { values[$0] }
        == (0..<10).map { Float(sign: .plus, exponent: -$0, significand: 1) })
    #expect(values.reduce(0.0) { $0 + Double($1) } == 59941.40625)
    let profiles = file.header.profiles
    #expect(profiles.map(\.name) == ["SDR", "HDR Linear", "HDR Tone Map", "HDR Tint"])
    #expect(profiles.map(\.isHDR) == [false, true, true, true])
    #expect(profiles[0].baselineExposureOffset == -2)
    #expect(profiles[0].toneCurve.count == 64)
    #expect(!profiles[0].subtractsBlack)
    #expect(file.header.baselineExposure == 2)
  }

  @Test func `GoPro's compression is refused by name`() throws {
    let bytes = FileBytes(try TestData.stillBytes("dng/GOPR0024.GPR"))
    #expect(DNGFile.recognizes(bytes))
    let error = #expect(throws: ImageIOError.self) { try DNGFile(bytes, limits: .standard) }
    #expect(error?.description.contains("VC-5") == true)
  }

  @Test func `Of a file without pixels the headers are read`() throws {
    let file = try open("dng/IMG_1361.dng")
    #expect(file.header.isPictureCut)
    #expect(file.header.orientation == .right)
    #expect(file.header.auxiliary == ["semanticskymatte 2016x1512"])
    #expect(file.header.noiseReductionApplied == Double(0.95 as Float))
    #expect(file.header.profiles[0].toneCurve.count == 257)
    let map = try #require(file.header.profiles[0].gainTableMap)
    #expect((map.rows, map.columns, map.entries) == (6, 8, 257))
    #expect(abs(map.spacingV - 0.15344) < 1e-5)
    #expect(abs(map.weights.reduce(0, +) - 0.2463) < 1e-4)
    #expect(abs((map.gains.max() ?? 0) - 4.256) < 1e-3)
    let error = #expect(throws: ImageIOError.self) { try file.sensorImage(allowPartial: false) }
    #expect(error?.isTruncation == true)
    let image = try file.sensorImage(allowPartial: true)
    #expect(!image.warnings.isEmpty)
    #expect(image.levels.linearization.count == 4096)
  }

  @Test func `A file of metadata alone is an error with a name`() throws {
    let bytes = FileBytes(try TestData.stillBytes("malformed/raw/DNG.dng"))
    #expect(throws: ImageIOError.self) {
      let file = try DNGFile(bytes, limits: .standard)
      _ = try file.sensorImage(allowPartial: false)
    }
  }
}
