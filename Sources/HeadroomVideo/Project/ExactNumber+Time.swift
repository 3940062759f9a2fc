extension ExactNumber {
  /// The nearest fraction whose denominator is at most a limit; itself where it fits.
  ///
  /// Decimals of 1/3, as programs write them with 16 digits, become 1/3 by this: no other fraction that a time can hold
  /// is as near. The convergents of the continued fraction are the nearest fractions of their size, and the last step
  /// may be cut short (Khinchin, Continued Fractions, section 6).
  func nearest(denominatorUpTo limit: Int128) -> (numerator: Int128, denominator: Int128) {
    var (before, last) = ((above: Int128(0), below: Int128(1)), (above: Int128(1), below: Int128(0)))
    let size = Int128(numerator.magnitude)
    var (dividend, divisor) = (size % denominator, denominator)
    while divisor != 0 {
      let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
      let most = last.below == 0 ? quotient : (limit - before.below) / last.below
      let taken = min(quotient, most)
      // A step of half a quotient and less is farther away than no step.
      if taken < quotient, 2 * taken <= quotient { break }
      (before, last) = (last, (before.above + taken * last.above, before.below + taken * last.below))
      if taken < quotient { break }
      (dividend, divisor) = (divisor, rest)
    }
    let above = last.above + size / denominator * last.below
    return (numerator < 0 ? -above : above, last.below)
  }
}

extension CMTime {
  /// A number of seconds, or the nearest time to it, marked as rounded; nil from a thousand million seconds on, so that
  /// sums of such times stay exact.
  package init?(nearest seconds: ExactNumber) {
    guard seconds.numerator.magnitude / seconds.denominator.magnitude < CMTime.mostSeconds else { return nil }
    let (above, below) = seconds.nearest(denominatorUpTo: Int128(kCMTimeMaxTimescale))
    guard let value = CMTimeValue(exactly: above), let scale = CMTimeScale(exactly: below) else { return nil }
    self.init(value: value, timescale: scale, epoch: 0, isRounded: below != seconds.denominator)
  }

  /// No timeline is as long as this.
  static let mostSeconds: UInt128 = 1_000_000_000

  /// One duration as a part of another, exact but for the division; 0 where either is no number, or the other is 0.
  func part(of whole: CMTime) -> Double {
    guard isNumeric, whole.isNumeric, whole.value != 0 else { return 0 }
    let above = Int128(value) * Int128(whole.timescale)
    let below = Int128(whole.value) * Int128(timescale)
    let divisor = greatestCommonDivisor(below, Int128(above.magnitude))
    return Double(above / divisor) / Double(below / divisor)
  }
}
