internal import Foundation

extension CompositionTrackModel {
  /// Puts pieces at a time; an invalid time is the end.
  mutating func insert(_ pieces: [SegmentTimeline<TrackSource>.Piece], at time: CMTime) throws(AVError) {
    let start = time.isValid ? time : timeline.duration
    guard start.isNumeric, start >= .zero, start.epoch == 0 else { throw AVError(CompositionError.startTime(time)) }
    var edited = timeline
    edited.insert(pieces, at: start)
    guard edited.duration.isNumeric else { throw AVError(CompositionError.tooLong) }
    timeline = edited
  }

  /// Shows a range faster or slower; what would be too long stays as it is.
  mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
    var edited = timeline
    edited.scale(range, to: duration)
    if edited.duration.isNumeric { timeline = edited }
  }

  mutating func set(_ segments: [AVCompositionTrackSegment]) throws(AVError) {
    try Self.validate(segments)
    timeline = SegmentTimeline(
      segments.map { segment in
        let mapping = segment.timeMapping
        guard let source = segment.source else { return SegmentTimeline.Piece(gap: mapping.target.duration) }
        return SegmentTimeline.Piece(source, mapping.source, duration: mapping.target.duration)
      })
  }

  static func validate(_ segments: [AVCompositionTrackSegment]) throws(AVError) {
    var end = CMTime.zero
    for segment in segments {
      if let error = segment.mistake
        ?? (segment.timeMapping.target.start == end
          ? nil
          : .notContiguous(
            end: end, start: segment.timeMapping.target.start))
      {
        throw AVError(error)
      }
      end = segment.timeMapping.target.end
    }
    guard end.isNumeric else { throw AVError(CompositionError.tooLong) }
  }
}

extension AVCompositionTrackSegment {
  fileprivate var mistake: CompositionError? {
    let (origin, place) = (timeMapping.source, timeMapping.target)
    guard place.isEditable else { return .segmentTarget(place) }
    if source == nil { return nil }
    guard origin.start.isNumeric, origin.start >= .zero else { return .segmentSourceStart(origin.start) }
    guard origin.isEditable else { return .segmentSourceDuration(origin.duration) }
    return nil
  }
}

extension CMTimeRange {
  /// Whether it is a stretch of a timeline: numbers, from 0 on, with something in it.
  var isEditable: Bool {
    start.isNumeric && start >= .zero && start.epoch == 0 && duration.isNumeric && duration > .zero && isValid
      && end.isNumeric
  }
}

extension AVAssetTrack {
  /// Pieces are in the track's own time, whose edits the reader of the file knows.
  private var fileTimeline: SegmentTimeline<TrackSource> {
    guard let source else { return SegmentTimeline() }
    let edits = values.segments.isEmpty ? [CMTimeMapping(source: .zero, target: values.timeRange)] : values.segments
    var timeline = SegmentTimeline<TrackSource>()
    for edit in edits where edit.source.start.isValid && edit.target.isEditable {
      timeline.insert([SegmentTimeline.Piece(source, edit.target)], at: edit.target.start)
    }
    return timeline
  }

  /// What the track shows when, in pieces of files.
  package var shownPieces: SegmentTimeline<TrackSource> {
    (self as? AVCompositionTrack)?.compositionTimeline ?? fileTimeline
  }

  /// The pieces of a range of the track; its duration may be infinite.
  ///
  /// - Parameter needsMedia: whether a range without any is an error.
  func pieces(
    in range: CMTimeRange, needsMedia: Bool
  ) throws(AVError) -> [SegmentTimeline<TrackSource>.Piece] {
    let all = shownPieces
    var part = range
    if part.duration.isPositiveInfinity { part = CMTimeRange(start: range.start, end: all.duration) }
    guard part.isEditable else { throw AVError(CompositionError.timeRange(range)) }
    guard !values.isProtected else { throw AVError(CompositionError.protected) }
    let pieces = all.slice(part)
    guard !needsMedia || pieces.contains(where: { !$0.isEmpty }) else {
      throw AVError(CompositionError.outside(range, of: values.timeRange))
    }
    return pieces
  }
}
