internal import HeadroomColor

/// Whether a linear BT.2020 colour has no negative component in BT.709, P3 and BT.2020, give or take rounding.
package struct GamutTest: Sendable {
  private let bt709: Matrix3x3
  private let p3: Matrix3x3

  package init() {
    bt709 = ColorPrimaries.bt2020.matrix(to: .bt709)
    p3 = ColorPrimaries.bt2020.matrix(to: .p3D65)
  }

  /// 1 where the colour is inside, in the order BT.709, P3, BT.2020.
  package func inside(_ rgb: SIMD3<Float>) -> SIMD3<Int> {
    let color = SIMD3<Double>(rgb)
    // A 1000th of the brightest component is less than the rounding of an edge colour in 8 bits.
    let tolerance = -max(abs(color.x), abs(color.y), abs(color.z)) / 1000 - 1e-6
    func isInside(_ color: SIMD3<Double>) -> Int { color.min() >= tolerance ? 1 : 0 }
    return SIMD3(isInside(bt709.apply(color)), isInside(p3.apply(color)), isInside(color))
  }
}
