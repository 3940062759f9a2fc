internal import Glibc

/// A source of time that moves by itself.
public final class CMClock: CMSyncProtocol {
  private init() {}

  /// The machine's clock: nanoseconds since it started, of which none are set back or left out.
  // swift-format-ignore: DontRepeatTypeInStaticProperties
  public static let hostTimeClock = CMClock()

  /// The present time, in nanoseconds.
  public var time: CMTime { CMTime(value: CMTimeValue(clamping: Self.nanoseconds), timescale: 1_000_000_000) }

  /// A time of the ``hostTimeClock`` in the machine's units, which are nanoseconds here; 0 for what is no number above 0.
  public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    guard hostTime.isNumeric, hostTime > .zero else { return 0 }
    return UInt64(clamping: hostTime.convertScale(1_000_000_000, method: .roundHalfAwayFromZero).value)
  }

  /// The time of the ``hostTimeClock`` for the machine's units, which are nanoseconds here.
  public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
    CMTime(value: CMTimeValue(clamping: systemUnits), timescale: 1_000_000_000)
  }

  static var nanoseconds: UInt64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }
}

/// The same as ``CMClock/hostTimeClock``.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// The present time of a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// As ``CMClock/convertHostTimeToSystemUnits(_:)``.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
  CMClock.convertHostTimeToSystemUnits(hostTime)
}

/// As ``CMClock/convertSystemUnitsToHostTime(_:)``.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
  CMClock.convertSystemUnitsToHostTime(hostTime)
}

/// The present time of the ``CMClock/hostTimeClock`` in seconds.
public func CACurrentMediaTime() -> Double { Double(CMClock.nanoseconds) / 1e9 }
