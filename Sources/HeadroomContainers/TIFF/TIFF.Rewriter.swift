extension TIFF {
  /// A directory that is rewritten.
  package struct NewDirectory {
    package var fields: [UInt16: TIFFValue]
    /// Directories that it points to, by the tag of the pointer.
    package var below: [UInt16: NewDirectory]

    package init(_ fields: [UInt16: TIFFValue], below: [UInt16: NewDirectory] = [:]) {
      self.fields = fields
      self.below = below
    }
  }

  /// The change of a file's directory.
  package struct DirectoryChange {
    /// Tags of removed fields.
    package var removed: Set<UInt16> = []
    /// Fields that are set.
    package var replacing = NewDirectory([:])

    package init() {}
  }

  /// Rewrites a file with other fields. Strips, tiles and all other values stay byte for byte as they are; bytes that
  /// no field points to are dropped.
  ///
  /// ```
  /// header | for each directory: strips or tiles | directories below it | values | entries
  /// ```
  package struct Rewriter {
    private let file: File
    private var out: [UInt8]
    /// Bytes that may still be copied: segments of a damaged file can overlap.
    private var budget: Int
    private var depth = 0

    package init(_ file: File) {
      self.file = file
      out = file.bytes.copy(0..<min(file.headerSize, file.bytes.count))
      budget = 2 * file.bytes.count
    }

    /// The file.
    ///
    /// - Parameter change: returns the change of a picture's directory.
    /// - Throws: ``ImageIOError`` where the file is cut, or has unknown pointers.
    package mutating func bytes(
      changing change: @escaping (Directory) throws(ImageIOError) -> DirectoryChange
    ) throws(ImageIOError) -> [UInt8] {
      out.reserveCapacity(file.bytes.count + 4096)
      var link = file.isBig ? 8 : 4
      for directory in file.directories {
        let (offset, next) = try append(directory, change)
        put(offset, at: link)
        link = next
      }
      guard file.isBig || out.count <= Int(UInt32.max) else {
        throw .notEncodable(format: "tiff", text: "a file of this kind has at most 4 GiB")
      }
      return out
    }
  }
}

/// A field as it is written.
private struct RawField {
  let tag: UInt16
  let type: UInt16
  let count: Int
  let bytes: [UInt8]
}

extension TIFF.Rewriter {
  private var wordSize: Int { file.isBig ? 8 : 4 }

  private func number(_ value: Int, size: Int) -> [UInt8] {
    let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return file.byteOrder == .little ? little : little.reversed()
  }

  private mutating func put(_ offset: Int, at place: Int) {
    guard place + wordSize <= out.count else { return }
    out.replaceSubrange(place..<place + wordSize, with: number(offset, size: wordSize))
  }

  private mutating func align() { if out.count % 2 != 0 { out.append(0) } }

  // MARK: Directories

  /// - Returns: the directory's offset, and the place for the offset of the next one.
  private mutating func append(
    _ directory: TIFF.Directory, _ change: ((TIFF.Directory) throws(ImageIOError) -> TIFF.DirectoryChange)?
  ) throws(ImageIOError) -> (offset: Int, link: Int) {
    guard depth < 8 else {
      throw .overLimit(part: "IFD", quantity: "depth", declared: UInt64(depth), limit: 8, offset: directory.offset)
    }
    depth += 1
    defer { depth -= 1 }
    let change = try change.map { (change) throws(ImageIOError) in (change, try change(directory)) }
    let new = change?.1 ?? TIFF.DirectoryChange()
    var fields: [UInt16: RawField] = [:]
    for field in directory.fields where !new.removed.contains(field.tag) && fields[field.tag] == nil {
      guard new.replacing.fields[field.tag] == nil, new.replacing.below[field.tag] == nil else { continue }
      fields[field.tag] = try copied(field, of: directory, change?.0)
    }
    try add(new.replacing, to: &fields)
    return write(Array(fields.values))
  }

  private mutating func add(
    _ directory: TIFF.NewDirectory, to fields: inout [UInt16: RawField]
  ) throws(ImageIOError) {
    for (tag, value) in directory.fields { fields[tag] = raw(tag, value) }
    // In the order of their tags: the same edit gives the same bytes.
    for (tag, below) in directory.below.sorted(by: { $0.key < $1.key }) {
      var inner: [UInt16: RawField] = [:]
      try add(below, to: &inner)
      fields[tag] = pointers(tag, [write(Array(inner.values)).offset])
    }
  }

  private mutating func write(_ fields: [RawField]) -> (offset: Int, link: Int) {
    var table = number(fields.count, size: file.isBig ? 8 : 2)
    for field in fields.sorted(by: { $0.tag < $1.tag }) {
      table += number(Int(field.tag), size: 2) + number(Int(field.type), size: 2)
      table += number(field.count, size: wordSize)
      if field.bytes.count <= wordSize {
        table += field.bytes + [UInt8](repeating: 0, count: wordSize - field.bytes.count)
      } else {
        align()
        table += number(out.count, size: wordSize)
        out += field.bytes
      }
    }
    align()
    let offset = out.count
    out += table + [UInt8](repeating: 0, count: wordSize)
    return (offset, out.count - wordSize)
  }

