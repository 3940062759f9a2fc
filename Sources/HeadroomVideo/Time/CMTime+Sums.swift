extension CMTime {
  /// The sum, in the timescale of both, or their least common multiple.
  ///
  /// Timescales whose multiple is above ``kCMTimeMaxTimescale`` give that one, and a rounded value. A value that
  /// overflows halves the timescale until it fits, and becomes infinite where it does not fit at 1. Any invalid time makes
  /// an invalid sum, then infinities count, then indefinite times. Opposite infinities, and different epochs of which
  /// none is 0, have no sum: it is invalid.
  public static func + (a: CMTime, b: CMTime) -> CMTime {
    if a.isNumeric, b.isNumeric { return numericSum(a, b, sign: 1, epoch: a.epoch == 0 ? b.epoch : a.epoch) }
    return unusualSum(a, b, opposite: b.isNegativeInfinity)
  }

  /// The difference, by the rules of the sum. That of two times of one epoch is a duration.
  public static func - (a: CMTime, b: CMTime) -> CMTime {
    if a.isNumeric, b.isNumeric {
      return numericSum(a, b, sign: -1, epoch: a.epoch == b.epoch ? 0 : a.epoch == 0 ? b.epoch : a.epoch)
    }
    return unusualSum(a, b, opposite: b.isPositiveInfinity)
  }

  public static func += (a: inout CMTime, b: CMTime) { a = a + b }
  public static func -= (a: inout CMTime, b: CMTime) { a = a - b }

  private static func numericSum(_ a: CMTime, _ b: CMTime, sign: Int128, epoch: CMTimeEpoch) -> CMTime {
    guard a.epoch == b.epoch || a.epoch == 0 || b.epoch == 0 else { return .invalid }
    let (first, second) = (Int128(a.timescale), Int128(b.timescale))
    let common = first / greatestCommonDivisor(first, second) * second
    let sum = Int128(a.value) * (common / first) + sign * Int128(b.value) * (common / second)
    let scale = CMTimeScale(exactly: common) ?? kCMTimeMaxTimescale
    return fitting(
      sum, over: common, timescale: scale, epoch: epoch, isRounded: a.hasBeenRounded || b.hasBeenRounded)
  }

  /// - Parameter opposite: whether the second infinity counts as the negative one.
  private static func unusualSum(_ a: CMTime, _ b: CMTime, opposite: Bool) -> CMTime {
    guard a.isValid, b.isValid else { return .invalid }
    if a.isInfinite, b.isInfinite { return a.isNegativeInfinity == opposite ? .infinity(negative: opposite) : .invalid }
    if a.isInfinite { return .infinity(negative: a.isNegativeInfinity) }
    return b.isInfinite ? .infinity(negative: opposite) : .indefinite
  }
}

/// Above 0, for numbers that are.
func greatestCommonDivisor(_ a: Int128, _ b: Int128) -> Int128 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}

/// The sum of two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// The first time less the second.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
