import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// HEIC and AVIF, written and read row by row.
@Suite struct HEIFRowsTests {
  static let formats: [any ImageFormat.Type] = [HEICFormat.self, AVIFFormat.self]

  private func writer(_ index: Int) throws -> any ImageWriter {
    let writer: (any ImageWriter)? = Self.formats[index].writer
    return try #require(writer)
  }

  private func sink(
    _ writer: any ImageWriter, _ picture: StillImage, _ options: EncodeOptions, _ output: MemoryByteSink
  ) throws -> any StillRowSink {
    let sink = try writer.rowSink(for: picture.header, options: options, to: output)
    return try #require(sink)
  }

  private func rows(_ bytes: [UInt8], scale: Int = 1) throws -> PixelBitmap {
    let reader = try ImageFormats.open(FileBytes(bytes), limits: DecodeLimits())
    let request = DecodeRequest(scaleDenominator: scale, gainMapScaleDenominator: scale)
    let found = try reader.rows(request)
    let source = try #require(found)
    let bitmap = try PixelBitmap(
      width: source.width, height: source.height, format: source.format, alpha: source.alpha)
    // Heights that fit neither tiles nor strips.
    var (row, step) = (0, 1)
    while row < source.height {
      let count = min(step, source.height - row)
      try source.read(count, into: bitmap, row: row)
      row += count
      step = step * 3 % 101 + 1
    }
    return bitmap
  }

  private func whole(_ bytes: [UInt8], scale: Int = 1) throws -> PixelBitmap {
    let reader = try ImageFormats.open(FileBytes(bytes), limits: DecodeLimits())
    return try reader.decode(DecodeRequest(scaleDenominator: scale, gainMapScaleDenominator: scale)).base
  }

  private func expectSame(_ one: PixelBitmap, _ other: PixelBitmap) {
    #expect((one.width, one.height) == (other.width, other.height))
    #expect(one.format == other.format)
    guard one.height == other.height else { return }
    let count = one.width * one.format.bytesPerPixel
    let differing = (0..<one.height).filter { row in
      let (a, b) = unsafe (one.rowAddress(row), other.rowAddress(row))
      return unsafe !UnsafeRawBufferPointer(start: a, count: count)
        .elementsEqual(UnsafeRawBufferPointer(start: b, count: count))
    }
    #expect(differing.isEmpty)
  }

  @Test(arguments: formats.indices, [(96, 80), (321, 203), (130, 8200)])
  func `rows are written as whole pictures are`(_ index: Int, _ size: (Int, Int)) throws {
    let writer = try writer(index)
    let picture = try HEIFSamples.picture(size.0, size.1)
    for (chroma, step) in [(EncodeOptions.Chroma.quarter, 7), (.full, 64)] {
      let options = EncodeOptions(quality: 60, chroma: chroma, speed: 9)
      let output = MemoryByteSink()
      let sink = try self.sink(writer, picture, options, output)
      for row in stride(from: 0, to: size.1, by: step) {
        let band = try #require(
          picture.base.cropped(x: 0, y: row, width: size.0, height: min(step, size.1 - row)))
        try sink.write(band)
      }
      try sink.finish()
      let whole = try writer.encode(picture, options: options)
      #expect(WrittenFile(output.bytes) == WrittenFile(whole))
    }
  }

  @Test(arguments: formats.indices)
  func `rows are read as whole pictures are, across the seams of a grid too`(_ index: Int) throws {
    let writer = try writer(index)
    for (width, height, chroma) in [(200, 333, EncodeOptions.Chroma.quarter), (128, 64, .full), (8200, 2100, .quarter)]
    {
      let picture = try HEIFSamples.picture(width, height)
      let bytes = try writer.encode(picture, options: EncodeOptions(quality: 70, chroma: chroma, speed: 9))
      for scale in [1, 2, 8] { expectSame(try rows(bytes, scale: scale), try whole(bytes, scale: scale)) }
    }
  }

  @Test func `a file that lacks rows is not finished`() throws {
    let writer = try writer(1)
    let picture = try HEIFSamples.picture(64, 64)
    let sink = try sink(writer, picture, EncodeOptions(), MemoryByteSink())
    let part = try #require(picture.base.cropped(x: 0, y: 0, width: 64, height: 33))
    try sink.write(part)
    #expect(throws: ImageIOError.internalError("33 of 64 rows were written")) { try sink.finish() }
  }

  @Test(
    .enabled(if: TestData.isAvailable),
    arguments: [
      "heic-tmap/IMG_3853.HEIC", "heic-apple-gainmap/iphone_15_pro.heic", "avif-gainmap/seine_sdr_gainmap_srgb.avif",
      "avif-pq/castle-hdr.avif",
    ])
  func `photos come by rows as they come whole`(_ name: String) throws {
    let reader = try ImageFormats.open(FileBytes(try TestData.stillBytes(name)), limits: DecodeLimits())
    let found = try reader.rows(DecodeRequest())
    let source = try #require(found)
    let still = try reader.decode(DecodeRequest())
    let bitmap = try PixelBitmap(width: source.width, height: source.height, format: source.format, alpha: source.alpha)
    try source.read(source.height, into: bitmap, row: 0)
    expectSame(bitmap, still.base)
    #expect((source.gainMap == nil) == (still.gainMap == nil))
  }
}
