/// Frames in a second, or the speed of a clip, as a fraction: 30000/1001.
package struct ExactRatio: Hashable, Sendable {
  /// Not negative.
  package let numerator: Int32
  /// Above 0.
  package let denominator: Int32

  package static let one = ExactRatio(1)

  package init(_ whole: Int32) { (numerator, denominator) = (max(whole, 0), 1) }

  /// - Parameters:
  ///   - numerator: not negative.
  ///   - denominator: above 0.
  package init(_ numerator: Int32, _ denominator: Int32) {
    (self.numerator, self.denominator) = (max(numerator, 0), max(denominator, 1))
  }

  /// The number, or the nearest ratio to it; nil where it is negative or too large.
  package init?(nearest number: ExactNumber) {
    guard !number.isNegative, number.numerator / number.denominator < Int128(Int32.max) else { return nil }
    // The larger the number, the fewer units of it fit the numerator.
    let room = Int128(Int32.max) / (number.numerator / number.denominator + 1)
    let (above, below) = number.nearest(denominatorUpTo: room)
    guard let numerator = Int32(exactly: above), let denominator = Int32(exactly: below) else { return nil }
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// The time of one frame; invalid for 0.
  package var frameDuration: CMTime { CMTime(value: CMTimeValue(denominator), timescale: numerator) }
  package var double: Double { Double(numerator) / Double(denominator) }

  /// A duration of a source, for one of the timeline: that times the speed.
  package func sourceDuration(_ duration: CMTime) -> CMTime {
    CMTimeMultiplyByRatio(duration, multiplier: numerator, divisor: denominator)
  }

  /// A duration of the timeline, for one of a source: that divided by the speed. Invalid for 0.
  package func timelineDuration(_ duration: CMTime) -> CMTime {
    CMTimeMultiplyByRatio(duration, multiplier: denominator, divisor: numerator)
  }
}
