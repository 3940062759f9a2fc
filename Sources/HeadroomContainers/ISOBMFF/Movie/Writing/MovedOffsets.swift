/// Offsets of a file, for when what lies behind a place moves.
///
/// Fragments count from their `moof`, so that they say the same elsewhere; others state a base. `sidx` counts from its
/// own end.
struct MovedOffsets {
  private let file: MovieFile
  private let start: UInt64
  private let step: Int64
  /// Changes outside of `moov`, by offsets of the old file.
  private(set) var writes: [FileWrite] = []

  /// - Parameters:
  ///   - start: of what moves.
  ///   - step: how far it moves.
  init(_ file: MovieFile, from start: UInt64, by step: Int64) {
    (self.file, self.start, self.step) = (file, start, step)
  }

  /// A `moov` box with moved offsets of chunks.
  func movie(_ bytes: [UInt8]) throws(ImageIOError) -> [UInt8] {
    let list = ISOBoxList(of: FileBytes(bytes), limits: file.list.limits)
    let box = try list.required("moov", among: try list.boxes())
    try refuseOthers(list, box)
    var moved = bytes
    for track in try Movie(box, in: list).tracks {
      try refuseSplit(track)
      let chunks = track.samples.chunks
      for index in 0..<chunks.count {
        let isWide = chunks.entrySize == 8
        let offset = Self.offset(of: index, chunks)
        let place = chunks.offset(of: index)
        guard let field = try field(offset, isWide: isWide, part: chunks.part, place: place) else { continue }
        moved.replaceSubrange(place..<place + field.count, with: field)
      }
    }
    return moved
  }

  /// A chunk that begins before the place and has samples behind it cannot move as a whole.
  private func refuseSplit(_ track: MovieTrack) throws(ImageIOError) {
    let chunks = track.samples.chunks
    guard (0..<chunks.count).contains(where: { Self.offset(of: $0, chunks) < start }) else { return }
    var walker = track.samples.walk()
    var (end, moves) = (UInt64(0), false)
    while let sample = try walker.next() {
      // Samples of a chunk follow each other; what begins elsewhere is another chunk.
      if sample.offset != end || sample.index == 0 { moves = sample.offset >= start }
      guard moves || sample.offset < start else {
        throw .unsupported(part: track.part, text: "the samples of one chunk do not move as a whole")
      }
      end = sample.offset &+ UInt64(sample.byteCount)
    }
  }

  private static func offset(of chunk: Int, _ chunks: BoxTable) -> UInt64 {
    chunks.entrySize == 8 ? chunks.long(chunk) : UInt64(chunks.word(chunk))
  }

  /// The bytes of an offset that moves; nil where it stays.
  private func field(
    _ offset: UInt64, isWide: Bool, part: String, place: Int
  ) throws(ImageIOError) -> [UInt8]? {
    offset >= start ? try moved(offset, isWide: isWide, part: part, place: place) : nil
  }

  /// The bytes of an offset after the move.
  private func moved(_ offset: UInt64, isWide: Bool, part: String, place: Int) throws(ImageIOError) -> [UInt8] {
    let (moved, overflow) = offset.addingReportingOverflow(UInt64(bitPattern: step))
    // A step back overflows as an unsigned number.
    guard overflow == (step < 0), isWide || moved <= UInt64(UInt32.max) else {
      throw .overLimit(
        part: part, quantity: "offset of data", declared: moved,
        limit: isWide ? UInt64.max : UInt64(UInt32.max), offset: place)
    }
    return isWide
      ? MovieBoxes.words(UInt32(moved >> 32), UInt32(moved & 0xFFFF_FFFF)) : MovieBoxes.words(UInt32(moved))
  }

  /// Some boxes with offsets are not moved: of encryption, and of pictures beside the film.
  private func refuseOthers(_ list: ISOBoxList, _ movie: ISOBox) throws(ImageIOError) {
    func unsupported(_ box: ISOBox) -> ImageIOError {
      .unsupported(part: box.path, text: "its offsets cannot be moved")
    }
    var boxes = FileBoxes(file.list)
    while let box = boxes.next() {
      if box.type == "meta", holdsLocations(box, in: file.list) { throw unsupported(box) }
      if box.type == "sidx", UInt64(box.start) < start { throw unsupported(box) }
    }
    let inner = try list.inside(movie)
    for box in try inner.boxes() where box.type == "meta" || box.type == "trak" {
      if box.type == "meta", holdsLocations(box, in: inner) { throw unsupported(box) }
      if box.type == "trak", let found = auxiliaryOffsets(box, in: inner) { throw unsupported(found) }
    }
  }

