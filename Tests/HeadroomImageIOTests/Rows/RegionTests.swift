import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Decoding a part of a picture gives the pixels that decoding all of it gives there.
@Suite("Decoding regions") struct RegionTests {
  private func open(_ file: [UInt8]) throws -> any ImageReader { try ImageFormats.open(FileBytes(file)) }

  private func bytes(_ bitmap: PixelBitmap, _ region: PixelRect) throws -> [UInt8] {
    let part = try bitmap.part(region)
    return (0..<part.height).flatMap { row in
      unsafe [UInt8](
        UnsafeRawBufferPointer(start: part.rowAddress(row), count: part.width * part.format.bytesPerPixel))
    }
  }

  /// Compares regions of all sizes with the whole picture.
  ///
  /// - Parameter isSparing: whether the file's form allows to leave something out.
  private func check(_ file: [UInt8], isSparing: Bool = true, scale: Int = 1, seed: UInt64 = 1) throws {
    let reader = try open(file)
    let whole = try reader.decode(DecodeRequest(scaleDenominator: scale))
    #expect(whole.decodedRegion == nil)
    let (width, height) = (whole.base.width, whole.base.height)
    var generator = SeededGenerator(seed: seed)
    var hasSpared = false
    for _ in 0..<12 {
      let (left, top) = (Int.random(in: 0..<width, using: &generator), Int.random(in: 0..<height, using: &generator))
      let wanted = PixelRect(
        columns: left..<Int.random(in: left + 1...min(left + width / 3 + 1, width), using: &generator),
        rows: top..<Int.random(in: top + 1...min(top + height / 3 + 1, height), using: &generator))
      let part = try reader.decode(DecodeRequest(scaleDenominator: scale, region: wanted))
      #expect((part.base.width, part.base.height) == (width, height))
      let region = part.decodedRegion ?? PixelRect(width: width, height: height)
      #expect(region.contains(wanted))
      if region != PixelRect(width: width, height: height) { hasSpared = true }
      #expect(try bytes(part.base, region) == bytes(whole.base, region))
      if let map = part.gainMap?.bitmap, let all = whole.gainMap?.bitmap {
        let shown = wanted.scaled(from: (width, height), to: (map.width, map.height)).expanded(dx: 2, dy: 2)
          .intersection(PixelRect(width: map.width, height: map.height))
        #expect(try bytes(map, shown) == bytes(all, shown))
      }
    }
    #expect(hasSpared == isSparing)
    // Regions that lie outside, or are empty, give something that is no trap.
    for odd in [PixelRect(columns: -9 ..< -3, rows: 0..<1), PixelRect(columns: width..<width, rows: 3..<3)] {
      _ = try reader.decode(DecodeRequest(scaleDenominator: scale, region: odd))
    }
  }

  @Test("Grids of HEIC and AVIF, with alpha and gain map", arguments: [(8300, 40), (40, 8300)])
  func grids(width: Int, height: Int) throws {
    var picture = try HEIFSamples.picture(width, height, .rgba8)
    picture.gainMap = try HEIFSamples.map(width, height)
    for written in [HEICFormat.writer, AVIFFormat.writer] {
      let writer = try #require(written)
      let file = try writer.encode(picture, options: EncodeOptions(quality: 60, chroma: .quarter, speed: 10))
      try check(file)
      try check(file, scale: 4)
    }
  }

  @Test("Strips and tiles of TIFF", arguments: [false, true])
  func tiff(isPlanar: Bool) throws {
    for tile in [nil, (width: 16, height: 32)] {
      var builder = TIFFBuilder(width: 87, height: 170, samples: 3)
      (builder.isPlanar, builder.tile, builder.rowsPerStrip) = (isPlanar, tile, 11)
      try check(builder.file { x, y, c in UInt64((x * 31 + y * 57 + c * 79) & 255) })
    }
    let picture = try HEIFSamples.picture(640, 200, .rgba16)
    try check(try #require(TIFFFormat.writer).encode(picture, options: EncodeOptions()))
  }

  @Test("Blocks of OpenEXR", arguments: EXRFixture.names)
  func openEXR(name: String) throws {
    try check(try EXRFixture.bytes(name), isSparing: !name.hasPrefix("luminance-chroma"))
  }

  @Test("Rows of JPEG, at every scale", arguments: [nil, .quarter, .half] as [EncodeOptions.Chroma?], [false, true])
  func jpeg(chroma: EncodeOptions.Chroma?, isProgressive: Bool) throws {
    let picture = try HEIFSamples.picture(75, 300, chroma == .half ? .gray8 : .rgb8)
    let file = try JPEGWriter().encode(picture, options: EncodeOptions(chroma: chroma, isProgressive: isProgressive))
    for scale in [1, 2, 8] { try check(file, scale: scale) }
  }

  @Test("Containers that have to decode all say so")
  func whole() throws {
    let picture = try HEIFSamples.picture(40, 30)
    for writer in [PNGFormat.writer, JPEGXLFormat.writer, PPMFormat.writer, WebPFormat.writer] {
      try check(try #require(writer).encode(picture, options: EncodeOptions()), isSparing: false)
    }
  }

  @Test("A grid that is cut behind the region decodes there")
  func cut() throws {
    let picture = try HEIFSamples.picture(8300, 40)
    let file = try #require(AVIFFormat.writer).encode(picture, options: EncodeOptions(speed: 10))
    let reader = try open(Array(file.dropLast(20)))
    #expect(throws: ImageIOError.self) { try reader.decode(DecodeRequest()) }
    let region = PixelRect(columns: 0..<100, rows: 0..<40)
    let part = try reader.decode(DecodeRequest(region: region))
    let all = try open(file).decode(DecodeRequest())
    #expect(!part.isPartial)
    #expect(try bytes(part.base, region) == bytes(all.base, region))
  }

  @Test(
    "Real photos", .enabled(if: TestData.isAvailable),
    arguments: [
      "heic-tmap/exif_subsec_timezone.heic", "heic-apple-gainmap/iphone_15_pro.heic", "heic-pq/image_09.heic",
      "ultrahdr/sky.jpg",
    ])
  func real(path: String) throws { try check(try TestData.stillBytes(path)) }
}
