internal import Synchronization

/// A time that moves with a clock at a rate of its own, under a program's control.
public final class CMTimebase: Sendable {
  /// Why a timebase was not changed.
  public enum Failure: Error, Hashable, Sendable {
    /// The time or the rate is no number.
    case invalidParameter
    /// It belongs to an object that moves it, such as a player's item.
    case readOnly
  }

  /// The clock that it follows.
  public let sourceClock: CMClock
  private let isOwned: Bool
  private let moving = Mutex(MovingTime.standing(at: .zero))

  /// A timebase that stands at 0.
  public convenience init(sourceClock: CMClock) { self.init(sourceClock, isOwned: false) }

  /// - Parameter isOwned: whether only the module changes it.
  init(_ sourceClock: CMClock = .hostTimeClock, isOwned: Bool) {
    (self.sourceClock, self.isOwned) = (sourceClock, isOwned)
  }

  /// The present time.
  public var time: CMTime { movement.time(at: sourceClock.time) }
  /// Seconds that go by in one of the clock's; 0 stands still.
  public var rate: Double { movement.rate }

  var movement: MovingTime {
    get { moving.withLock { $0 } }
    set { moving.withLock { $0 = newValue } }
  }

  /// Jumps to a time, and goes on from there.
  public func setTime(_ time: CMTime) throws {
    try setRate(rate, anchorTime: time, immediateSourceTime: sourceClock.time)
  }

  /// Goes on at another rate.
  public func setRate(_ rate: Double) throws {
    let now = sourceClock.time
    try setRate(rate, anchorTime: movement.time(at: now), immediateSourceTime: now)
  }

  /// Has a time at a time of the clock, and moves from there; it stands until then.
  ///
  /// - Throws: ``Failure``.
  public func setRate(_ rate: Double, anchorTime: CMTime, immediateSourceTime: CMTime) throws {
    guard !isOwned else { throw Failure.readOnly }
    guard rate.isFinite, rate >= 0, anchorTime.isNumeric, immediateSourceTime.isNumeric else {
      throw Failure.invalidParameter
    }
    movement = MovingTime(start: anchorTime, host: immediateSourceTime, rate: rate)
  }
}

/// The present time of a timebase.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }
/// The rate of a timebase.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Double { timebase.rate }
