/// Y'CbCr of BT.2020 constant luminance (H.273 matrix code 10): luma is made from linear light.
///
/// ## Formula
/// Y'c = OETF(0.2627 R + 0.6780 G + 0.0593 B); Cb = (B' - Y'c) / 1.9404 below zero, / 1.5820 above;
/// Cr = (R' - Y'c) / 1.7182 below zero, / 0.9938 above (BT.2020 table 4).
public enum ConstantLuminanceYCbCr {
  private static let weights = SIMD3(0.2627, 0.6780, 0.0593)

  /// Linear BT.2020 scene light to (Y'c, Cb, Cr).
  public static func encode(linear rgb: SIMD3<Double>) -> SIMD3<Double> {
    let curve = SceneCurve.exact
    let luma = curve.encode((weights * rgb).sum())
    let blue = curve.encode(rgb.z) - luma
    let red = curve.encode(rgb.x) - luma
    return SIMD3(luma, blue / (blue <= 0 ? 1.9404 : 1.5820), red / (red <= 0 ? 1.7182 : 0.9938))
  }

  /// (Y'c, Cb, Cr) to linear BT.2020 scene light.
  public static func decode(_ ycbcr: SIMD3<Double>) -> SIMD3<Double> {
    let curve = SceneCurve.exact
    let blue = curve.decode(ycbcr.x + ycbcr.y * (ycbcr.y <= 0 ? 1.9404 : 1.5820))
    let red = curve.decode(ycbcr.x + ycbcr.z * (ycbcr.z <= 0 ? 1.7182 : 0.9938))
    let green = (curve.decode(ycbcr.x) - weights.x * red - weights.z * blue) / weights.y
    return SIMD3(red, green, blue)
  }
}
