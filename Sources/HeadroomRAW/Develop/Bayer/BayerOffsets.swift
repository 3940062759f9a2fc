/// What is taken off squared roots to have light again, by what they are: measured, or estimated from several.
///
/// The square of a mean of noisy roots is less than the mean of their light, by the variance of one root less the variance of
/// the mean. In deep shadows that is several percent, for red and blue more than for green, of which more is measured: they
/// would be green. The variances of estimates were measured on mosaics of nothing but noise, as shares of the colours' own;
/// they do not depend on how these relate.
struct BayerOffsets: Sendable {
  /// Of the row's own colour where it is measured, and of green.
  let measured: Float
  /// Green at the row's own colour.
  let green: Float
  /// The row's own colour at green pixels, and the other one there.
  let ownAtGreen: Float
  let otherAtGreen: Float
  /// The other colour where the own is measured.
  let otherAtOwn: Float

  /// - Parameters:
  ///   - own: the colour of the rows beside green, 0 or 2.
  ///   - isDraft: whether colours are estimated the simpler way.
  init(_ roots: RootEncoding, own: Int, isDraft: Bool) {
    let noise = roots.variance
    let (own, green, other) = (noise[own], noise[1], noise[2 - own])
    measured = roots.offset
    if isDraft {
      self.green = roots.offset + (0.40 * green - 0.15 * own - 0.04 * other)
      ownAtGreen = roots.offset - (0.49 * own + 0.07 * green - 0.06 * other)
      otherAtGreen = roots.offset - (0.49 * other + 0.07 * green - 0.06 * own)
      otherAtOwn = roots.offset - (0.54 * other - 0.40 * green + 0.08 * own)
    } else {
      self.green = roots.offset - (0.62 * green - 0.08 * own + 0.02 * other)
      ownAtGreen = roots.offset - (0.69 * own - 0.59 * green - 0.01 * other)
      otherAtGreen = roots.offset - (0.69 * other - 0.59 * green - 0.01 * own)
      otherAtOwn = roots.offset - (0.67 * other - 0.11 * green - 0.08 * own)
    }
  }
}
