/// How a time becomes a whole number of units.
///
/// Source: Core Media's documentation of `CMTimeRoundingMethod`.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest; halves away from 0.
  case roundHalfAwayFromZero = 1
  case roundTowardZero = 2
  case roundAwayFromZero = 3
  /// Toward 0 into a coarser scale, away from 0 into a finer one; a negative time never becomes 0.
  case quickTime = 4
  case roundTowardPositiveInfinity = 5
  case roundTowardNegativeInfinity = 6

  /// The one that arithmetic takes.
  public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

extension CMTimeRoundingMethod {
  /// - Parameter divisor: above 0.
  func divide(_ dividend: Int128, by divisor: Int128) -> (value: Int128, isRounded: Bool) {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    guard remainder != 0 else { return (quotient, false) }
    let away: Int128 = remainder < 0 ? -1 : 1
    let rounded = roundsAway(remainder, divisor) ? quotient + away : quotient
    return (self == .quickTime && rounded == 0 && dividend < 0 ? -1 : rounded, true)
  }

  private func roundsAway(_ remainder: Int128, _ divisor: Int128) -> Bool {
    switch self {
    case .roundHalfAwayFromZero: remainder.magnitude >= divisor.magnitude - remainder.magnitude
    case .roundTowardZero, .quickTime: false
    case .roundAwayFromZero: true
    case .roundTowardPositiveInfinity: remainder > 0
    case .roundTowardNegativeInfinity: remainder < 0
    }
  }
}

extension CMTime {
  /// The time in another timescale; infinite if the value would overflow, invalid if the timescale is not above 0. What
  /// is no number stays what it is.
  public func convertScale(_ newTimescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    if newTimescale == timescale { return self }
    // Into a finer scale, QuickTime's rounding goes away from 0.
    let finer = method == .quickTime && newTimescale > timescale
    let (result, isRounded) = (finer ? .roundAwayFromZero : method).divide(
      Int128(value) * Int128(newTimescale), by: Int128(timescale))
    guard let fitting = CMTimeValue(exactly: result) else { return .infinity(negative: result < 0) }
    return CMTime(value: fitting, timescale: newTimescale, epoch: epoch, isRounded: isRounded || hasBeenRounded)
  }

  static func infinity(negative: Bool) -> CMTime { negative ? .negativeInfinity : .positiveInfinity }

  /// The nearest time to `numerator / denominator` seconds whose value fits.
  ///
  /// - Parameter denominator: above 0.
  static func fitting(
    _ numerator: Int128, over denominator: Int128, timescale: CMTimeScale, epoch: CMTimeEpoch, isRounded: Bool
  ) -> CMTime {
    fitting(timescale, epoch: epoch, isRounded: isRounded, isNegative: numerator < 0) { scale in
      let (scaled, overflow) = numerator.multipliedReportingOverflow(by: Int128(scale))
      if overflow { return nil }
      let (result, rounds) = CMTimeRoundingMethod.default.divide(scaled, by: denominator)
      return CMTimeValue(exactly: result).map { ($0, rounds) }
    }
  }

  /// A time in a timescale that is halved until the value fits; infinite if it does not fit at 1.
  ///
  /// - Parameter scaled: the value in a timescale, and whether it is rounded; nil where it does not fit.
  static func fitting(
    _ timescale: CMTimeScale, epoch: CMTimeEpoch, isRounded: Bool, isNegative: Bool,
    _ scaled: (CMTimeScale) -> (value: CMTimeValue, isRounded: Bool)?
  ) -> CMTime {
    var scale = timescale
    while scale > 0 {
      if let (value, rounds) = scaled(scale) {
        return CMTime(value: value, timescale: scale, epoch: epoch, isRounded: isRounded || rounds)
      }
      scale /= 2
    }
    return .infinity(negative: isNegative)
  }
}

/// The time in another timescale; see ``CMTime/convertScale(_:method:)``.
public func CMTimeConvertScale(_ time: CMTime, timescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
  time.convertScale(timescale, method: method)
}
