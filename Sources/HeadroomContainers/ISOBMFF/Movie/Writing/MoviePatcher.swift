/// Changes boxes of sample entries in the `moov` box of a finished file, with the sizes of all boxes around them:
/// `amve` and `dvvC`, which muxers leave out, or a `colr` that is known only at the end.
///
/// ``rewrite()`` then says what is to be written where.
package struct MoviePatcher: Sendable {
  private let file: MovieFile
  /// The `moov` box as it is now, with its header.
  package private(set) var movie: [UInt8]

  package init(_ file: MovieFile) {
    self.file = file
    movie = file.bytes.copy(file.box.start..<file.box.payload.upperBound)
  }

  /// Puts a box into a picture's sample entry: in the place of those of its type, else behind the last box.
  ///
  /// - Parameters:
  ///   - box: one whole box.
  ///   - track: the number of a track of pictures.
  ///   - entry: index of one of its entries.
  /// - Throws: where there is no such entry, or a box around it grows beyond its size field.
  package mutating func put(_ box: [UInt8], track: UInt32, entry: Int = 0) throws(ImageIOError) {
    let boxes = try ISOBoxList(of: FileBytes(box), limits: file.list.limits).boxes()
    guard let new = boxes.first, boxes.count == 1, !new.isCut, new.byteCount == box.count else {
      throw .malformed(part: "box", text: "\(box.count) bytes are not one box", offset: nil)
    }
    let target = try entryPlace(track, entry)
    let old = target.entry.boxes.filter { $0.type == new.type }
    // Behind what can be read: what follows may be four bytes of zero, at which readers stop.
    let end = target.entry.boxes.last?.payload.upperBound ?? target.entry.list.range.lowerBound
    var ranges = old.map { $0.start..<$0.payload.upperBound }
    let first = ranges.isEmpty ? end..<end : ranges.removeFirst()
    try replace(ranges.map { ($0, []) } + [(first, box)], around: target.around)
  }

  /// Takes the boxes of a type out of a picture's sample entry; nothing happens where there are none.
  package mutating func remove(_ type: FourCC, track: UInt32, entry: Int = 0) throws(ImageIOError) {
    let target = try entryPlace(track, entry)
    let old = target.entry.boxes.filter { $0.type == type }
    try replace(old.map { ($0.start..<$0.payload.upperBound, []) }, around: target.around)
  }

  /// What is to be written where.
  package func rewrite() throws(ImageIOError) -> MovieRewrite { try MovieRewrite(of: file, with: movie) }

  // MARK: - Places

  /// The list of the new `moov` alone. Its offsets are those of ``movie``.
  private var list: ISOBoxList { ISOBoxList(of: FileBytes(movie), limits: file.list.limits) }

  /// An entry as it is now, and the boxes around it from the outermost to itself.
  private func entryPlace(
    _ track: UInt32, _ number: Int
  ) throws(ImageIOError) -> (entry: SampleEntry, around: [ISOBox]) {
    let list = list
    let moov = try list.required("moov", among: try list.boxes())
    guard let found = try Movie(moov, in: list).tracks.first(where: { $0.id == track }) else {
      throw .malformed(part: "moov", text: "there is no track \(track)", offset: file.box.start)
    }
    guard found.entries.indices.contains(number), found.entries[number].size != nil else {
      throw .unsupported(part: found.part, text: "entry \(number + 1) of \(found.entries.count) is no picture's")
    }
    let entry = found.entries[number]
    var (around, level) = ([ISOBox](), list)
    while around.last?.start != entry.box.start {
      guard let box = try level.boxes().first(where: { $0.payload.contains(entry.box.start) || $0 == entry.box })
      else { throw .internalError("an entry lies outside of the boxes around it") }
      around.append(box)
      level = try level.inside(box, skipping: box.type == "stsd" ? 8 : 0)
    }
    return (entry, around)
  }

  // MARK: - Growing

  /// - Parameter pieces: that do not overlap.
  private mutating func replace(
    _ pieces: [(range: Range<Int>, bytes: [UInt8])], around boxes: [ISOBox]
  ) throws(ImageIOError) {
    var changed = movie
    let growth = pieces.reduce(0) { $0 + $1.bytes.count - $1.range.count }
    for box in boxes { try Self.grow(box, by: growth, in: &changed) }
    // From the last on, so that the places of the others stay; all headers lie before.
    for piece in pieces.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      changed.replaceSubrange(piece.range, with: piece.bytes)
    }
    movie = changed
  }

  /// A size of 0, to the end of the file, says nothing that changes; 1 has a field of 64 bits behind the type.
  private static func grow(_ box: ISOBox, by growth: Int, in bytes: inout [UInt8]) throws(ImageIOError) {
    let field = ByteReader(FileBytes(bytes[box.start..<box.start + 4]), part: box.path)
    var reader = field
    let kind = try reader.u32()
    guard kind != 0 else { return }
    let size = box.byteCount + growth
    var out = ByteWriter(reserving: 8)
    if kind == 1 {
      out.u64(UInt64(size))
    } else if let size = UInt32(exactly: size) {
      out.u32(size)
    } else {
      throw .overLimit(
        part: box.path, quantity: "box size", declared: UInt64(size), limit: UInt64(UInt32.max), offset: box.start)
    }
    let start = kind == 1 ? box.start + 8 : box.start
    bytes.replaceSubrange(start..<start + out.bytes.count, with: out.bytes)
  }
}

/// Bytes that are written over others.
package struct FileWrite: Hashable, Sendable {
  package let offset: Int
  package let bytes: [UInt8]
}

extension SampleEntry {
  /// What gives a box another content of the same size, as `clli` and `mdcv` once the light is measured. Nothing moves.
  ///
  /// - Throws: where the entry has no such box, or its size is another.
  package func overwriting(_ type: FourCC, with payload: [UInt8]) throws(ImageIOError) -> FileWrite {
    guard let old = box(type) else {
      throw .malformed(part: box.path, text: "the box '\(type)' is missing", offset: box.start)
    }
    guard old.payload.count == payload.count else {
      throw .unsupported(part: old.path, text: "\(payload.count) bytes over \(old.payload.count)")
    }
    return FileWrite(offset: old.payload.lowerBound, bytes: payload)
  }
}
