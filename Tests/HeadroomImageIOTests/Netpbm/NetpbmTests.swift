import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct NetpbmTests {
  private func decode(_ bytes: [UInt8], partial: Bool = false) throws -> StillImage {
    try ImageFormats.open(FileBytes(bytes)).decode(DecodeRequest(allowPartial: partial))
  }

  private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("Text rasters with comments give scaled samples")
  func textRasters() throws {
    #expect(samples(of: try decode(text("P1 # bits\n3 2\n10 1\n0#\n11")).base) == [0, 255, 0, 255, 0, 0])
    #expect(samples(of: try decode(text("P2\n2 2\n# peak\n7\n0 7 3 9")).base) == [0, 255, 109, 255])
    let color = try decode(text("P3 1 2 1023 0 512 1023 1 2 3"))
    #expect(color.base.format == .rgb16)
    #expect(samples(of: color.base) == [0, 32800, 65535, 64, 128, 192])
  }

  @Test("Binary rasters are scaled to the full range, 16-bit ones with the high byte first")
  func binaryRasters() throws {
    #expect(
      samples(of: try decode(text("P4\n10 1\n") + [0b1010_0000, 0b0100_0000]).base) == [0, 255, 0]
        + Array(repeating: 255, count: 6) + [0])
    #expect(samples(of: try decode(text("P5 2 1 255\n") + [10, 20]).base) == [10, 20])
    #expect(samples(of: try decode(text("P5 2 1 65535\n") + [1, 2, 3, 4]).base) == [0x102, 0x304])
    #expect(samples(of: try decode(text("P6 1 1 4095\n") + [0, 0, 8, 0, 15, 255]).base) == [0, 32776, 65535])
  }

  @Test("PAM has alpha, by its tuple type or its depth")
  func arbitraryMap() throws {
    let head = "P7\nWIDTH 1\nHEIGHT 1\n# c\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    let picture = try decode(text(head) + [1, 2, 3, 4])
    #expect(picture.base.format == .rgba8 && picture.base.alpha == .straight)
    #expect(samples(of: picture.base) == [1, 2, 3, 4])
    let gray = try decode(text("P7\nDEPTH 2\nMAXVAL 1\nWIDTH 1\nHEIGHT 1\nENDHDR\n") + [1, 0])
    #expect(samples(of: gray.base) == [255, 0] && gray.encoding.model == .monochrome)
  }

  @Test("Float maps of both byte orders begin with the bottom row and are multiplied with their scale")
  func floatMaps() throws {
    let values: [Float] = [1, 2, 3, -4, .infinity, 0.5]
    for isLittle in [true, false] {
      var bytes = text("PF\n1 2\n\(isLittle ? "-" : "")2.0\n")
      for value in values {
        let bits = isLittle ? value.bitPattern.littleEndian : value.bitPattern.bigEndian
        unsafe withUnsafeBytes(of: bits) { unsafe bytes += $0 }
      }
      let picture = try decode(bytes)
      #expect(floatSamples(of: picture.base) == [-8, .infinity, 1, 2, 4, 6])
      #expect(picture.encoding == .extendedLinearSRGB && picture.contentHeadroomSource == .unknown)
    }
  }

  @Test("Several pictures behind one another open by index; other bytes are ignored with a warning")
  func severalPictures() throws {
    let reader = try ImageFormats.open(FileBytes(text("P5 1 1 255\n") + [7] + text("P6 1 1 255\n") + [1, 2, 3]))
    #expect(reader.info.frameCount == 2)
    #expect(samples(of: try reader.decode(DecodeRequest(index: 1)).base) == [1, 2, 3])
    #expect(throws: ImageIOError.self) { try reader.decode(DecodeRequest(index: 2)) }
    let odd = try ImageFormats.open(FileBytes(text("P5 1 1 255\n") + [7, 0, 0]))
    #expect(odd.info.frameCount == 1 && odd.info.warnings.count == 1 && odd.conformanceFindings().count == 1)
  }

  @Test(
    "What is written reads back bit for bit",
    arguments: [PixelFormat.gray8, .rgb8, .rgba8, .gray16, .rgb16, .grayAlpha16])
  func roundTrip(_ format: PixelFormat) throws {
    let isDeep = format.bitsPerComponent == 16
    let base = try makeBitmap(13, 7, format) {
      UInt16(truncatingIfNeeded: ($0 * 7919 + $1 * 104_729 + $2 * 31) & (isDeep ? 0xFFFF : 0xFF))
    }
    let encoding = ColorEncoding(model: format.isGray ? .monochrome : .rgb, primaries: .bt709, transfer: .sRGB)
    for writer in [PAMFormat.writer, format.hasAlpha ? nil : PPMFormat.writer].compactMap({ $0 }) {
      let bytes = try writer.encode(StillImage(base: base, encoding: encoding), options: EncodeOptions())
      #expect(samples(of: try decode(bytes).base) == samples(of: base))
    }
  }

  @Test(
    "Only PAM has a place for alpha: what is called PPM begins with P6 or P5",
    arguments: [PixelFormat.rgba8, .grayAlpha16])
  func alpha(_ format: PixelFormat) throws {
    let base = try makeBitmap(5, 4, format) { x, y, c in UInt16(x * 9 + y * 5 + c) }
    let encoding = ColorEncoding(model: format.isGray ? .monochrome : .rgb, primaries: .bt709, transfer: .sRGB)
    let picture = StillImage(base: base, encoding: encoding)
    let plain = try #require(PPMFormat.writer).encode(picture, options: EncodeOptions())
    #expect(plain.starts(with: text(format.isGray ? "P5" : "P6")))
    #expect(try ImageFormats.open(FileBytes(plain)).info.format == "ppm")
    let whole = try #require(PAMFormat.writer).encode(picture, options: EncodeOptions())
    #expect(whole.starts(with: text("P7")))
    #expect(try ImageFormats.open(FileBytes(whole)).info.format == "pam")
  }

  @Test("Ten bits are written with maxval 1023 and come back as the same codes")
  func tenBits() throws {
    let base = try makeBitmap(64, 16, .gray16) { x, y, _ in UInt16((y * 64 + x) * 65_535 / 1023) }
    let encoding = ColorEncoding(model: .monochrome, primaries: .bt709, transfer: .sRGB)
    let writer = try #require(PPMFormat.writer)
    let bytes = try writer.encode(StillImage(base: base, encoding: encoding), options: EncodeOptions(bitDepth: 10))
    let reader = try ImageFormats.open(FileBytes(bytes))
    #expect(reader.info.bitDepth == 10)
    let codes = samples(of: try reader.decode(DecodeRequest()).base).map { (Int($0) * 1023 + 32_767) / 65_535 }
    #expect(codes == Array(0..<1024))
  }

  @Test("Floats keep every bit, and a turned picture is written upright")
  func floatRoundTrip() throws {
    let base = try makeFloatBitmap(3, 2, .rgbFloat) { x, y, c in
      x == 0 ? -.infinity : y == 1 ? .nan : Float(x * 100 + y * 10 + c) * 0.1
    }
    let writer = try #require(PFMFormat.writer)
    let plain = StillImage(base: base, encoding: .extendedLinearSRGB)
    let read = try decode(try writer.encode(plain, options: EncodeOptions()))
    #expect(floatSamples(of: read.base).map(\.bitPattern) == floatSamples(of: base).map(\.bitPattern))
    var turned = plain
    turned.orientation = .right
    let upright = try decode(try writer.encode(turned, options: EncodeOptions())).base
    #expect(upright.width == 2 && upright.height == 3)
    let (old, new) = (floatSamples(of: base), floatSamples(of: upright))
    // Row 0 of the stored picture is the right column.
    #expect((0..<3).allSatisfy { new[($0 * 2 + 1) * 3].bitPattern == old[$0 * 3].bitPattern })
  }

  @Test("A float map whose rows come in bands is the one that is written whole", arguments: [1, 3, 7])
  func floatBands(_ height: Int) throws {
    let base = try makeFloatBitmap(5, 7, .rgbFloat) { x, y, c in Float(x * 100 + y * 10 + c) * 0.1 }
    let still = StillImage(base: base, encoding: .extendedLinearDisplayP3)
    let writer = try #require(PFMFormat.writer)
    let output = MemoryByteSink()
    let sink = try #require(try writer.rowSink(for: still.header, options: EncodeOptions(), to: output))
    #expect(throws: ImageIOError.self) { try sink.finish() }
    for row in stride(from: 0, to: 7, by: height) {
      try sink.write(try #require(base.cropped(x: 0, y: row, width: 5, height: min(height, 7 - row))))
    }
    try sink.finish()
    #expect(try output.bytes == writer.encode(still, options: EncodeOptions()))
    var turned = still.header
    turned.orientation = .right
    #expect(try writer.rowSink(for: turned, options: EncodeOptions(), to: MemoryByteSink()) == nil)
  }

  @Test("Cut files fail, or give their first rows where that is allowed")
  func cutFiles() throws {
    let bytes = text("P6 2 3 255\n") + Array(1...13)
    #expect(throws: ImageIOError.incompletePicture(part: "raster", offset: bytes.count)) { try decode(bytes) }
    let partial = try decode(bytes, partial: true)
    #expect(partial.isPartial)
    #expect(samples(of: partial.base) == (1...12).map { UInt16($0) } + Array(repeating: 0, count: 6))
  }

  @Test(
    "Bad headers are refused with a place",
    arguments: [
      "P5 0 1 255\n", "P5 1 1 0\n1", "P5 1 1 65536\n11", "P5 99999 99999 255\n", "P5 -1 1 255\n",
      "P5 99999999999 1 255\n",
      "P6", "P6 1", "PF 1 1 0\n", "PF 1 1 nan\n1234", "P7\nWIDTH 1\nENDHDR\n", "P7\nBOGUS 1\n", "P2 1 1 255 x",
      "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 9\nMAXVAL 1\nENDHDR\n",
    ])
  func badHeaders(_ file: String) {
    #expect(throws: ImageIOError.self) { try decode(text(file)) }
    #expect(decodesOrFails(text(file)))
  }

  @Test("The float map of the JPEG XL conformance set is right side up", .enabled(if: TestData.isAvailable))
  func realFile() throws {
    let picture = try decode(try TestData.stillBytes("jxl-conformance/lossless_pfm/ref.pfm"))
    #expect(picture.base.width == 500 && picture.base.height == 500 && picture.base.format == .rgbFloat)
    // The same picture as 16-bit codes.
    let codes = try decode(try TestData.stillBytes("jxl-conformance/lossless_pfm/ref.png")).base
    let (values, wanted) = (floatSamples(of: picture.base), samples(of: codes))
    let channels = codes.format.channelCount
    for index in stride(from: 0, to: 250_000, by: 997) {
      #expect(abs(min(max(values[index * 3], 0), 1) - Float(wanted[index * channels]) / 65_535) < 0.01)
    }
  }
}
