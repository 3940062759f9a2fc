/// Pieces of sources, and gaps, one after the other from 0 on: what a track of a composition shows when.
///
/// Only lengths are stored, so that there are no overlaps. All arithmetic is exact as long as one timescale can hold the
/// times that meet.
package struct SegmentTimeline<Source: Hashable & Sendable>: Hashable, Sendable {
  /// A stretch that shows a source at one speed, or nothing.
  package struct Piece: Hashable, Sendable {
    /// Nil in gaps.
    package var source: Source?
    /// In the source's time; invalid in gaps.
    package var sourceRange: CMTimeRange
    /// In the timeline, above 0.
    package var duration: CMTime

    package init(_ source: Source, _ sourceRange: CMTimeRange, duration: CMTime) {
      (self.source, self.sourceRange, self.duration) = (source, sourceRange, duration)
    }

    /// At natural speed.
    package init(_ source: Source, _ sourceRange: CMTimeRange) {
      self.init(source, sourceRange, duration: sourceRange.duration)
    }

    /// A gap.
    package init(gap duration: CMTime) { (source, sourceRange, self.duration) = (nil, .invalid, duration) }

    package var isEmpty: Bool { source == nil }
  }

  package private(set) var pieces: [Piece] = []

  package init(_ pieces: [Piece] = []) { self.pieces = pieces }

  /// The end of the last piece.
  package var duration: CMTime { pieces.reduce(.zero) { $0 + $1.duration } }

  /// Each piece's place in the timeline.
  package var ranges: [CMTimeRange] {
    var end = CMTime.zero
    return pieces.map { piece in
      defer { end += piece.duration }
      return CMTimeRange(start: end, duration: piece.duration)
    }
  }

  /// The pieces as mappings from sources to the timeline.
  package var mappings: [CMTimeMapping] {
    zip(pieces, ranges).map { CMTimeMapping(source: $0.sourceRange, target: $1) }
  }

  /// The pieces of a part of the timeline, with a gap for what lies behind the end.
  package func slice(_ range: CMTimeRange) -> [Piece] {
    var copy = self
    let (first, last) = (copy.split(at: range.start), copy.split(at: range.end))
    let found = Array(copy.pieces[min(first, last)..<last])
    let rest = range.duration - SegmentTimeline(found).duration
    return rest > .zero ? found + [Piece(gap: rest)] : found
  }
}

extension SegmentTimeline {
  /// Puts pieces at a time and moves what comes after. Behind the end a gap is left before them; gaps at their end are left
  /// out where nothing comes after.
  package mutating func insert(_ new: [Piece], at time: CMTime) {
    let end = duration
    guard time < end else {
      let media = new.prefix(through: new.lastIndex { !$0.isEmpty } ?? -1)
      guard !media.isEmpty else { return }
      pieces += (time > end ? [Piece(gap: time - end)] : []) + media
      joinGaps()
      return
    }
    let index = split(at: time)
    pieces.insert(contentsOf: new, at: index)
    joinGaps()
  }

  /// Takes out a part and moves what comes after to its start.
  package mutating func remove(_ range: CMTimeRange) {
    let (first, last) = (split(at: range.start), split(at: range.end))
    pieces.removeSubrange(first..<last)
    joinGaps()
  }

  /// Makes a part longer or shorter, all in it alike, and moves what comes after.
  ///
  /// - Parameter duration: of the whole part, above 0, also where only its beginning lies in the timeline.
  package mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
    let (first, last) = (split(at: range.start), split(at: range.end))
    // Ends are scaled, not lengths, so that no roundings add up.
    var (oldEnd, newEnd) = (CMTime.zero, CMTime.zero)
    for index in first..<last {
      oldEnd += pieces[index].duration
      let end = oldEnd.scaled(by: duration, over: range.duration)
      pieces[index].duration = end - newEnd
      newEnd = end
    }
    pieces.removeAll { $0.duration <= .zero }
  }

  /// Cuts at a time.
  ///
  /// - Returns: the index of the first piece from there on.
  private mutating func split(at time: CMTime) -> Int {
    var end = CMTime.zero
    for (index, piece) in pieces.enumerated() {
      let start = end
      if start >= time { return index }
      end += piece.duration
      guard time < end else { continue }
      let (head, tail) = piece.split(at: time - start)
      pieces.replaceSubrange(index...index, with: [head, tail])
      return index + 1
    }
    return pieces.count
  }

  private mutating func joinGaps() {
    var joined: [Piece] = []
    for piece in pieces {
      if piece.isEmpty, let last = joined.last, last.isEmpty {
        joined[joined.count - 1].duration += piece.duration
      } else {
        joined.append(piece)
      }
    }
    pieces = joined
  }
}

extension SegmentTimeline.Piece {
  /// - Parameter offset: inside the piece.
  fileprivate func split(at offset: CMTime) -> (Self, Self) {
    var (head, tail) = (self, self)
    head.duration = offset
    tail.duration = duration - offset
    guard !isEmpty else { return (head, tail) }
    head.sourceRange.duration = sourceRange.duration.scaled(by: offset, over: duration)
    tail.sourceRange = CMTimeRange(start: head.sourceRange.end, end: sourceRange.end)
    return (head, tail)
  }

  /// The source's time at a time inside the piece.
  package func sourceTime(at offset: CMTime) -> CMTime {
    sourceRange.start + offset.scaled(by: sourceRange.duration, over: duration)
  }
}
