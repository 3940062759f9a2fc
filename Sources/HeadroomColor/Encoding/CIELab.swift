/// CIE 1976 L*a*b* (ISO/CIE 11664-4) relative to any white.
package enum CIELab {
  private static let limit = 6.0 / 29

  /// L* 0...100, a*, b* to XYZ divided by the white. L* = 100 gives (1, 1, 1).
  package static func relativeXYZ(lab: SIMD3<Double>) -> SIMD3<Double> {
    let y = (lab.x + 16) / 116
    return SIMD3(y + lab.y / 500, y, y - lab.z / 200).mapped { t in
      t > limit ? t * t * t : 3 * limit * limit * (t - 4.0 / 29)
    }
  }

  /// XYZ divided by the white to L* 0...100, a*, b*.
  package static func lab(relativeXYZ xyz: SIMD3<Double>) -> SIMD3<Double> {
    let f = xyz.mapped { t in
      t > limit * limit * limit ? Libm.cbrt(t) : t / (3 * limit * limit) + 4.0 / 29
    }
    return SIMD3(116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z))
  }
}
