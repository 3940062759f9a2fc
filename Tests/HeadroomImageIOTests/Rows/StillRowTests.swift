import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// All rows of a source, read in groups of the sizes given, over and over.
private func readAll(_ source: any StillRowSource, groups: [Int]) throws -> PixelBitmap {
  let bitmap = try PixelBitmap(
    width: source.width, height: source.height, format: source.format, alpha: source.alpha)
  var row = 0
  var turn = 0
  while row < source.height {
    let count = min(groups[turn % groups.count], source.height - row)
    try source.read(count, into: bitmap, row: row)
    row += count
    turn += 1
  }
  return bitmap
}

/// Hands a picture to a sink in bands of the heights given, over and over.
private func write(_ picture: StillImage, bands: [Int], options: EncodeOptions, by writer: some ImageWriter) throws
  -> [UInt8]
{
  let output = MemoryByteSink()
  let sink = try #require(try writer.rowSink(for: picture.header, options: options, to: output))
  var row = 0
  var turn = 0
  while row < picture.base.height {
    let count = min(bands[turn % bands.count], picture.base.height - row)
    let band = try #require(picture.base.cropped(x: 0, y: row, width: picture.base.width, height: count))
    try sink.write(band)
    row += count
    turn += 1
  }
  try sink.finish()
  return output.bytes
}

private func open(_ file: [UInt8]) throws -> any ImageReader { try ImageFormats.open(FileBytes(file)) }

/// A bitmap whose bytes follow one another in a pattern without period; quick to make.
private func patterned(_ width: Int, _ height: Int, _ format: PixelFormat, alpha: AlphaMode = .straight) throws
  -> PixelBitmap
{
  let bitmap = try PixelBitmap(width: width, height: height, format: format, alpha: alpha)
  let rowBytes = width * format.bytesPerPixel
  let line = (0..<rowBytes + 256).map { UInt8(truncatingIfNeeded: ($0 * $0 / 7) ^ ($0 >> 3)) }
  for row in 0..<height {
    unsafe line.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe bitmap.rowAddress(row).copyMemory(from: base + (row * 37 + row / 16) % 256, byteCount: rowBytes)
    }
  }
  return bitmap
}

@Suite struct StillRowSourceTests {
  @Test("PNG rows are those of the whole picture", arguments: [(0, 16), (2, 8), (2, 16), (4, 8), (6, 16)])
  func png(type: Int, depth: Int) throws {
    let builder = PNGBuilder(width: 33, height: 50, bitDepth: depth, colorType: type, pictureChunkLength: 101)
    let reader = try open(builder.file { UInt16(truncatingIfNeeded: ($0 * 271 + $1 * 997 + $2 * 31) % (1 << depth)) })
    let whole = try reader.decode(DecodeRequest()).base
    for groups in [[1], [7, 3], [50]] {
      let source = try #require(try reader.rows(DecodeRequest()))
      #expect(source.format == whole.format && source.alpha == whole.alpha)
      #expect(samples(of: try readAll(source, groups: groups)) == samples(of: whole))
      #expect(!source.isPartial)
    }
  }

  @Test("JPEG rows are those of the whole picture, at every scale")
  func jpeg() throws {
    let files = [
      JPEGSamples.full444, JPEGSamples.quarter420, JPEGSamples.gray, JPEGSamples.cmyk, JPEGSamples.arithmetic,
      JPEGSamples.restart,
    ]
    for file in files {
      for scale in [1, 2, 8] {
        let reader = try open(file)
        let request = DecodeRequest(scaleDenominator: scale)
        let whole = try reader.decode(request)
        let source = try #require(try reader.rows(request))
        #expect(samples(of: try readAll(source, groups: [3, 1])) == samples(of: whole.base))
        #expect(reader.info.warnings + source.warnings == whole.warnings)
      }
    }
  }

  @Test("A JPEG's rows bring its gain map")
  func gainMap() throws {
    let reader = try open(JPEGFixture.file())
    let whole = try #require(try reader.decode(DecodeRequest()).gainMap)
    let map = try #require(try reader.rows(DecodeRequest())?.gainMap)
    #expect(map.description == whole.description)
    #expect(samples(of: map.bitmap) == samples(of: whole.bitmap))
    #expect(try reader.rows(DecodeRequest(includesGainMap: false))?.gainMap == nil)
  }

