/// A moment of a film as an exact fraction of seconds, in lowest terms. Sums of ticks of the movie and of a track need
/// not fit in ticks of either.
package struct MovieTime: Hashable, Sendable {
  package let numerator: Int128
  /// Above 0.
  package let denominator: Int128

  /// - Parameter denominator: above 0.
  package init(_ numerator: Int128, _ denominator: Int128) {
    let divisor = Self.divisor(numerator.magnitude, denominator.magnitude)
    self.numerator = numerator / Int128(divisor)
    self.denominator = denominator / Int128(divisor)
  }

  /// The greatest common divisor of two numbers of which the second is not 0 and fits an `Int128`.
  private static func divisor(_ first: UInt128, _ second: UInt128) -> UInt128 {
    var (rest, divisor) = (first, second)
    while rest != 0 { (rest, divisor) = (divisor % rest, rest) }
    return divisor
  }

  /// In ticks of a timescale: nil where that is no whole number, or beyond 64 bits.
  package func ticks(of timescale: UInt32) -> Int64? {
    let (product, overflow) = numerator.multipliedReportingOverflow(by: Int128(timescale))
    guard !overflow, product % denominator == 0 else { return nil }
    return Int64(exactly: product / denominator)
  }
}
