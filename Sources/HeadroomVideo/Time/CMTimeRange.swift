/// The times from a start, which belongs to the range, up to an end, which does not.
///
/// Source: Core Media's documentation of `CMTimeRange`.
public struct CMTimeRange: Hashable, Sendable {
  public var start: CMTime
  /// Not negative, epoch 0.
  public var duration: CMTime

  /// An invalid range.
  public init() { self.init(start: .invalid, duration: .invalid) }

  public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }

  /// The range between two times. One whose end is before its start is not valid.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// No time at 0.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// No range.
  public static let invalid = CMTimeRange()
}

/// The same as ``CMTimeRange/zero``.
public let kCMTimeRangeZero = CMTimeRange.zero
/// The same as ``CMTimeRange/invalid``.
public let kCMTimeRangeInvalid = CMTimeRange.invalid

extension CMTimeRange {
  /// The first time after the range.
  public var end: CMTime { start + duration }
  /// Whether there is a start, and a duration that is not negative and has no epoch.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && !duration.isNegativeInfinity && duration.value >= 0
  }
  /// Whether start or duration are not known.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
  /// Whether the range is valid and no time is in it.
  public var isEmpty: Bool { isValid && duration == .zero }

  /// Whether a time is in the range.
  public func containsTime(_ time: CMTime) -> Bool {
    guard isValid, time.isNumeric || time.isInfinite else { return false }
    return start <= time && time < end
  }

  /// Whether all of another range is in this one. An empty one is where its start is, or is the end.
  public func containsTimeRange(_ other: CMTimeRange) -> Bool {
    guard isValid, other.isValid else { return false }
    return start <= other.start && other.end <= end
  }

  /// The smallest range that holds both; the other one if one is empty. Invalid if one is invalid, or if their epochs
  /// differ.
  public func union(_ other: CMTimeRange) -> CMTimeRange {
    guard isComparable(with: other) else { return .invalid }
    if isEmpty { return other }
    if other.isEmpty { return self }
    return CMTimeRange(start: min(start, other.start), end: max(end, other.end))
  }

  /// What lies in both: ``zero`` if that is nothing. Invalid if one is invalid, or if their epochs differ.
  public func intersection(_ other: CMTimeRange) -> CMTimeRange {
    guard isComparable(with: other) else { return .invalid }
    let (first, last) = (max(start, other.start), min(end, other.end))
    return first < last ? CMTimeRange(start: first, end: last) : .zero
  }

  private func isComparable(with other: CMTimeRange) -> Bool {
    isValid && other.isValid && start.epoch == other.start.epoch
  }
}

/// A range from start and duration.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}
/// The range between two times.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
/// See ``CMTimeRange/end``.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
/// See ``CMTimeRange/union(_:)``.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.union(otherRange)
}
/// See ``CMTimeRange/intersection(_:)``.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.intersection(otherRange)
}
/// See ``CMTimeRange/containsTime(_:)``.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
/// See ``CMTimeRange/containsTimeRange(_:)``.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.containsTimeRange(otherRange)
}
/// Whether two ranges have equal starts and durations.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
