public import HeadroomGraphics

/// The key of ``CMTimeRange/start`` in a dictionary.
public let kCMTimeRangeStartKey: CFString = "start"
/// The key of ``CMTimeRange/duration``.
public let kCMTimeRangeDurationKey: CFString = "duration"
/// The key of ``CMTimeMapping/source`` in a dictionary.
public let kCMTimeMappingSourceKey: CFString = "source"
/// The key of ``CMTimeMapping/target``.
public let kCMTimeMappingTargetKey: CFString = "target"

/// A range as a dictionary of two times, each as `CMTimeCopyAsDictionary` has it.
///
/// `allocator`: nil.
public func CMTimeRangeCopyAsDictionary(_ range: CMTimeRange, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeRangeStartKey: CMTimeCopyAsDictionary(range.start, allocator: allocator) ?? [:],
    kCMTimeRangeDurationKey: CMTimeCopyAsDictionary(range.duration, allocator: allocator) ?? [:],
  ]
}

/// The range of a dictionary; a time that is missing or cannot be is invalid.
public func CMTimeRangeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeRange {
  func time(_ key: CFString) -> CMTime { CMTimeMakeFromDictionary(dictionaryRepresentation[key] as? CFDictionary) }
  return CMTimeRange(start: time(kCMTimeRangeStartKey), duration: time(kCMTimeRangeDurationKey))
}

/// A mapping as a dictionary of two ranges.
///
/// `allocator`: nil.
public func CMTimeMappingCopyAsDictionary(_ mapping: CMTimeMapping, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeMappingSourceKey: CMTimeRangeCopyAsDictionary(mapping.source, allocator: allocator) ?? [:],
    kCMTimeMappingTargetKey: CMTimeRangeCopyAsDictionary(mapping.target, allocator: allocator) ?? [:],
  ]
}

/// The mapping of a dictionary; a range that is missing or cannot be is invalid.
public func CMTimeMappingMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeMapping {
  func range(_ key: CFString) -> CMTimeRange {
    CMTimeRangeMakeFromDictionary(dictionaryRepresentation[key] as? CFDictionary ?? [:])
  }
  return CMTimeMapping(source: range(kCMTimeMappingSourceKey), target: range(kCMTimeMappingTargetKey))
}

/// The text that describes a time.
///
/// `allocator`: nil.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? { time.description }
/// The text that describes a range.
///
/// `allocator`: nil.
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? { range.description }
