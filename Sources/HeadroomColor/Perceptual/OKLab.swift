/// OKLab (Ottosson 2020) with the matrices of CSS Color 4, which differ from the first publication by up to 2e-4.
///
/// For hue directions in SDR; it is not defined for HDR luminances and does not measure HDR differences.
public enum OKLab {
  private static let lmsFromXYZ = Matrix3x3(
    rows: [0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
    [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
    [0.0481771893596242, 0.2642395317527308, 0.6335478284694309])
  private static let labFromLMS = Matrix3x3(
    rows: [0.2104542683093140, 0.7936177747023054, -0.0040720430116193],
    [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
    [0.0259040424655478, 0.7827717124575296, -0.8086757549230774])
  private static let lmsFromRGB = lmsFromXYZ * ColorPrimaries.bt709.toXYZ
  private static let rgbFromLMS = lmsFromRGB.inverse ?? .identity
  private static let lmsFromLab = labFromLMS.inverse ?? .identity

  /// Linear BT.709 light, 1.0 = white, to (L 0...1, a, b). Unclamped.
  public static func encode(linearSRGB rgb: SIMD3<Double>) -> SIMD3<Double> {
    labFromLMS.apply(lmsFromRGB.apply(rgb).mapped(Libm.cbrt))
  }

  /// (L, a, b) to linear BT.709 light. Unclamped.
  public static func decode(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    rgbFromLMS.apply(lmsFromLab.apply(lab).mapped { $0 * $0 * $0 })
  }
}
