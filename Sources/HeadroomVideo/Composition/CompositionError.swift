/// Why an edit of a composition was refused, exactly; the `underlying` error of an ``AVError``. The composition is as it was.
public enum CompositionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Start and duration are no numbers, or negative, or there is nothing between them.
  case timeRange(CMTimeRange)
  /// The source shows nothing in the range.
  case outside(CMTimeRange, of: CMTimeRange)
  /// The time of an insertion is negative or no number.
  case startTime(CMTime)
  /// The track holds another kind of media.
  case mediaType(AVMediaType, expected: AVMediaType)
  /// A list of ranges and a list of tracks have other lengths.
  case count(ranges: Int, tracks: Int)
  /// A segment does not start where the one before it ends; the first one has to start at 0.
  case notContiguous(end: CMTime, start: CMTime)
  /// A segment's place is no range, or empty.
  case segmentTarget(CMTimeRange)
  /// A segment's source starts below 0 or at no number.
  case segmentSourceStart(CMTime)
  /// A segment's source has no duration above 0.
  case segmentSourceDuration(CMTime)
  /// The timeline would be longer than times can say.
  case tooLong
  /// The source is encrypted.
  case protected

  public var description: String {
    switch self {
    case .timeRange(let range): "\(range) is no time range with something in it"
    case .outside(let range, let all): "\(range) lies outside of the track, which is shown in \(all)"
    case .startTime(let time): "nothing can be inserted at \(time)"
    case .mediaType(let found, let expected): "\(found.rawValue) in a track of \(expected.rawValue)"
    case .count(let ranges, let tracks): "\(ranges) time ranges of \(tracks) tracks"
    case .notContiguous(let end, let start): "a segment starts at \(start), the one before ends at \(end)"
    case .segmentTarget(let range): "a segment cannot be at \(range)"
    case .segmentSourceStart(let time): "a segment's source cannot start at \(time)"
    case .segmentSourceDuration(let time): "a segment's source cannot last \(time)"
    case .tooLong: "the composition would be too long"
    case .protected: "the track is encrypted"
    }
  }

  var code: AVError.Code {
    switch self {
    case .notContiguous: .compositionTrackSegmentsNotContiguous
    case .segmentTarget: .invalidCompositionTrackSegmentDuration
    case .segmentSourceStart: .invalidCompositionTrackSegmentSourceStartTime
    case .segmentSourceDuration: .invalidCompositionTrackSegmentSourceDuration
    case .protected: .contentIsProtected
    default: .operationNotSupportedForAsset
    }
  }
}

extension AVError {
  init(_ error: CompositionError) { self.init(error.code, underlying: error) }
}
