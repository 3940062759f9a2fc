/// JzAzBz (Safdar et al. 2017), a uniform space for absolute luminances up to 10000 cd/m².
public enum JzAzBz {
  private static let b = 1.15
  private static let g = 0.66
  private static let d = -0.56
  private static let d0 = 1.6295499532821566e-11
  private static let lmsFromXYZ = Matrix3x3(
    rows: [0.41478972, 0.579999, 0.0146480], [-0.2015100, 1.120649, 0.0531008], [-0.0166008, 0.264800, 0.6684799])
  private static let izazbzFromLMS = Matrix3x3(
    rows: [0.5, 0.5, 0], [3.524000, -4.066708, 0.542708], [0.199076, 1.096799, -1.295875])

  /// XYZ in cd/m² under D65 to (Jz, az, bz).
  public static func encode(xyzNits xyz: SIMD3<Double>) -> SIMD3<Double> {
    let shifted = SIMD3(b * xyz.x - (b - 1) * xyz.z, g * xyz.y - (g - 1) * xyz.x, xyz.z)
    let iab = izazbzFromLMS.apply(lmsFromXYZ.apply(shifted).mapped(quantise))
    return SIMD3((1 + d) * iab.x / (1 + d * iab.x) - d0, iab.y, iab.z)
  }

  // PQ with an exponent 1.7 times as large; d0 subtracts its value at zero.
  private static func quantise(_ nits: Double) -> Double {
    mirrored(nits) { nits in
      let y = Libm.pow(nits / 10000, 2610.0 / 16384)
      return Libm.pow((3424.0 / 4096 + 2413.0 / 128 * y) / (1 + 2392.0 / 128 * y), 1.7 * 2523 / 32)
    }
  }
}
