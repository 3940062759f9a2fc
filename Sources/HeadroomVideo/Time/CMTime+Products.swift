/// The time times a whole number, in its timescale, which is halved until the value fits.
///
/// What is no number keeps its kind; an infinity changes its sign with a negative factor.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  guard time.isNumeric else { return time.timesSign(of: Double(multiplier)) }
  return .fitting(
    Int128(time.value) * Int128(multiplier), over: Int128(time.timescale), timescale: time.timescale,
    epoch: time.epoch, isRounded: time.hasBeenRounded)
}

/// The time times a floating-point number, rounded to the nearest.
///
/// Timescales below 65536 are doubled until they are not, so that the result is precise. Where its value overflows the
/// timescale is halved. NaN makes an invalid time, an infinite factor an infinite one.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime {
  guard time.isValid, !multiplier.isNaN else { return .invalid }
  guard time.isNumeric else { return time.timesSign(of: multiplier) }
  guard multiplier.isFinite else { return .infinity(negative: (multiplier < 0) != (time.value < 0)) }
  var scale = time.timescale
  while scale < 65536 { scale *= 2 }
  return time.multiplied(by: multiplier, in: scale)
}

/// The time times a fraction: exact where a timescale can hold it, else rounded in the largest that fits.
///
/// A divisor of 0 makes an invalid time.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  guard time.isValid, divisor != 0 else { return .invalid }
  let sign: Int128 = divisor < 0 ? -1 : 1
  guard time.isNumeric else { return time.timesSign(of: Double(multiplier) * Double(sign)) }
  return time.replaced(
    by: sign * Int128(time.value) * Int128(multiplier), over: sign * Int128(divisor) * Int128(time.timescale))
}

extension CMTime {
  /// Infinite times change sides, others stay.
  fileprivate func timesSign(of factor: Double) -> CMTime {
    isInfinite && factor < 0 ? .infinity(negative: isPositiveInfinity) : self
  }

  /// What is left of a number when whole durations are taken from it: 0 and more, less than the duration, which is a
  /// number above 0.
  func remainder(of duration: CMTime) -> CMTime {
    let (first, second) = (Int128(timescale), Int128(duration.timescale))
    let common = first / greatestCommonDivisor(first, second) * second
    let whole = Int128(duration.value) * (common / second)
    let rest = Int128(value) * (common / first) % whole
    return .fitting(
      rest < 0 ? rest + whole : rest, over: common, timescale: CMTimeScale(exactly: common) ?? kCMTimeMaxTimescale,
      epoch: epoch, isRounded: hasBeenRounded || duration.hasBeenRounded)
  }

  /// The time times a quotient of two durations that are numbers, the second one not 0.
  func scaled(by numerator: CMTime, over denominator: CMTime) -> CMTime {
    let quotient = greatestCommonDivisor(Int128(numerator.value.magnitude), Int128(denominator.value.magnitude))
    let scales = greatestCommonDivisor(Int128(numerator.timescale), Int128(denominator.timescale))
    let top = Int128(numerator.value) / quotient * (Int128(denominator.timescale) / scales)
    let bottom = Int128(denominator.value) / quotient * (Int128(numerator.timescale) / scales)
    let own = greatestCommonDivisor(Int128(value.magnitude), bottom)
    let other = greatestCommonDivisor(Int128(top.magnitude), Int128(timescale))
    let (above, overflowsAbove) = (Int128(value) / own).multipliedReportingOverflow(by: top / other)
    let (below, overflowsBelow) = (Int128(timescale) / other).multipliedReportingOverflow(by: bottom / own)
    guard !overflowsAbove, !overflowsBelow, below.magnitude < Int128.max.magnitude >> 32,
      above.magnitude < Int128.max.magnitude >> 32
    else { return multiplied(by: numerator.seconds / denominator.seconds, in: kCMTimeMaxTimescale) }
    return replaced(by: above, over: below)
  }

  /// A time of so many seconds, above a denominator that is above 0: in this timescale where that is exact, else in the
  /// reduced one, else rounded in the largest.
  fileprivate func replaced(by numerator: Int128, over denominator: Int128) -> CMTime {
    let divisor = greatestCommonDivisor(denominator, Int128(numerator.magnitude))
    let (top, bottom) = (numerator / divisor, denominator / divisor)
    if Int128(timescale) % bottom == 0, let value = CMTimeValue(exactly: top * (Int128(timescale) / bottom)) {
      return CMTime(value: value, timescale: timescale, epoch: epoch, isRounded: hasBeenRounded)
    }
    if let value = CMTimeValue(exactly: top), let scale = CMTimeScale(exactly: bottom) {
      return CMTime(value: value, timescale: scale, epoch: epoch, isRounded: hasBeenRounded)
    }
    return .fitting(top, over: bottom, timescale: kCMTimeMaxTimescale, epoch: epoch, isRounded: hasBeenRounded)
  }
}
