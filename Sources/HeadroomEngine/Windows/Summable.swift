internal import HeadroomPixels

/// The values that neighbourhoods sum for NaN and infinity, which rendered files contain.
///
/// NaN counts as 0, and magnitudes are clamped to 2^60: far above any light, and small enough that sums, differences
/// and squares of such numbers are finite. So one bad pixel spreads as far as the neighbourhood reaches and no farther,
/// however a filter computes its sums. Otherwise a weight of 0 times infinity, or infinity minus infinity, would be
/// NaN, at other places for each way of summing.
@usableFromInline package enum Summable {
  @inlinable @inline(__always) package static var limit: Float { 0x1p60 }

  @inlinable @inline(__always) package static func value(_ x: Float) -> Float {
    let number = x == x ? x : 0
    return smaller(larger(number, -limit), limit)
  }
}

extension Pixel {
  /// The channels as neighbourhoods sum them.
  @inlinable package var summable: SIMD4<Double> {
    let limit = SIMD4(repeating: Double(Summable.limit))
    return pointwiseMin(pointwiseMax(withoutNaN, -limit), limit)
  }
}
