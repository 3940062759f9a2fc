internal import HeadroomContainers

extension DNG {
  /// A small picture whose strips or tiles are independent streams, or that is not compressed: its bytes and the fields
  /// of its directory, as a TIFF file that holds nothing else.
  struct PicturePreview {
    private let file: TIFF.File
    private let directory: TIFF.Directory
    private let segments: TIFF.Segments
    private let ranges: [Range<Int>]
  }
}

extension DNG.PicturePreview {
  /// The schemes that ordinary TIFF readers support.
  private static let compressions: Set<UInt64> = [1, 5, 7, 8, 32946]
  private static let mostSegments = 4096
  /// The tags that describe how samples are stored.
  private static let tags = [
    TIFF.Tag.imageWidth, TIFF.Tag.imageLength, TIFF.Tag.bitsPerSample, TIFF.Tag.compression, TIFF.Tag.photometric,
    TIFF.Tag.samplesPerPixel, TIFF.Tag.planarConfiguration, TIFF.Tag.predictor, TIFF.Tag.jpegTables,
    TIFF.Tag.coefficients, TIFF.Tag.subsampling, TIFF.Tag.referenceBlackWhite,
  ]

  /// Nil for pictures that are truncated, larger than `budget` bytes, or not of a preview's kind: 8 bits of grey, RGB
  /// or Y'CbCr.
  init?(
    _ file: TIFF.File, _ directory: TIFF.Directory, part: String, size: (width: Int, height: Int), budget: Int
  ) {
    let fields = DNG.Fields(file, directory)
    let samples = fields.integer(TIFF.Tag.samplesPerPixel) ?? 1
    guard Self.compressions.contains(fields.integer(TIFF.Tag.compression) ?? 1), samples == 1 || samples == 3,
      [1, 2, 6].contains(fields.integer(TIFF.Tag.photometric) ?? 0),
      (fields.integers(TIFF.Tag.bitsPerSample, limit: 4) ?? []).allSatisfy({ $0 == 8 }),
      fields.integer(TIFF.Tag.planarConfiguration) ?? 1 == 1,
      let segments = try? TIFF.Segments(file, directory, part: part, size: size, planes: 1),
      segments.perPlane <= Self.mostSegments
    else { return nil }
    let places = (0..<segments.perPlane).map { segments.range(of: $0, in: file, uncompressedBytes: nil) }
    guard let first = places.first, places.allSatisfy({ !$0.isCut && !$0.range.isEmpty }),
      LosslessJPEG.frameMarker(file.bytes, range: first.range) != LosslessJPEG.startOfFrame,
      places.reduce(0, { $0 + $1.range.count }) <= budget
    else { return nil }
    (self.file, self.directory, self.segments) = (file, directory, segments)
    ranges = places.map(\.range)
  }

  var storedBytes: Int { ranges.reduce(0) { $0 + $1.count } }

  var bytes: [UInt8] {
    var bytes = TIFF.DirectoryWriter.header(isBig: false)
    var offsets: [UInt32] = []
    for range in ranges {
      offsets.append(UInt32(bytes.count))
      bytes += file.bytes.copy(range)
    }
    if bytes.count % 2 != 0 { bytes.append(0) }
    var writer = TIFF.DirectoryWriter(isBig: false, start: bytes.count)
    let place = writer.append(entries(offsets).sorted { $0.tag < $1.tag })
    bytes += writer.bytes
    bytes.replaceSubrange(4..<8, with: TIFF.DirectoryWriter.number(place, size: 4))
    return bytes
  }

  private func entries(_ offsets: [UInt32]) -> [TIFF.DirectoryWriter.Entry] {
    let kept = Self.tags.compactMap { tag in
      directory[tag].flatMap { file.value($0, limit: 1 << 16) }.map { TIFF.DirectoryWriter.Entry(tag, $0) }
    }
    let counts = TIFFValue.longs(ranges.map { UInt32($0.count) })
    let (places, sizes, shape) =
      segments.isTiled
      ? (DNG.Tag.tileOffsets, DNG.Tag.tileByteCounts, [TIFF.Tag.tileWidth, DNG.Tag.tileLength])
      : (TIFF.Tag.stripOffsets, TIFF.Tag.stripByteCounts, [TIFF.Tag.rowsPerStrip])
    let lengths = segments.isTiled ? [segments.width, segments.height] : [segments.height]
    return kept + [.init(places, .longs(offsets)), .init(sizes, counts)]
      + zip(shape, lengths).map { .init($0, .longs([UInt32($1)])) }
  }
}
