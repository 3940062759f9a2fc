/// The amounts of a look: CIRAWFilter's properties of the same names.
package struct RAWToneSettings: Hashable, Sendable {
  /// `extendedDynamicRangeAmount`, 0 ... 2: the light above white that is kept, at most 2^(1.5 amount) times white.
  package var dynamicRange: Double
  /// `boostAmount`, 0 ... 1: how much of the curve, 0 for linear light.
  package var boost: Double
  /// `boostShadowAmount`, 0 ... 2: shadows darker below 1, lighter above, by a stop and a half at most.
  package var shadows: Double
  /// `shadowBias`: linear light that becomes black, within -0.5 ... 0.5.
  package var shadowBias: Double

  /// Numbers out of range count as the range's ends, NaN as the neutral value.
  package init(dynamicRange: Double = 0, boost: Double = 1, shadows: Double = 1, shadowBias: Double = 0) {
    self.dynamicRange = Self.clamped(dynamicRange, 0, 0, 2)
    self.boost = Self.clamped(boost, 1, 0, 1)
    self.shadows = Self.clamped(shadows, 1, 0, 2)
    self.shadowBias = Self.clamped(shadowBias, 0, -0.5, 0.5)
  }

  private static func clamped(_ number: Double, _ neutral: Double, _ low: Double, _ high: Double) -> Double {
    number.isNaN ? neutral : min(max(number, low), high)
  }
}
