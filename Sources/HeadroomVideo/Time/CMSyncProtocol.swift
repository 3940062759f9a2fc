/// What has a time that moves: ``CMClock`` and ``CMTimebase``. Other types that conform count as the host clock.
public protocol CMSyncProtocol: Sendable {
  /// The present time.
  var time: CMTime { get }
}

extension CMSyncProtocol {
  /// The time that another one has when this one has a time.
  ///
  /// - Returns: invalid where the time is no number, or this one stands: it has the time always or never.
  public func convertTime<T: CMSyncProtocol>(_ time: CMTime, to clockOrTimebase: T) -> CMTime {
    guard let host = presentMovement.host(of: time) else { return .invalid }
    return clockOrTimebase.presentMovement.time(at: host)
  }

  /// Seconds that go by here in one of another; 0 where the other stands.
  public func rate<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Double {
    let other = clockOrTimebase.presentMovement.rate
    return other == 0 ? 0 : presentMovement.rate / other
  }

  /// Whether the two may run apart: never, as there is one clock, which all timebases follow.
  public func mightDrift<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Bool { false }

  fileprivate var presentMovement: MovingTime {
    (self as? CMTimebase)?.movement ?? MovingTime(start: .zero, host: .zero, rate: 1)
  }
}
