internal import Foundation

/// The steps of a wide Gaussian: the picture is halved with binomial weights until the remaining standard deviation is
/// a few pixels, the small picture is convolved tap by tap, and a cubic B-spline brings it back to its size.
///
/// The halvings and the spline each add an exactly known variance; the convolution adds the rest. All steps together
/// are within 1e-3 of the Gaussian's peak, at the same cost for every width.
struct GaussianPyramid {
  let halvings: Int
  /// The convolution's standard deviation, in pixels of the last level.
  let sigma: Double

  /// Below this, the shapes of the other steps would show.
  private static let leastSigma = 2.9

  init(sigma: Double) {
    var halvings = 0
    while Self.rest(of: sigma, after: halvings + 1) >= Self.leastSigma { halvings += 1 }
    self.halvings = halvings
    self.sigma = halvings == 0 ? sigma : Self.rest(of: sigma, after: halvings)
  }

  /// The standard deviation that remains after some halvings, in pixels of that level.
  ///
  /// The weights 1 4 6 4 1 have a variance of one pixel of the larger grid, the B-spline of a third pixel of the smallest.
  private static func rest(of sigma: Double, after halvings: Int) -> Double {
    let area = pow(4, Double(halvings))
    return max((sigma * sigma - (area - 1) / 3 - area / 3) / area, 0).squareRoot()
  }
}
