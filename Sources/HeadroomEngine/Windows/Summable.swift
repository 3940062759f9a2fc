internal import HeadroomPixels

/// What neighbourhoods sum up where a picture holds what is no number or has no end, as rendered files do.
///
/// NaN counts as 0, and what lies beyond 2^60 on either side as that: far above any light, and small enough that sums,
/// differences and squares of such numbers are finite. So one bad pixel spreads as far as the neighbourhood reaches and no
/// farther, whichever way a filter takes to its sums: weights of 0 times infinity, and infinity less infinity, would be
/// no number, and would be so elsewhere for each way.
@usableFromInline package enum Summable {
  @inlinable @inline(__always) package static var limit: Float { 0x1p60 }

  @inlinable @inline(__always) package static func value(_ x: Float) -> Float {
    let number = x == x ? x : 0
    return smaller(larger(number, -limit), limit)
  }
}

extension Pixel {
  /// The channels as neighbourhoods sum them up.
  @inlinable package var summable: SIMD4<Double> {
    let limit = SIMD4(repeating: Double(Summable.limit))
    return pointwiseMin(pointwiseMax(withoutNaN, -limit), limit)
  }
}
