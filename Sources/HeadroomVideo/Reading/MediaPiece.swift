/// A piece of a track's samples, and when an output gives it.
struct MediaPiece {
  let source: ResolvedSource
  /// In the time of the source's track, after its edits.
  let shown: CMTimeRange
  /// In the time of the samples, before edits. An empty one holds a sample for long.
  let media: CMTimeRange
  /// In the asset's time.
  let target: CMTimeRange

  /// The asset's time of a time of the samples, also beyond the piece.
  func time(_ time: CMTime) -> CMTime {
    let offset = time - media.start
    guard media.duration > .zero, media.duration != target.duration else { return target.start + offset }
    return target.start + offset.scaled(by: target.duration, over: media.duration)
  }

  /// A length in the samples as one of the asset.
  func length(_ length: CMTime) -> CMTime {
    guard media.duration > .zero, media.duration != target.duration else { return length }
    return length.scaled(by: target.duration, over: media.duration)
  }

  /// The pieces of a track that a range of the asset touches.
  static func pieces(of track: TrackTimeline, in range: CMTimeRange) -> [MediaPiece] {
    track.stretches(in: range).flatMap { stretch -> [MediaPiece] in
      let part = stretch.target.intersection(range)
      let wanted = CMTimeRange(start: stretch.sourceTime(at: part.start), end: stretch.sourceTime(at: part.end))
      return stretch.source.facts.segments.compactMap { edit in
        let shown = edit.target.intersection(wanted)
        guard edit.source.start.isNumeric, shown.isValid, shown.duration > .zero else { return nil }
        return MediaPiece(
          source: stretch.source, shown: shown, media: shown.mapped(from: edit.target, to: edit.source),
          target: shown.mapped(from: wanted, to: part))
      }
    }
  }
}

extension CMTimeRange {
  fileprivate func mapped(from: CMTimeRange, to: CMTimeRange) -> CMTimeRange {
    CMTimeRange(
      start: CMTimeMapTimeFromRangeToRange(start, fromRange: from, toRange: to),
      end: CMTimeMapTimeFromRangeToRange(end, fromRange: from, toRange: to))
  }
}
