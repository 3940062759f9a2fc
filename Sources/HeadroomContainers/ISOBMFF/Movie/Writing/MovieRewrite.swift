/// How a file becomes one with another `moov` box.
package struct MovieRewrite: Sendable {
  /// A part of the new file.
  package enum Piece: Hashable, Sendable {
    /// Bytes of the old file.
    case kept(Range<Int>)
    case new([UInt8])
  }

  /// A change of the old file where it lies: bytes that are written, and the file's length then.
  package struct InPlace: Hashable, Sendable {
    package let write: FileWrite
    package let byteCount: Int
  }

  /// The new file from its first byte to its last.
  package let pieces: [Piece]
  /// Nil where data have to move, as `moov` lies before them and grows.
  package let inPlace: InPlace?

  /// - Throws: where an offset would not fit its field, or the file has offsets that cannot be moved here.
  init(of file: MovieFile, with movie: [UInt8]) throws(ImageIOError) {
    let old = file.box.start..<file.box.payload.upperBound
    let room = try Self.room(behind: old, in: file, for: movie.count - old.count)
    if let room {
      let write = FileWrite(offset: old.lowerBound, bytes: movie + room.filling)
      let isLast = room.end == file.bytes.count
      inPlace = InPlace(write: write, byteCount: isLast ? old.lowerBound + write.bytes.count : file.bytes.count)
      pieces = [.kept(0..<old.lowerBound), .new(write.bytes), .kept(room.end..<file.bytes.count)]
      return
    }
    inPlace = nil
    var offsets = MovedOffsets(file, from: UInt64(old.upperBound), by: Int64(movie.count - old.count))
    let moved = try offsets.movie(movie)
    try offsets.findFragments()
    var pieces: [Piece] = []
    var place = 0
    let writes = offsets.writes + [FileWrite(offset: old.lowerBound, bytes: moved)]
    for write in writes.sorted(by: { $0.offset < $1.offset }) {
      pieces += [.kept(place..<write.offset), .new(write.bytes)]
      place = write.offset == old.lowerBound ? old.upperBound : write.offset + write.bytes.count
    }
    self.pieces = pieces + [.kept(place..<file.bytes.count)]
  }

  /// The room of `moov` without a move of what follows: its own, up to the end of the file, or that of a `free` box.
  ///
  /// - Returns: where the room ends, and what lies there behind the new `moov`.
  private static func room(
    behind old: Range<Int>, in file: MovieFile, for growth: Int
  ) throws(ImageIOError) -> (end: Int, filling: [UInt8])? {
    if growth == 0 || old.upperBound == file.bytes.count { return (old.upperBound, []) }
    // A smaller box leaves a gap, which has to be a box too.
    if growth <= -8 { return (old.upperBound, free(-growth)) }
    let rest = ISOBoxList(
      bytes: file.bytes, range: old.upperBound..<file.bytes.count, path: "", depth: 0, limits: file.list.limits)
    var walker = rest.walk()
    guard let next = try? walker.next(), next.type == "free" || next.type == "skip", !next.isCut else { return nil }
    let left = next.byteCount - growth
    guard left == 0 || left >= 8 else { return nil }
    return (next.payload.upperBound, left == 0 ? [] : free(left))
  }

  private static func free(_ count: Int) -> [UInt8] { BoxBytes.box("free", MovieBoxes.zeros(count - 8)) }
}

extension MovieRewrite {
  /// Bytes of the new file.
  package var byteCount: Int {
    pieces.reduce(0) { sum, piece in
      switch piece {
      case .kept(let range): sum + range.count
      case .new(let bytes): sum + bytes.count
      }
    }
  }

  /// Writes the new file.
  package func write(from old: FileBytes, to sink: any ByteSink) throws(ImageIOError) {
    let step = 1 << 20
    for piece in pieces {
      switch piece {
      case .new(let bytes): try sink.append(bytes)
      case .kept(let range):
        for start in stride(from: range.lowerBound, to: range.upperBound, by: step) {
          let part = start..<min(start + step, range.upperBound)
          try sink.append(old.copy(part))
          old.release(part)
        }
      }
    }
  }
}