  // MARK: Fields

  private func raw(_ tag: UInt16, _ value: TIFFValue) -> RawField {
    let (count, bytes) = value.encoded
    let little = TIFF.DirectoryWriter.Entry(tag, value)
    return RawField(
      tag: tag, type: little.type, count: count, bytes: file.byteOrder == .little ? little.bytes : bytes)
  }

  private func pointers(_ tag: UInt16, _ offsets: [Int]) -> RawField {
    RawField(
      tag: tag, type: file.isBig ? 18 : 4, count: offsets.count, bytes: offsets.flatMap { number($0, size: wordSize) })
  }

  private func places(_ tag: UInt16, _ offsets: [Int]) -> RawField {
    RawField(
      tag: tag, type: file.isBig ? 16 : 4, count: offsets.count, bytes: offsets.flatMap { number($0, size: wordSize) })
  }

  private mutating func copied(
    _ field: TIFF.Field, of directory: TIFF.Directory,
    _ change: ((TIFF.Directory) throws(ImageIOError) -> TIFF.DirectoryChange)?
  ) throws(ImageIOError) -> RawField {
    if let counts = Self.segments[field.tag] { return try segments(field, counts: counts, of: directory) }
    if Self.oldJPEG.contains(field.tag) {
      throw .unsupported(part: TIFF.tagName(field.tag), text: "tables of a JPEG picture in its old form are not moved")
    }
    let isPointer = Self.directories.contains(field.tag) || field.type == 13 || field.type == 18
    if isPointer {
      var offsets: [Int] = []
      for index in 0..<min(field.count, 65_536) {
        guard let offset = file.integer(field, at: index) else { throw cut(field) }
        let below = try file.directory(at: offset, part: TIFF.tagName(field.tag))
        try spend(below.byteCount, below.offset)
        // Only subdirectories hold pictures; the other directories describe how they were taken.
        offsets.append(try append(below, field.tag == TIFF.Tag.subDirectories ? change : nil).offset)
      }
      return pointers(field.tag, offsets)
    }
    guard let range = file.range(of: field) else { throw cut(field) }
    try spend(range.count, range.lowerBound)
    return RawField(tag: field.tag, type: field.type, count: Int(clamping: field.count), bytes: file.bytes.copy(range))
  }

  private func cut(_ field: TIFF.Field) -> ImageIOError {
    .truncated(
      part: TIFF.tagName(field.tag), needed: field.byteCount, available: UInt64(file.bytes.count), offset: field.offset)
  }

  private mutating func spend(_ count: Int, _ offset: Int) throws(ImageIOError) {
    budget -= count
    guard budget >= 0 else { throw .malformed(part: "IFD", text: "parts of the file overlap", offset: offset) }
  }

  /// Fields with places of strips, tiles or a preview, and those with their lengths.
  private static let segments: [UInt16: UInt16] = [
    TIFF.Tag.stripOffsets: TIFF.Tag.stripByteCounts, TIFF.Tag.tileOffsets: TIFF.Tag.tileByteCounts, 513: 514,
  ]
  private static let oldJPEG: Set<UInt16> = [519, 520, 521]
  private static let directories: Set<UInt16> = [
    TIFF.Tag.subDirectories, TIFF.Tag.exifDirectory, TIFF.Tag.gpsDirectory, TIFF.Tag.interoperabilityDirectory, 400,
  ]

  private mutating func segments(
    _ field: TIFF.Field, counts: UInt16, of directory: TIFF.Directory
  ) throws(ImageIOError) -> RawField {
    // Some writers put the lengths of tiles into the tags of strips.
    guard let lengths = directory[counts] ?? directory[TIFF.Tag.stripByteCounts], lengths.count >= field.count else {
      throw .unsupported(part: TIFF.tagName(field.tag), text: "strips without lengths are not moved")
    }
    var offsets: [Int] = []
    offsets.reserveCapacity(Int(clamping: min(field.count, UInt64(file.bytes.count))))
    for index in 0..<field.count {
      guard let start = file.integer(field, at: index), let length = file.integer(lengths, at: index) else {
        throw cut(field)
      }
      let (end, overflow) = start.addingReportingOverflow(length)
      guard !overflow, end <= UInt64(file.bytes.count) else {
        throw .incompletePicture(part: "IFD", offset: field.offset)
      }
      try spend(Int(length), Int(start))
      align()
      offsets.append(out.count)
      out += file.bytes.copy(Int(start)..<Int(end))
    }
    return places(field.tag, offsets)
  }
}
