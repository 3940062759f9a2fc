/// The offsets to subtract from squared roots to restore light, for measured and for estimated values.
///
/// The square of a mean of noisy roots is less than the mean of their light, by the variance of one root minus the
/// variance of the mean. In deep shadows that is several percent, and more for red and blue than for green, which has
/// more measured pixels: shadows would turn green. The variances of estimates were measured on mosaics of pure noise,
/// as shares of the colours' own variances; they do not depend on the ratios between those.
struct BayerOffsets: Sendable {
  /// The offset for the row's own colour where it is measured, and for measured green.
  let measured: Float
  /// Green at the row's own colour.
  let green: Float
  /// The row's own colour at green pixels, and the other one there.
  let ownAtGreen: Float
  let otherAtGreen: Float
  /// The other colour where the own is measured.
  let otherAtOwn: Float

  /// - Parameters:
  ///   - own: the colour beside green in the rows, 0 or 2.
  ///   - isDraft: whether colours are estimated by the simpler method.
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
