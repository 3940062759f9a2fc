import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// What TIFF is written in without conversion.
let writableFormats: [PixelFormat] = [
  .gray8, .grayAlpha8, .rgb8, .rgba8, .gray16, .grayAlpha16, .rgb16, .rgba16, .grayHalf, .grayAlphaHalf, .rgbHalf,
  .rgbaHalf, .grayFloat, .grayAlphaFloat, .rgbFloat, .rgbaFloat,
]

/// A bitmap of any format TIFF is written in; floats go below 0 and above 1.
func makePicture(_ width: Int, _ height: Int, _ format: PixelFormat) throws -> PixelBitmap {
  guard format.isFloatingPoint else {
    let step: UInt16 = format.component == .uint16 ? 257 : 1
    return try makeBitmap(width, height, format) { x, y, c in
      UInt16(truncatingIfNeeded: (x * 3 + y * 7 + c * 50) % 256) * step
    }
  }
  let bitmap = try PixelBitmap(width: width, height: height, format: format, alpha: .straight)
  for row in 0..<height {
    for index in 0..<width * format.channelCount {
      let value = Float(index % 17) * 0.25 - 1 + Float(row) * 0.125
      if format.component == .half {
        unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float16.self)[index] = Float16(value)
      } else {
        unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)[index] = value
      }
    }
  }
  return bitmap
}

private func encoding(for format: PixelFormat) -> ColorEncoding {
  var encoding: ColorEncoding = format.isFloatingPoint ? .extendedLinearDisplayP3 : .displayP3
  if format.isGray { encoding.model = .monochrome }
  return encoding
}

func encodeTIFF(_ picture: StillImage, _ options: EncodeOptions = EncodeOptions()) throws -> [UInt8] {
  try #require(TIFFFormat.writer).encode(picture, options: options)
}

@Suite struct TIFFWritingTests {
  @Test("Every depth, gray and colour, with and without alpha, comes back bit for bit", arguments: writableFormats)
  func roundTrip(format: PixelFormat) throws {
    let bitmap = try makePicture(53, 21, format)
    let file = try encodeTIFF(StillImage(base: bitmap, encoding: encoding(for: format)))
    let still = try decodeTIFF(file)
    #expect(still.base.format == format && still.warnings.isEmpty)
    #expect(still.base.alpha == (format.hasAlpha ? .straight : .opaque))
    if format.isFloatingPoint {
      #expect(floats(of: still.base) == floats(of: bitmap))
    } else {
      #expect(samples(of: still.base) == samples(of: bitmap))
    }
    // A gray profile says nothing of primaries.
    let wanted = encoding(for: format)
    #expect(still.encoding.model == wanted.model && still.encoding.transfer == wanted.transfer)
    #expect(still.encoding.isExtended == wanted.isExtended && (format.isGray || still.encoding == wanted))
    #expect(try encodeTIFF(StillImage(base: bitmap, encoding: encoding(for: format))) == file)
    let reader = try ImageFormats.open(FileBytes(file))
    #expect(reader.conformanceFindings() == [])
    #expect(reader.info.kind == (format.isFloatingPoint ? .float : .sdr))
  }

  @Test("PQ and HLG are said by the profile", arguments: [ColorEncoding.itur2100PQ, .itur2100HLG, .displayP3PQ])
  func highDynamicRange(encoding: ColorEncoding) throws {
    let file = try encodeTIFF(StillImage(base: try makePicture(9, 9, .rgb16), encoding: encoding))
    let info = try ImageFormats.open(FileBytes(file)).info
    #expect(info.encoding == encoding && info.kind == .isoHDR && info.cicp != nil)
    #expect(info.contentHeadroomSource == .assumed)
  }

