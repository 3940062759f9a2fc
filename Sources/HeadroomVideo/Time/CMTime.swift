/// The numerator of a ``CMTime``.
public typealias CMTimeValue = Int64
/// The denominator of a ``CMTime``: units in a second.
public typealias CMTimeScale = Int32
/// A stretch of a clock that was set anew; later epochs are later, whatever the value says.
public typealias CMTimeEpoch = Int64

/// The largest timescale.
public let kCMTimeMaxTimescale: CMTimeScale = 0x7fff_ffff

/// A time as a fraction of seconds: `value / timescale`, exact.
///
/// A time with epoch 0 is also a duration. Beside numbers there are both infinities, an indefinite time, and an invalid
/// one, whose fields are all 0: ask the predicates, since comparing with a constant says nothing of the flags.
/// Arithmetic never traps. It loses precision before it overflows, and says so by ``hasBeenRounded``.
///
/// Source: Core Media's documentation of `CMTime`.
public struct CMTime: Sendable {
  /// The numerator.
  public var value: CMTimeValue
  /// Units in a second; above 0 in numbers.
  public var timescale: CMTimeScale
  /// What kind of time this is.
  public var flags: CMTimeFlags
  /// The epoch; 0 for durations.
  public var epoch: CMTimeEpoch

  /// An invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// A time with all fields as given.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
  }

  /// `value / timescale` seconds; invalid if the timescale is not above 0.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, epoch: 0)
  }

  init(value: CMTimeValue, timescale: CMTimeScale, epoch: CMTimeEpoch, isRounded: Bool = false) {
    guard timescale > 0 else {
      self.init()
      return
    }
    self.init(
      value: value, timescale: timescale, flags: isRounded ? [.valid, .hasBeenRounded] : .valid, epoch: epoch)
  }
}

/// What kind of time a ``CMTime`` is.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Set in all but invalid times.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// Precision was lost on the way to this time.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// Any of these: the value says nothing.
  public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

extension CMTime {
  /// 0 seconds, in a timescale of 1.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// No time: all fields 0.
  public static let invalid = CMTime()
  /// A time that is not known.
  public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// Later than all numbers.
  public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// Earlier than all numbers.
  public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
}

/// The same as ``CMTime/zero``.
public let kCMTimeZero = CMTime.zero
/// The same as ``CMTime/invalid``.
public let kCMTimeInvalid = CMTime.invalid
/// The same as ``CMTime/indefinite``.
public let kCMTimeIndefinite = CMTime.indefinite
/// The same as ``CMTime/positiveInfinity``.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
/// The same as ``CMTime/negativeInfinity``.
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity

extension CMTime {
  /// Whether this is any time at all: a number, an infinity, or an indefinite time.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether this is the time after all numbers.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether this is the time before all numbers.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether this time is not known.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether this is a number. Fields that say so over a timescale that no number has are indefinite.
  public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0 }
  /// Whether this number lost precision on the way.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }
  var isInfinite: Bool { isPositiveInfinity || isNegativeInfinity }

  /// The time in seconds: infinite for infinities, NaN for times that are invalid or indefinite.
  public var seconds: Double {
    if isNumeric { return Double(value) / Double(timescale) }
    if isPositiveInfinity { return .infinity }
    return isNegativeInfinity ? -.infinity : .nan
  }
}

/// The time in seconds; see ``CMTime/seconds``.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// A time with epoch 0; see ``CMTime/init(value:timescale:)``.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// A time with an epoch; invalid if the timescale is not above 0.
public func CMTimeMakeWithEpoch(value: CMTimeValue, timescale: CMTimeScale, epoch: CMTimeEpoch) -> CMTime {
  CMTime(value: value, timescale: timescale, epoch: epoch)
}
