extension TIFF {
  /// The strips or tiles of a picture, and the places of their bytes.
  package struct Segments: Sendable {
    package let isTiled: Bool
    /// Pixels across a segment.
    package let width: Int
    /// Rows of a segment; the last strip can have fewer.
    package let height: Int
    /// Segments side by side.
    package let across: Int
    /// Segments one below the other.
    package let down: Int
    private let pictureHeight: Int
    private let offsets: Field
    private let byteCounts: Field?
  }
}

extension TIFF.Segments {
  package init(
    _ file: TIFF.File, _ directory: TIFF.Directory, part: String, size: (width: Int, height: Int), planes: Int
  ) throws(ImageIOError) {
    pictureHeight = size.height
    let tileOffsets = directory[TIFF.Tag.tileOffsets]
    isTiled = directory[TIFF.Tag.tileWidth] != nil && directory[TIFF.Tag.tileLength] != nil
    // Some writers put the places of tiles into the tags of strips.
    guard let offsets = isTiled ? tileOffsets ?? directory[TIFF.Tag.stripOffsets] : directory[TIFF.Tag.stripOffsets]
    else {
      throw .malformed(part: part, text: "no \(isTiled ? "TileOffsets" : "StripOffsets")", offset: directory.offset)
    }
    self.offsets = offsets
    byteCounts =
      isTiled && tileOffsets != nil
      ? directory[TIFF.Tag.tileByteCounts] : directory[TIFF.Tag.stripByteCounts]
    if isTiled {
      let (wide, high) = (
        file.first(TIFF.Tag.tileWidth, of: directory) ?? 0, file.first(TIFF.Tag.tileLength, of: directory) ?? 0
      )
      try file.limits.check(width: wide, height: high, part: "\(part)/tile", offset: directory.offset)
      (width, height) = (Int(wide), Int(high))
    } else {
      let rows = file.first(TIFF.Tag.rowsPerStrip, of: directory) ?? UInt64(size.height)
      guard rows > 0 else { throw .malformed(part: part, text: "strips of no rows", offset: directory.offset) }
      width = size.width
      height = Int(min(rows, UInt64(size.height)))
    }
    across = (size.width - 1) / width + 1
    down = (size.height - 1) / height + 1
    let needed = UInt64(across) * UInt64(down) * UInt64(planes)
    guard offsets.count >= needed, file.range(of: offsets) != nil else {
      throw .truncated(
        part: "\(part)/\(TIFF.tagName(offsets.tag))", needed: needed * UInt64(offsets.elementSize),
        available: min(offsets.byteCount, UInt64(file.bytes.count)), offset: offsets.offset)
    }
  }

  /// Segments of one plane.
  package var perPlane: Int { across * down }

  /// Rows of the segments of a row of segments.
  package func rows(inRow row: Int) -> Int { isTiled ? height : min(height, pictureHeight - row * height) }

  /// The range of a segment's bytes, cut to the file. Empty for a segment that is not stored.
  ///
  /// - Returns: the range, and whether the file ends before the segment does.
  package func range(of index: Int, in file: TIFF.File, uncompressedBytes: UInt64?) -> (range: Range<Int>, isCut: Bool)
  {
    let end = UInt64(file.bytes.count)
    guard let offset = file.integer(offsets, at: UInt64(index)) else { return (0..<0, true) }
    let declared = byteCounts.flatMap { file.integer($0, at: UInt64(index)) }
    if declared == 0 { return (0..<0, false) }
    // The lengths of uncompressed segments are known, and wrong in some files. Without lengths the codec gets the rest
    // of the file and stops by itself.
    let length = uncompressedBytes ?? declared ?? end
    guard offset < end else { return (0..<0, true) }
    let stop = length > end - offset ? end : offset + length
    return (Int(offset)..<Int(stop), length > end - offset && (uncompressedBytes ?? declared) != nil)
  }

  /// The stored bytes of all segments, without those beyond the file's end, and the number of stored segments.
  package func storedBytes(in file: TIFF.File, planes: Int) -> (bytes: UInt64, segments: UInt64) {
    var sum: UInt64 = 0
    var stored: UInt64 = 0
    for index in 0..<perPlane * planes {
      let (range, isCut) = range(of: index, in: file, uncompressedBytes: nil)
      if !range.isEmpty || isCut { stored += 1 }
      sum += UInt64(range.count)
    }
    return (sum, stored)
  }
}