  @Test("Other layouts are brought into order, premultiplied alpha is divided out")
  func conversions() throws {
    let swapped = try makeBitmap(3, 2, .bgra8, alpha: .straight) { x, y, c in UInt16(10 * x + 50 * y + c) }
    let still = try decodeTIFF(try encodeTIFF(StillImage(base: swapped, encoding: .sRGB)))
    #expect(still.base.format == .rgba8)
    #expect(samples(of: still.base).prefix(4) == [2, 1, 0, 3])
    let multiplied = try makeBitmap(1, 1, .rgba8, alpha: .premultiplied) { _, _, c in [50, 25, 0, 100][c] }
    let straight = try decodeTIFF(try encodeTIFF(StillImage(base: multiplied, encoding: .sRGB)))
    #expect(samples(of: straight.base) == [128, 64, 0, 100])
    let deep = try encodeTIFF(StillImage(base: swapped, encoding: .sRGB), EncodeOptions(bitDepth: 16))
    #expect(samples(of: try decodeTIFF(deep).base).prefix(4) == [514, 257, 0, 771])
    let float = try encodeTIFF(StillImage(base: swapped, encoding: .sRGB), EncodeOptions(bitDepth: 32))
    #expect(try decodeTIFF(float).base.format == .rgbaFloat)
    #expect(throws: ImageIOError.self) {
      try encodeTIFF(StillImage(base: swapped, encoding: .sRGB), EncodeOptions(bitDepth: 24))
    }
  }

  @Test("EXIF, GPS, XMP, orientation and resolution survive; without metadata the orientation does")
  func metadata() throws {
    var block = EXIFBlock()
    block.image = [
      0x010F: .ascii("Maker"), 0x0132: .ascii("2026:11:21 10:00:00"), 0x011A: .rationals([.init(300, 1)]),
      0x011B: .rationals([.init(300, 1)]), 0x0128: .shorts([2]),
    ]
    block.exif = [0x829A: .rationals([.init(1, 250)]), 0x9000: .undefined(Array("0232".utf8))]
    block.gps = [1: .ascii("N"), 2: .rationals([.init(52, 1), .init(31, 1), .init(0, 1)])]
    block.interoperability = [1: .ascii("R98")]
    var still = StillImage(base: try makePicture(5, 4, .rgb8), encoding: .sRGB, orientation: .right)
    still.metadata.exif = block.serialized()
    still.metadata.xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
    let read = try decodeTIFF(try encodeTIFF(still))
    #expect(read.orientation == .right && read.metadata.xmp == still.metadata.xmp)
    let back = try EXIFBlock(parsing: try #require(read.metadata.exif))
    #expect(back.exif == block.exif && back.gps == block.gps && back.interoperability == block.interoperability)
    for (tag, value) in block.image { #expect(back.image[tag] == value) }
    let stripped = try decodeTIFF(try encodeTIFF(still, EncodeOptions(stripsMetadata: true)))
    #expect(stripped.orientation == .right && stripped.metadata.xmp == nil)
    #expect(try EXIFBlock(parsing: try #require(stripped.metadata.exif)).exif.isEmpty)
  }

  @Test("Bands of any height give the bytes of the whole picture; rows are read as the whole picture is")
  func rows() throws {
    let bitmap = try makePicture(700, 411, .rgb16)
    let still = StillImage(base: bitmap, encoding: .sRGB)
    let whole = try encodeTIFF(still)
    let output = MemoryByteSink()
    let sink = try #require(try TIFFFormat.writer?.rowSink(for: still.header, options: EncodeOptions(), to: output))
    var row = 0
    for height in [1, 62, 100, 7, 241] {
      try sink.write(try #require(bitmap.cropped(x: 0, y: row, width: 700, height: height)))
      row += height
    }
    try sink.finish()
    #expect(output.bytes == whole)

    let source = try #require(try ImageFormats.open(FileBytes(whole)).rows(DecodeRequest()))
    let copy = try PixelBitmap(width: 700, height: 411, format: source.format, alpha: source.alpha)
    row = 0
    for count in [3, 60, 61, 187, 100] {
      try source.read(count, into: copy, row: row)
      row += count
    }
    #expect(samples(of: copy) == samples(of: bitmap))
  }

  @Test("A picture without end is refused, rows that are missing are told")
  func missingRows() throws {
    let still = StillImage(base: try makePicture(8, 8, .gray8), encoding: .genericGrayGamma22)
    let sink = try #require(
      try TIFFFormat.writer?.rowSink(for: still.header, options: EncodeOptions(), to: MemoryByteSink()))
    #expect(throws: ImageIOError.self) { try sink.finish() }
  }
}