  @Test("Pictures that need all their memory have no rows")
  func none() throws {
    #expect(try open(JPEGSamples.progressive).rows(DecodeRequest()) == nil)
    let interlaced = PNGBuilder(width: 9, height: 9, bitDepth: 8, colorType: 2, isInterlaced: true)
    #expect(try open(interlaced.file { _, _, _ in 1 }).rows(DecodeRequest()) == nil)
  }

  @Test("A cut picture ends with an error, or is filled up when that is allowed")
  func cut() throws {
    let png = PNGBuilder(width: 40, height: 60, bitDepth: 8, colorType: 2).file { UInt16($0 ^ $1 + $2) }
    for file in [Array(png[..<(png.count * 2 / 3)]), Array(JPEGSamples.quarter420.dropLast(60))] {
      let reader = try open(file)
      #expect(throws: ImageIOError.self) {
        let source = try #require(try reader.rows(DecodeRequest()))
        _ = try readAll(source, groups: [4])
      }
      let request = DecodeRequest(allowPartial: true)
      let whole = try reader.decode(request)
      let source = try #require(try reader.rows(request))
      #expect(samples(of: try readAll(source, groups: [4])) == samples(of: whole.base))
      #expect(source.isPartial && whole.isPartial)
    }
  }
}

@Suite struct StillRowSinkTests {
  @Test("A JPEG written by rows is the file written at once, gain map included")
  func jpeg() throws {
    for format in [PixelFormat.rgb8, .gray8, .rgba8, .rgb16] {
      let picture = StillImage(base: try patterned(75, 50, format, alpha: .opaque), encoding: .displayP3)
      for quality in [60.0, 95] {
        let options = EncodeOptions(quality: quality)
        let whole = try JPEGWriter().encode(picture, options: options)
        #expect(try write(picture, bands: [9, 16, 1], options: options, by: JPEGWriter()) == whole)
      }
    }
    var picture = try JPEGFixture.picture()
    picture.orientation = .left
    let whole = try JPEGWriter().encode(picture, options: EncodeOptions())
    #expect(try write(picture, bands: [5], options: EncodeOptions(), by: JPEGWriter()) == whole)
  }

  @Test("A progressive JPEG is not written by rows")
  func progressive() throws {
    let header = try JPEGFixture.picture().header
    let options = EncodeOptions(isProgressive: true)
    #expect(try JPEGWriter().rowSink(for: header, options: options, to: MemoryByteSink()) == nil)
  }

  @Test("A PNG written by rows has the pixels and the head of the file written at once")
  func png() throws {
    let writer = try #require(PNGFormat.writer)
    for format in [PixelFormat.rgb8, .rgb16, .rgba16, .gray8, .rgbaHalf] {
      let picture = StillImage(base: try patterned(61, 40, format), encoding: .itur2100PQ, orientation: .right)
      let file = try write(picture, bands: [7, 1], options: EncodeOptions(), by: writer)
      let whole = try open(writer.encode(picture, options: EncodeOptions()))
      let read = try open(file)
      #expect(samples(of: try read.decode(DecodeRequest()).base) == samples(of: try whole.decode(DecodeRequest()).base))
      #expect(read.info.encoding == whole.info.encoding && read.info.iccProfile == whole.info.iccProfile)
      #expect(read.info.orientation == .right)
    }
  }

  @Test("Filters look across the batches of a large PNG", arguments: [nil, 7] as [Int?])
  func pngBatches(speed: Int?) throws {
    let writer = try #require(PNGFormat.writer)
    let picture = StillImage(base: try patterned(5000, 700, .rgb16), encoding: .displayP3)
    let file = try write(picture, bands: [256], options: EncodeOptions(speed: speed), by: writer)
    let read = try open(file).decode(DecodeRequest()).base
    let rowBytes = 5000 * 6
    for row in 0..<700 {
      let isSame = unsafe [UInt8](UnsafeRawBufferPointer(start: read.rowAddress(row), count: rowBytes))
        .elementsEqual(UnsafeRawBufferPointer(start: picture.base.rowAddress(row), count: rowBytes))
      if !isSame {
        Issue.record("row \(row) differs")
        break
      }
    }
  }

