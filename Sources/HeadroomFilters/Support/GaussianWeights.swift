internal import Foundation
internal import HeadroomEngine

/// The weights of a Gaussian, cut off where they fall to a ten thousandth of the largest.
struct GaussianWeights: Sendable {
  /// Taps on each side of the centre.
  let radius: Int
  /// `2 * radius + 1` weights; see `BalancedWeights`.
  let values: [Float]

  /// Below this the pixel's area matters, and the Gaussian is integrated over it instead of sampled at its centre.
  private static let smallestSampled = 0.3
  /// Standard deviations at which a Gaussian has fallen to 1e-4 of its peak: the first tap that is left out lies there.
  private static let reach = 4.3
  /// Beyond this every picture that fits into memory is already flat.
  static let largestSigma = 100_000.0

  init(sigma: Double) {
    let sigma = min(sigma, Self.largestSigma)
    radius = max(Int((Self.reach * sigma).rounded(.up)) - 1, 1)
    let exact = (-radius...radius).map { Self.weight(Double($0), sigma) }
    let sum = exact.reduce(0, +)
    var weights = exact.map { Float($0 / sum) }
    let (count, centre) = (weights.count, radius)
    unsafe weights.withUnsafeMutableBufferPointer { all in
      guard let first = all.baseAddress else { return }
      unsafe BalancedWeights.balance(first, count: count, largest: centre)
    }
    values = weights
  }

  private static func weight(_ x: Double, _ sigma: Double) -> Double {
    if sigma >= smallestSampled { return exp(-0.5 * x * x / (sigma * sigma)) }
    let scale = 1 / (sigma * 2.squareRoot())
    return 0.5 * (erf((x + 0.5) * scale) - erf((x - 0.5) * scale))
  }
}
