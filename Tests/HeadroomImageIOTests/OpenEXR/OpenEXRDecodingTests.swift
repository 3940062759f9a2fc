import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct OpenEXRDecodingTests {
  /// What OpenEXR decodes: 3.5.3 from PyPI for the first rows, 3.1.5 for those that make-exr-fixtures.cpp writes.
  static let fixtures: [String: UInt64] = [
    "none": 0xbe1c_fd28_90a0_7565,
    "rle": 0xbe1c_fd28_90a0_7565,
    "zips": 0xbe1c_fd28_90a0_7565,
    "zip": 0xbe1c_fd28_90a0_7565,
    "piz": 0xbe1c_fd28_90a0_7565,
    "pxr24": 0xbe1c_fd28_90a0_7565,
    "b44": 0xbf5a_5c9c_e037_f565,
    "b44a": 0xbf5a_5c9c_e037_f565,
    "dwaa": 0xb079_c2b1_c220_1565,
    "dwab": 0xb079_c2b1_c220_1565,
    "mixed": 0xdd02_1852_ff97_4355,
    "layer": 0xdd02_1852_ff97_4355,
    "parts": 0xf063_ed42_2477_4555,
    "parts 1": 0xf1e1_22ae_af50_3c35,
    "mipmap": 0xc60f_caeb_4ca0_7565,
    "ripmap": 0xc60f_caeb_4ca0_7565,
    "tiled-dwaa": 0xab6b_d819_1412_5565,
    "luminance-chroma-alpha": 0xbfd9_a54e_6807_5565,
    "bottom-up": 0x7175_c305_c277_4555,
    "luminance-chroma": 0x3422_bca0_5cc6_d9f5,
    // Channels that B44 packs as they are: pLinear.
    "luminance-chroma-b44a": 0xfe34_cc7d_eaf5_8555,
    "b44-linear": 0xe1d7_b0af_0232_e555,
  ]

  @Test(
    "Every compression, tiles, parts, layers and luminance-chroma decode to OpenEXR's bits",
    arguments: fixtures.keys.sorted())
  func fixture(_ name: String) throws {
    let parts = name.split(separator: " ").map(String.init)
    let reader = try EXRFixture.open(parts[0])
    let picture = try reader.decode(DecodeRequest(index: parts.count > 1 ? 1 : 0))
    #expect(bitHash(of: floatSamples(of: picture.base)) == Self.fixtures[name])
    #expect(!picture.isPartial && picture.contentHeadroomSource == .unknown)
  }

  @Test("Rows give the pixels of the whole picture, whatever they are read by", arguments: EXRFixture.names)
  func rows(_ name: String) throws {
    let reader = try EXRFixture.open(name)
    let whole = floatSamples(of: try reader.decode(DecodeRequest()).base)
    guard let source = try reader.rows(DecodeRequest()) else {
      #expect(name.hasPrefix("luminance"))
      return
    }
    let bitmap = try PixelBitmap(width: source.width, height: source.height, format: source.format, alpha: source.alpha)
    var row = 0
    while row < source.height {
      let count = min(5, source.height - row)
      try source.read(count, into: bitmap, row: row)
      row += count
    }
    #expect(floatSamples(of: bitmap).map(\.bitPattern) == whole.map(\.bitPattern))
  }

  @Test("Headers become encoding, white, camera, XMP and a list of what is not shown")
  func headers() throws {
    let zip = try EXRFixture.open("zip").info
    #expect(zip.encoding == .extendedLinearDisplayP3 && zip.hdr.diffuseWhite?.nits == 100)
    #expect(zip.bitDepth == 16 && zip.channels == 4 && zip.kind == .float)
    let mixed = try EXRFixture.open("mixed").info
    #expect(mixed.encoding == .extendedLinearSRGB && mixed.bitDepth == 32 && mixed.cameraMake == "Maker")
    #expect(mixed.metadata.xmp == Array("<x/>".utf8) && mixed.metadata.exif != nil)
    #expect(
      mixed.auxiliary == ["channel Z 26x18", "channel left.B 26x18", "channel left.G 26x18", "channel left.R 26x18"])
    #expect(try EXRFixture.open("layer").info.warnings.count == 1)
    let parts = try EXRFixture.open("parts")
    #expect(parts.info.frameCount == 2)
    #expect(try parts.info(at: 1).encoding == .extendedLinearGray)
    #expect(throws: ImageIOError.self) { try parts.info(at: 2) }
    #expect(try EXRFixture.open("luminance-chroma").info.chroma == "420")
  }

  @Test(
    "Floats that can only be read as half floats are told of",
    arguments: ["luminance-chroma", "dwaa", "dwab", "zip"])
  func roundings(_ name: String) throws {
    #expect(try EXRFixture.open(name).info.warnings.isEmpty)
    var bytes = try EXRFixture.bytes(name)
    // The channel list: name, 0, i32 type (1 half, 2 float), ...
    let list = try #require(bytes.firstRange(of: Array("chlist\0".utf8)))
    let letter = UInt8(ascii: name == "luminance-chroma" ? "Y" : "A")
    let entry = [letter, 0, 1, 0, 0, 0]
    let channel = try #require(bytes[list.upperBound...].firstRange(of: entry))
    bytes[channel.lowerBound + 2] = 2
    let warnings = try ImageFormats.open(FileBytes(bytes)).info.warnings
    #expect(warnings.count == (name == "zip" ? 0 : 1))
    #expect(warnings.allSatisfy { $0.contains("half floats") })
  }

  @Test("Alpha is premultiplied, and colour without alpha survives")
  func alpha() throws {
    let base = try makeFloatBitmap(2, 1, .rgbaHalf, alpha: .premultiplied) { x, _, c in c == 3 ? 0 : Float(x + c) }
    let writer = try #require(OpenEXRFormat.writer)
    let bytes = try writer.encode(StillImage(base: base, encoding: .extendedLinearSRGB), options: EncodeOptions())
    let read = try ImageFormats.open(FileBytes(bytes)).decode(DecodeRequest()).base
    #expect(read.alpha == .premultiplied && floatSamples(of: read) == [0, 1, 2, 0, 1, 2, 3, 0])
  }

  @Test("Levels of a pyramid serve smaller decodes")
  func levels() throws {
    let reader = try EXRFixture.open("mipmap")
    let half = DecodeRequest(scaleDenominator: 2)
    #expect(reader.decodedSize(half) == (13, 9))
    let picture = try reader.decode(half).base
    #expect(picture.width == 13 && picture.height == 9)
    // The level was made with a picture of its own: red of the first pixel is (0 + 2) / 40 / 2.
    #expect(floatSamples(of: picture)[0] == Float(Float16(2.0 / 40 / 2)))
    let wide = try EXRFixture.open("ripmap")
    #expect(wide.decodedSize(half) == (26, 18))
  }

  @Test("The structure covers the file and findings name what is wrong")
  func structure() throws {
    let reader = try EXRFixture.open("parts")
    let parts = reader.structure()
    #expect(parts.map(\.name).prefix(3) == ["version", "part 0 'first'", "part 1 'second'"])
    #expect(parts[1].children.contains { $0.name == "compression" && $0.summary == "piz" })
    #expect(parts.last.map { $0.offset + $0.byteCount } == (try EXRFixture.bytes("parts")).count)
    #expect(reader.conformanceFindings().isEmpty)
    let cut = try ImageFormats.open(FileBytes(try EXRFixture.bytes("zip").dropLast(40)))
    #expect(cut.conformanceFindings().isEmpty)
  }

  /// What OpenEXR 3.5.3 decodes; see Tests/peers/float-samples.
  static let hashes: [String: UInt64] = [
    "AllHalfValues.exr": 0xd573_330b_0c69_a325,
    "BrightRings.exr": 0xfb33_108b_fae4_5325,
    "BrightRingsNanInf.exr": 0xb278_4da3_f164_d325,
    "Carrots.exr": 0x62ef_bd46_a755_fb25,
    "GammaChart.exr": 0x5730_cdef_065e_1325,
    "Garden.exr": 0xc96f_ad6b_8601_826d,
    "Rec709.exr": 0x2f0c_5a79_b509_20f5,
    "RgbRampsDiagonal.exr": 0x2228_fb78_9ede_1325,
    "WideColorGamut.exr": 0xf6cb_cb99_6eb1_7325,
    "WideFloatRange.exr": 0xc973_1e9f_be66_f8e5,
    "XYZ.exr": 0x25d4_c296_ec15_60f5,
    "rgb-gimp.exr": 0xd5d1_cf0d_fd77_f151,
    "t05.exr": 0x4dde_2367_2306_21e5,
  ]

  @Test("Real files decode to OpenEXR's bits", .enabled(if: TestData.isAvailable), arguments: hashes.keys.sorted())
  func realFiles(_ name: String) throws {
    let reader = try ImageFormats.open(FileBytes(try TestData.stillBytes("exr/\(name)")))
    let picture = try reader.decode(DecodeRequest())
    #expect(bitHash(of: floatSamples(of: picture.base)) == Self.hashes[name])
    #expect(reader.conformanceFindings().isEmpty)
  }

  @Test("All half values keep their bits", .enabled(if: TestData.isAvailable))
  func allHalfValues() throws {
    let bytes = FileBytes(try TestData.stillBytes("exr/AllHalfValues.exr"))
    let bitmap = try ImageFormats.open(bytes).decode(DecodeRequest()).base
    for row in 0..<256 {
      let samples = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt16.self)
      for x in 0..<768 where unsafe samples[x] != UInt16(row * 256 + x / 3) { Issue.record("row \(row), sample \(x)") }
    }
  }

  @Test("One picture in two sets of primaries is the same light", .enabled(if: TestData.isAvailable))
  func primaries() throws {
    func light(_ name: String) throws -> [Float] {
      let still = try ImageFormats.open(FileBytes(try TestData.stillBytes("exr/\(name)"))).decode(DecodeRequest())
      let small = try #require(still.base.cropped(x: 200, y: 150, width: 60, height: 40))
      let converted = try PictureConverter(from: still.encoding, to: .extendedLinearSRGB).convert(small, to: .rgbFloat)
      return floatSamples(of: converted)
    }
    let (plain, xyz) = (try light("Rec709.exr"), try light("XYZ.exr"))
    #expect(zip(plain, xyz).allSatisfy { abs($0 - $1) < 0.004 })
  }
}
