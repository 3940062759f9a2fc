package import HeadroomColor

/// A tone curve that is one gain per pixel, as a table: it brings rows of linear BT.2020 light within a headroom.
///
/// The table gives the *result* for the largest component, not the gain: straight pieces that meet on the curve rise
/// where the curve rises, so that no rendering gets darker where its light gets brighter. Interpolated gains would not
/// guarantee that. The table runs over the largest component in units of the content's peak, so that the curve's corner
/// there falls where two pieces meet, and begins so low that the curve is a straight line below its first piece.
package struct ToneGain: Sendable {
  private let table: CurveTable
  private let scale: Float
  private let smallest: Float
  private let limit: Float

  /// Nil for curves that are not a single gain per pixel.
  package init?(_ curve: ToneCurve) {
    guard curve.isMaxRGBGain else { return nil }
    let (peak, first) = (curve.contentHeadroom, Self.firstExponent(curve))
    // Above the peak everything is at the target: the table ends one doubling later, so that the corner is a point.
    table = CurveTableCache.shared.toneTable(for: curve) {
      CurveTable(exponents: first...1, isMirrored: false, isContinuous: true) { curve.gain(at: $0 * peak) * $0 * peak }
    }
    scale = Float(1 / peak)
    smallest = Float(sign: .plus, exponent: first, significand: 1)
    limit = Float(curve.targetHeadroom)
  }

  /// Where the table of a curve begins, relative to its peak: at 2^-16 of reference white or of the peak, whichever is
  /// darker. No curve bends below.
  private static func firstExponent(_ curve: ToneCurve) -> Int {
    -16 - Int(Libm.log2(curve.contentHeadroom).rounded(.up))
  }

  /// Maps `count` pixels in place.
  package func apply(
    _ r: UnsafeMutablePointer<Float>, _ g: UnsafeMutablePointer<Float>, _ b: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    unsafe GainRow.apply(results: table, scale: scale, smallest: smallest, limit: limit, r, g, b, count)
  }
}