  private func holdsLocations(_ box: ISOBox, in list: ISOBoxList) -> Bool {
    guard let inner = try? list.inside(box, skipping: 4) else { return false }
    return inner.boxesBeforeDamage().boxes.contains { $0.type == "iloc" }
  }

  /// The `saio` box of a track's tables.
  private func auxiliaryOffsets(_ track: ISOBox, in list: ISOBoxList) -> ISOBox? {
    var (box, level) = (track, list)
    for type in ["mdia", "minf", "stbl", "saio"] as [FourCC] {
      guard let inner = try? level.inside(box),
        let child = inner.boxesBeforeDamage().boxes.first(where: { $0.type == type })
      else { return nil }
      (box, level) = (child, inner)
    }
    return box
  }

  // MARK: - Fragments

  /// Finds the offsets of fragments (`tfhd`) and of their list (`tfra`).
  mutating func findFragments() throws(ImageIOError) {
    var boxes = FileBoxes(file.list)
    while let box = boxes.next() {
      if box.type == "moof", !box.isCut { try findBases(box) }
      if box.type == "mfra", !box.isCut { try findEntries(box) }
    }
  }

  private mutating func findBases(_ box: ISOBox) throws(ImageIOError) {
    let list = try file.list.inside(box)
    for child in try list.boxes() where child.type == "traf" {
      let inner = try list.inside(child)
      let boxes = try inner.boxes()
      for head in boxes where head.type == "tfhd" {
        var reader = inner.reader(of: head)
        let facts = try FragmentHead(&reader, defaults: [:])
        let base = facts.base ?? UInt64(box.start)
        guard facts.base != nil || facts.isFromFragment else { continue }
        let moves = try dataMove(boxes, in: inner, base: base) ?? (base >= start)
        if let place = facts.basePlace, moves {
          writes.append(FileWrite(offset: place, bytes: try moved(base, isWide: true, part: head.path, place: place)))
        } else if facts.base == nil, moves != (base >= start) {
          throw .unsupported(part: child.path, text: "the data do not move with the fragment")
        }
      }
    }
  }

  /// Whether the data of a track's part of a fragment move; nil where no run says where they are.
  ///
  /// - Throws: where some do.
  private func dataMove(_ boxes: [ISOBox], in list: ISOBoxList, base: UInt64) throws(ImageIOError) -> Bool? {
    var moves: Bool?
    for box in boxes where box.type == "trun" {
      var reader = list.reader(of: box)
      guard let offset = try FragmentRun(&reader, defaults: FragmentDefaults()).dataOffset else { continue }
      let place = Int128(base) + Int128(offset)
      guard moves ?? (place >= Int128(start)) == (place >= Int128(start)) else {
        throw .unsupported(part: box.path, text: "the data of one fragment do not move as a whole")
      }
      moves = place >= Int128(start)
    }
    return moves
  }

  /// ```
  /// tfra  u8 version, u24 flags | u32 track | u32 sizes of numbers, two bits each | u32 count
  ///       each: u32 or, in version 1, u64 time, offset of the moof | 1 to 4 bytes each of numbers
  /// ```
  private mutating func findEntries(_ box: ISOBox) throws(ImageIOError) {
    let list = try file.list.inside(box)
    for child in try list.boxes() where child.type == "tfra" {
      var reader = list.reader(of: child)
      let isWide = try reader.fullBoxHeader().version == 1
      try reader.skip(4)
      let sizes = try reader.u32()
      let rest = [4, 2, 0].reduce(0) { $0 + Int(sizes >> UInt32($1) & 3) + 1 }
      let table = try BoxTable(&reader, entrySize: (isWide ? 16 : 8) + rest)
      for index in 0..<table.count {
        var entry = table.reader(of: index)
        try entry.skip(isWide ? 8 : 4)
        let place = entry.position
        try add(isWide ? try entry.u64() : UInt64(try entry.u32()), isWide: isWide, part: child.path, place: place)
      }
    }
  }

  private mutating func add(_ offset: UInt64, isWide: Bool, part: String, place: Int) throws(ImageIOError) {
    guard let field = try field(offset, isWide: isWide, part: part, place: place) else { return }
    writes.append(FileWrite(offset: place, bytes: field))
  }
}
