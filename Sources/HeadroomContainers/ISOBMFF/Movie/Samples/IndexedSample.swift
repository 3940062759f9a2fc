/// A sample of a track, as small as it can be held: a film has hundreds of thousands.
package struct IndexedSample: Hashable, Sendable {
  /// Where its bytes begin in the file; they may lie behind its end.
  package let offset: UInt64
  package let byteCount: UInt32
  /// How long it lasts in the order of decoding, in ticks of the track.
  package let duration: UInt32
  /// When it is decoded, in ticks of the track.
  package let decodeTime: Int64
  /// From decoding to showing.
  package let delay: Int32
  /// Index of its entry in ``MovieTrack/entries``, where it exists.
  package let entry: UInt16
  /// Whether it needs no other sample.
  package let isKey: Bool

  /// When it is shown, before edits.
  package var time: Int64 { decodeTime + Int64(delay) }
  /// When it ends, before edits.
  package var end: Int64 { time + Int64(duration) }

  /// The range of its bytes, as far as a file has them.
  package func range(in file: FileBytes) -> Range<Int> {
    let start = min(Int(clamping: offset), file.count)
    return start..<start + min(Int(byteCount), file.count - start)
  }

  /// Whether a file ends inside, or before.
  package func isCut(in file: FileBytes) -> Bool { range(in: file).count < Int(byteCount) }
}