  @Test("The light level of a PNG can be put in at the end")
  func lightLevel() throws {
    var picture = StillImage(base: try patterned(10, 10, .rgb16), encoding: .itur2100PQ)
    picture.hdr.lightLevel = ContentLightLevel(maxCLL: 0, maxFALL: 0)
    let output = MemoryByteSink()
    let writer = try #require(PNGFormat.writer)
    let sink = try #require(try writer.rowSink(for: picture.header, options: EncodeOptions(), to: output))
    try sink.write(picture.base)
    try sink.finish(lightLevel: ContentLightLevel(maxCLL: 900, maxFALL: 120))
    let info = try open(output.bytes).info
    #expect(info.hdr.lightLevel == ContentLightLevel(maxCLL: 900, maxFALL: 120))
    #expect(info.warnings.isEmpty)
  }

  @Test("A file that lacks rows is not ended")
  func missing() throws {
    let picture = StillImage(base: try patterned(10, 10, .rgb8), encoding: .sRGB)
    for writer in [PNGFormat.writer, JPEGFormat.writer] {
      let sink = try #require(
        try writer?.rowSink(for: picture.header, options: EncodeOptions(), to: MemoryByteSink()))
      #expect(throws: ImageIOError.self) { try sink.finish() }
    }
  }

  @Test("A file in the making is patched, and nameless until it is committed")
  func file() throws {
    let folder = try TemporaryFolder()
    let sink = try FileByteSink(path: folder.path("a"))
    try sink.append([1, 2, 3, 4])
    try sink.replace(at: 1, with: [9, 8])
    try sink.append([5])
    #expect(sink.count == 5 && sink.canReplace && folder.names.isEmpty)
    try sink.commit()
    #expect(try FileBytes(path: folder.path("a")).copy(0..<9) == [1, 9, 8, 4, 5])
    _ = try FileByteSink(path: folder.path("b"))
    #expect(folder.names == ["a"])
  }
}

@Suite struct AdaptiveRowSinkTests {
  /// Light of the alternate: brighter than the base where the base is bright.
  private func alternate(_ width: Int, _ height: Int) throws -> PixelBitmap {
    let bitmap = try PixelBitmap(width: width, height: height, format: .rgbaFloat, alpha: .opaque)
    for row in 0..<height {
      let values = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)
      for x in 0..<width * 4 { unsafe values[x] = Float((x * 7 + row * 13) % 256) / 64 }
    }
    return bitmap
  }

  @Test("A file whose map is computed from rows is the file made at once", arguments: [1, 2, 4], [1, 5, 16])
  func sameBytes(scale: Int, bandHeight: Int) throws {
    for (width, height) in [(75, 50), (64, 37)] {
      let picture = StillImage(base: try patterned(width, height, .rgb8, alpha: .opaque), encoding: .displayP3)
      let other = try alternate(width, height)
      let mapOptions = GainMapOptions(channels: .luma, scale: scale)
      let encoding = ColorEncoding.displayP3.linearized.extended
      let whole = try JPEGWriter().encode(picture, options: EncodeOptions()) { base throws(ImageIOError) in
        try GainMapComputer.compute(
          base: base, baseEncoding: .displayP3, alternate: other, alternateEncoding: encoding, options: mapOptions)
      }
      let output = MemoryByteSink()
      let header = AlternateHeader(format: .rgbaFloat, alpha: .opaque, encoding: encoding, mapOptions: mapOptions)
      let sink = try #require(
        try JPEGWriter().adaptiveRowSink(
          for: picture.header, alternate: header, options: EncodeOptions(), to: output))
      for row in stride(from: 0, to: height, by: 7) {
        try sink.writeBase(
          try #require(picture.base.cropped(x: 0, y: row, width: width, height: min(7, height - row))))
      }
      for row in stride(from: 0, to: height, by: bandHeight) {
        try sink.writeAlternate(
          try #require(other.cropped(x: 0, y: row, width: width, height: min(bandHeight, height - row))))
      }
      try sink.finish(hasGainMap: true)
      #expect(output.bytes == whole)
    }
  }

  @Test("Maps that need whole pictures are not made from rows")
  func none() throws {
    let header = try JPEGFixture.picture().header
    let alternate = AlternateHeader(
      format: .rgbaHalf, alpha: .opaque, encoding: .displayP3, mapOptions: GainMapOptions(channels: .rgb))
    #expect(
      try JPEGWriter().adaptiveRowSink(
        for: header, alternate: alternate, options: EncodeOptions(), to: MemoryByteSink()) == nil)
  }
}
