public import HeadroomGraphics

/// The key of ``CMTime/value`` in a dictionary.
public let kCMTimeValueKey: CFString = "value"
/// The key of ``CMTime/timescale``.
public let kCMTimeScaleKey: CFString = "timescale"
/// The key of ``CMTime/epoch``.
public let kCMTimeEpochKey: CFString = "epoch"
/// The key of ``CMTime/flags``.
public let kCMTimeFlagsKey: CFString = "flags"

/// A time as a dictionary of numbers, as attachments have it.
///
/// - Parameter allocator: nil.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeValueKey: time.value, kCMTimeScaleKey: time.timescale, kCMTimeEpochKey: time.epoch,
    kCMTimeFlagsKey: time.flags.rawValue,
  ]
}

/// The time of a dictionary; invalid where a number is missing or cannot be.
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
  func integer<Number: FixedWidthInteger>(_ key: String) -> Number? {
    let value = dictionaryRepresentation?[key]
    return (value as? any BinaryInteger).flatMap { Number(exactly: $0) }
      ?? OptionValues.integer(value).flatMap { Number(exactly: $0) }
  }
  guard let value: Int64 = integer(kCMTimeValueKey), let scale: Int32 = integer(kCMTimeScaleKey),
    let flags: UInt32 = integer(kCMTimeFlagsKey)
  else { return .invalid }
  return CMTime(
    value: value, timescale: scale, flags: CMTimeFlags(rawValue: flags), epoch: integer(kCMTimeEpochKey) ?? 0)
}
