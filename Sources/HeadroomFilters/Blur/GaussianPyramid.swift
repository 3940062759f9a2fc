internal import Foundation

/// How a wide Gaussian is computed: the picture is halved with binomial weights until a few pixels of standard deviation are
/// left, those are convolved tap by tap, and a cubic B-spline brings the picture back to its size.
///
/// Each step adds its own variance, exactly; what is left to the convolution is the rest. The sum of all is nearer to a
/// Gaussian than 1e-3 of the peak, and costs the same whatever the width.
struct GaussianPyramid {
  let halvings: Int
  /// Of the convolution, in pixels of the last level.
  let sigma: Double

  /// With less, the shapes of the other steps show.
  private static let leastSigma = 2.9

  init(sigma: Double) {
    var halvings = 0
    while Self.rest(of: sigma, after: halvings + 1) >= Self.leastSigma { halvings += 1 }
    self.halvings = halvings
    self.sigma = halvings == 0 ? sigma : Self.rest(of: sigma, after: halvings)
  }

  /// The standard deviation that is left after some halvings, in pixels of that level.
  ///
  /// The weights 1 4 6 4 1 have a variance of one pixel of the larger grid, the B-spline of a third pixel of the smallest.
  private static func rest(of sigma: Double, after halvings: Int) -> Double {
    let area = pow(4, Double(halvings))
    return max((sigma * sigma - (area - 1) / 3 - area / 3) / area, 0).squareRoot()
  }
}
