/// The time in a range that is nearest to a time: its start or end for one outside. Invalid if the range is empty or
/// invalid, or the time invalid.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
  return min(max(time, range.start), range.end)
}

/// The time in a range that is whole durations of the range away from a time: its place in a loop.
///
/// A time of a range of infinite duration stays where it is. Invalid if the range is empty, invalid or has no number as
/// its start, if the time is no number, or lies before an infinite range.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  guard time.isNumeric, foldRange.isMappable else { return .invalid }
  if foldRange.duration.isPositiveInfinity { return time >= foldRange.start ? time : .invalid }
  guard foldRange.duration.isNumeric else { return .invalid }
  return foldRange.start + (time - foldRange.start).remainder(of: foldRange.duration)
}

/// The time that lies in one range as another lies in another range: `(time - from.start) * to.duration /
/// from.duration + to.start`.
///
/// Two ranges of infinite duration only shift. Invalid if a range is empty or invalid, or the time is no number.
public func CMTimeMapTimeFromRangeToRange(_ time: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  guard time.isNumeric, fromRange.isMappable, toRange.isMappable else { return .invalid }
  let offset = time - fromRange.start
  if fromRange.duration.isPositiveInfinity, toRange.duration.isPositiveInfinity { return offset + toRange.start }
  return CMTimeMapDurationFromRangeToRange(offset, fromRange: fromRange, toRange: toRange) + toRange.start
}

/// A duration in the speed of another range: `duration * to.duration / from.duration`. Invalid if a range is empty or
/// invalid, or the duration is no number.
public func CMTimeMapDurationFromRangeToRange(
  _ duration: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  guard duration.isNumeric, fromRange.isMappable, toRange.isMappable else { return .invalid }
  if fromRange.duration.isPositiveInfinity, toRange.duration.isPositiveInfinity { return duration }
  guard fromRange.duration.isNumeric, toRange.duration.isNumeric else { return .invalid }
  return duration.scaled(by: toRange.duration, over: fromRange.duration)
}

extension CMTimeRange {
  fileprivate var isMappable: Bool { isValid && !isEmpty && start.isNumeric }
}

/// Where a piece of a source lies in a timeline, for edits and segments.
///
/// Without a source it is an empty edit: ``source`` has no valid start, and only ``target`` counts.
public struct CMTimeMapping: Hashable, Sendable {
  /// The piece of the source; its start is invalid in an empty edit.
  public var source: CMTimeRange
  /// Its place in the timeline.
  public var target: CMTimeRange

  /// As ``invalid``.
  public init() { self.init(source: .invalid, target: .invalid) }

  public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }

  /// No mapping: neither range is valid.
  public static let invalid = CMTimeMapping()
}

/// The same as ``CMTimeMapping/invalid``.
public let kCMTimeMappingInvalid = CMTimeMapping.invalid

/// A mapping of a source to a timeline.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: source, target: target)
}
/// A mapping of nothing to a timeline.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: .invalid, target: target)
}
