/// A perceptually uniform code for absolute luminance, in which SDR metrics such as PSNR apply to HDR pictures
/// (Mantiuk and Azimi, PU21, 2021; the "banding and glare" parameters).
public enum PU21 {
  private static let p = [
    0.353487901, 0.3734658629, 8.277049286e-5, 0.9062562627, 0.09150303166, 0.9099517204, 596.3148142,
  ]

  /// The luminances the code is defined for, in cd/m².
  public static let range = 0.005...10000.0

  /// The code of 10000 cd/m², the peak value for a PSNR: 595.394.
  public static let peak = encode(nits: range.upperBound)

  /// Luminance in cd/m², limited to ``range``, to code 0...595.4; 100 cd/m² is 256.38.
  ///
  /// ## Formula
  /// p6 (((p0 + p1 Y^p3) / (1 + p2 Y^p3))^p4 - p5).
  public static func encode(nits: Double) -> Double {
    let y = Libm.pow(min(max(nits, range.lowerBound), range.upperBound), p[3])
    return p[6] * (Libm.pow((p[0] + p[1] * y) / (1 + p[2] * y), p[4]) - p[5])
  }

  /// Code, limited to that of ``range``, to luminance in cd/m².
  public static func decode(_ code: Double) -> Double {
    let bounded = min(max(code, encode(nits: range.lowerBound)), peak)
    let ratio = Libm.pow(bounded / p[6] + p[5], 1 / p[4])
    return Libm.pow((ratio - p[0]) / (p[1] - p[2] * ratio), 1 / p[3])
  }
}
