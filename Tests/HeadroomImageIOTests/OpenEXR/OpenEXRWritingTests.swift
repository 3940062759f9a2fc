import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct OpenEXRWritingTests {
  private func read(_ bytes: [UInt8]) throws -> StillImage {
    try ImageFormats.open(FileBytes(bytes)).decode(DecodeRequest())
  }

  private func write(_ still: StillImage, _ options: EncodeOptions = EncodeOptions()) throws -> [UInt8] {
    let writer = try #require(OpenEXRFormat.writer)
    return try writer.encode(still, options: options)
  }

  private func value(_ x: Int, _ y: Int, _ c: Int) -> Float {
    x == 3 && c < 3 ? (y % 2 == 0 ? .infinity : .nan) : Float(x * 7 - y * 3 + c) * 0.37
  }

  @Test(
    "Half and float keep every bit",
    arguments: [
      PixelFormat.rgbHalf, .rgbFloat, .grayHalf, .grayFloat, .rgbaHalf, .grayAlphaFloat,
    ])
  func roundTrip(_ format: PixelFormat) throws {
    let base = try makeFloatBitmap(23, 37, format, alpha: .premultiplied, value)
    let encoding: ColorEncoding = format.isGray ? .extendedLinearGray : .extendedLinearITUR2020
    let result = try read(try write(StillImage(base: base, encoding: encoding)))
    #expect(result.base.format == format && result.encoding == encoding)
    #expect(floatSamples(of: result.base).map(\.bitPattern) == floatSamples(of: base).map(\.bitPattern))
  }

  @Test("Straight alpha is multiplied in")
  func straightAlpha() throws {
    let base = try makeFloatBitmap(2, 1, .rgbaFloat) { x, _, c in c == 3 ? 0.5 : Float(x + c) }
    let result = try read(try write(StillImage(base: base, encoding: .extendedLinearSRGB)))
    #expect(floatSamples(of: result.base) == [0, 0.5, 1, 0.5, 0.5, 1, 1.5, 0.5])
  }

  @Test("Codes are decoded to light and written as half, or as asked")
  func codes() throws {
    let base = try makeBitmap(4, 2, .rgb8) { x, y, c in UInt16(x * 60 + y * 7 + c) }
    let half = try read(try write(StillImage(base: base, encoding: .displayP3)))
    #expect(half.base.format == .rgbHalf && half.encoding == .extendedLinearDisplayP3)
    let code = ColorEncoding.displayP3.decode(SIMD3(repeating: 69.0 / 255))
    #expect(abs(Double(floatSamples(of: half.base)[3 * 5 + 2]) - code.x) < 1e-4)
    #expect(half.hdr.diffuseWhite?.nits == 203)
    let float = try read(try write(StillImage(base: base, encoding: .displayP3), EncodeOptions(bitDepth: 32)))
    #expect(float.base.format == .rgbFloat)
    #expect(throws: ImageIOError.self) {
      try write(StillImage(base: base, encoding: .sRGB), EncodeOptions(bitDepth: 8))
    }
  }

  @Test("PQ lands with 203 cd/m² at 1")
  func pq() throws {
    let base = try makeBitmap(1, 1, .rgb16) { _, _, _ in UInt16((0.580_6889 * 65_535).rounded()) }
    let result = try read(try write(StillImage(base: base, encoding: .itur2100PQ)))
    #expect(abs(floatSamples(of: result.base)[0] - 1) < 0.002)
    #expect(result.encoding == .extendedLinearITUR2020)
  }

  @Test("Metadata and white are carried; a turned picture is written upright")
  func metadata() throws {
    let base = try makeFloatBitmap(3, 2, .rgbHalf) { x, y, _ in Float(x + 10 * y) }
    var still = StillImage(base: base, encoding: .extendedLinearSRGB, orientation: .right)
    still.contentHeadroomSource = .unknown
    still.metadata.xmp = Array("<xmp/>".utf8)
    var exif = EXIFBlock()
    exif.image[EXIFBlock.Tag.make] = .ascii("Maker")
    exif.exif[0x829D] = .rationals([.init(28, 10)])
    still.metadata.exif = exif.serialized()
    let result = try read(try write(still))
    #expect(result.base.width == 2 && result.base.height == 3 && result.orientation == .up)
    #expect(floatSamples(of: result.base)[0] == 10)
    #expect(result.metadata.xmp == still.metadata.xmp && result.hdr.diffuseWhite == nil)
    let block = try EXIFBlock(parsing: try #require(result.metadata.exif))
    #expect(block.image[EXIFBlock.Tag.make]?.text == "Maker")
    #expect(abs((block.exif[0x829D]?.numbers.first ?? 0) - 2.8) < 1e-6)
    still.hdr.diffuseWhite = NominalDiffuseWhite(nits: 100)
    #expect(try read(try write(still)).hdr.diffuseWhite?.nits == 100)
    let stripped = try read(try write(still, EncodeOptions(stripsMetadata: true)))
    #expect(stripped.metadata.xmp == nil && stripped.metadata.exif == nil)
  }

  @Test("Camera, lens, time, place and owner of EXIF go through the standard attributes")
  func cameraAttributes() throws {
    var exif = EXIFBlock()
    exif.image[EXIFBlock.Tag.model] = .ascii("Model 7")
    exif.image[0x010E] = .ascii("A boat")
    exif.image[0x013B] = .ascii("Somebody")
    exif.exif[0x9003] = .ascii("2024:05:06 07:08:09")
    exif.exif[0x9011] = .ascii("-03:30")
    exif.exif[0xA434] = .ascii("35 mm")
    exif.exif[0x829A] = .rationals([.init(1, 250)])
    exif.exif[0x920A] = .rationals([.init(35, 1)])
    exif.exif[0x8827] = .shorts([800])
    exif.gps[1] = .ascii("S")
    exif.gps[2] = .rationals([.init(33, 1), .init(30, 1), .init(180, 10)])
    exif.gps[3] = .ascii("E")
    exif.gps[4] = .rationals([.init(151, 1), .init(0, 1), .init(0, 1)])
    var still = StillImage(
      base: try makeFloatBitmap(2, 2, .rgbHalf, alpha: .opaque, value), encoding: .extendedLinearSRGB)
    still.metadata.exif = exif.serialized()
    let block = try EXIFBlock(parsing: try #require(try read(try write(still)).metadata.exif))
    for tag in [EXIFBlock.Tag.model, 0x010E] { #expect(block.image[tag]?.text == exif.image[tag]?.text) }
    #expect(block.image[0x8298]?.text == "Somebody")
    for tag: UInt16 in [0x9003, 0x9011, 0xA434] { #expect(block.exif[tag]?.text == exif.exif[tag]?.text) }
    #expect(abs((block.exif[0x829A]?.numbers.first ?? 0) - 0.004) < 1e-6)
    #expect(block.exif[0x920A]?.numbers.first == 35 && block.exif[0x8827]?.integers == [800])
    #expect(block.gps[1]?.text == "S" && block.gps[3]?.text == "E")
    let latitude = try #require(block.gps[2]?.numbers)
    // A float has about seven digits.
    #expect(abs(latitude[0] + latitude[1] / 60 + latitude[2] / 3600 - 33.505) < 1e-5)
    // What is no place or time is left out.
    exif.gps[2] = .rationals([.init(1, 0), .init(0, 0), .init(0, 0)])
    exif.exif[0x9011] = .ascii("noon")
    still.metadata.exif = exif.serialized()
    let other = try EXIFBlock(parsing: try #require(try read(try write(still)).metadata.exif))
    #expect(other.gps[2] == nil && other.exif[0x9011] == nil)
  }

  @Test("Rows written one after the other make the same bytes", arguments: [1, 7, 16, 40])
  func rowSink(_ step: Int) throws {
    let base = try makeFloatBitmap(9, 53, .rgbaHalf, alpha: .premultiplied, value)
    var still = StillImage(base: base, encoding: .extendedLinearSRGB)
    still.contentHeadroomSource = .unknown
    let writer = try #require(OpenEXRFormat.writer)
    let output = MemoryByteSink()
    let sink = try #require(try writer.rowSink(for: still.header, options: EncodeOptions(), to: output))
    for row in stride(from: 0, to: 53, by: step) {
      try sink.write(try #require(base.cropped(x: 0, y: row, width: 9, height: min(step, 53 - row))))
    }
    try sink.finish()
    #expect(output.bytes == (try write(still)))
  }
}
