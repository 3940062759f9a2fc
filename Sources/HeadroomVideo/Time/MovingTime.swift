/// A time that moves with the host clock at a rate, from an anchor on; it stands before the anchor.
struct MovingTime: Sendable {
  /// The time at the anchor.
  var start: CMTime
  /// The host time of the anchor.
  var host: CMTime
  /// Seconds that go by in a second; 0 stands still.
  var rate: Double

  static func standing(at time: CMTime) -> MovingTime { MovingTime(start: time, host: .zero, rate: 0) }

  /// The time at a host time.
  func time(at host: CMTime) -> CMTime {
    guard rate != 0, host > self.host else { return start }
    return start + CMTimeMultiplyByFloat64(host - self.host, multiplier: rate)
  }

  /// The host time at which a time comes; nil where it never does.
  func host(of time: CMTime) -> CMTime? {
    guard rate > 0, time.isNumeric else { return nil }
    return host + CMTimeMultiplyByFloat64(time - start, multiplier: 1 / rate)
  }
}
