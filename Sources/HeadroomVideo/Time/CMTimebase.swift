internal import Synchronization

/// A time that moves with a clock at a rate of its own, under a program's control.
public final class CMTimebase: CMSyncProtocol {
  private let clock: CMClock
  private let isOwned: Bool
  private let moving = Mutex(MovingTime.standing(at: .zero))

  /// A timebase that stands at 0.
  public convenience init(sourceClock: CMClock) { self.init(sourceClock, isOwned: false) }

  /// - Parameter isOwned: whether only the module changes it.
  init(_ sourceClock: CMClock = .hostTimeClock, isOwned: Bool) { (clock, self.isOwned) = (sourceClock, isOwned) }

  /// The clock that it follows: always one, as timebases follow no timebases here.
  public var sourceClock: CMClock? { clock }
  /// As ``sourceClock``.
  public var ultimateSourceClock: CMClock { clock }

  /// The present time.
  public var time: CMTime { movement.time(at: clock.time) }
  /// Seconds that go by in one of the clock's; 0 stands still.
  public var rate: Double { movement.rate }
  /// As ``rate``: what it follows is a clock.
  public var effectiveRate: Double { rate }
  /// The present time and the rate, of one moment.
  public var timeAndRate: (time: CMTime, rate: Double) {
    let present = movement
    return (present.time(at: clock.time), present.rate)
  }

  /// The present time in other units.
  ///
  /// - Parameters:
  ///   - timescale: units of a second.
  ///   - method: how it is rounded.
  public func time(withTimescale timescale: CMTimeScale, rounding method: CMTimeRoundingMethod = .default) -> CMTime {
    time.convertScale(timescale, method: method)
  }

  var movement: MovingTime {
    get { moving.withLock { $0 } }
    set { moving.withLock { $0 = newValue } }
  }

  /// Jumps to a time, and goes on from there.
  ///
  /// - Throws: ``Error``.
  public func setTime(_ time: CMTime) throws { try setAnchorTime(time, referenceTime: clock.time) }

  /// Has a time at a time of the clock, and moves from there at its rate; it stands until then.
  ///
  /// - Throws: ``Error``.
  public func setAnchorTime(_ anchorTime: CMTime, referenceTime: CMTime) throws {
    try setRateAndAnchorTime(rate: rate, anchorTime: anchorTime, referenceTime: referenceTime)
  }

  /// Goes on at another rate, 0 or more.
  ///
  /// - Throws: ``Error``.
  public func setRate(_ rate: Double) throws {
    let now = clock.time
    try setRateAndAnchorTime(rate: rate, anchorTime: movement.time(at: now), referenceTime: now)
  }

  /// Has a time at a time of the clock, and moves from there at a rate; it stands until then.
  ///
  /// - Throws: ``Error``: ``Error/invalidParameter`` where a time is no number, or the rate none from 0 on;
  ///   ``Error/readOnly``.
  public func setRateAndAnchorTime(rate: Double, anchorTime: CMTime, referenceTime: CMTime) throws {
    guard !isOwned else { throw Error.readOnly }
    guard rate.isFinite, rate >= 0, anchorTime.isNumeric, referenceTime.isNumeric else {
      throw Error.invalidParameter
    }
    movement = MovingTime(start: anchorTime, host: referenceTime, rate: rate)
  }
}

/// The present time of a timebase.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }
/// The rate of a timebase.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Double { timebase.rate }
/// See ``CMTimebase/effectiveRate``.
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Double { timebase.effectiveRate }
