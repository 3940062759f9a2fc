/// Weights whose sum is exactly 1, added up one after the other in single precision.
///
/// With them flat areas stay flat and opaque images opaque, to the last bit, and sums over ones need not be computed.
package enum BalancedWeights {
  /// Moves the rounding error of the sum into the largest weight, and the rest of it into the last.
  ///
  /// With all others added, the last weight can nearly always be chosen so that the sum is 1. This fails where that
  /// weight is coarser than the error; then another weight is changed by less than the rounding of the sum, and the
  /// last weight is chosen again.
  package static func balance(_ weights: UnsafeMutablePointer<Float>, count: Int, largest: Int) {
    unsafe weights[largest] += 1 - sum(weights, count)
    for other in 0..<count {
      if unsafe sum(weights, count) == 1 { return }
      unsafe weights[count - 1] = 1 - sum(weights, count - 1)
      if unsafe sum(weights, count) == 1 { return }
      unsafe weights[other] += other % 2 == 0 ? 0x1p-25 : -0x1p-25
    }
  }

  private static func sum(_ weights: UnsafeMutablePointer<Float>, _ count: Int) -> Float {
    var sum: Float = 0
    for index in 0..<count { unsafe sum += weights[index] }
    return sum
  }
}
