/// ICtCp of BT.2100: intensity, blue-yellow and red-green from the cones' responses to BT.2020 light.
///
/// I has range 0...1, Ct and Cp about -0.5...0.5. The PQ form takes display light in cd/m², the HLG form scene light with
/// 1.0 = nominal peak. Both continue for negatives as their curves do.
public enum ICtCp {
  /// Linear BT.2020 RGB to cone responses (BT.2100 table 7, in 4096ths).
  public static let lmsFromRGB =
    Matrix3x3(rows: [1688, 2146, 262], [683, 2951, 462], [99, 309, 3688]) * (1.0 / 4096)
  /// Encoded cone responses to ICtCp for PQ.
  public static let fromLMSPQ =
    Matrix3x3(rows: [2048, 2048, 0], [6610, -13613, 7003], [17933, -17390, -543]) * (1.0 / 4096)
  /// Encoded cone responses to ICtCp for HLG.
  public static let fromLMSHLG =
    Matrix3x3(rows: [2048, 2048, 0], [3625, -7465, 3840], [9500, -9212, -288]) * (1.0 / 4096)

  /// Cone responses to linear BT.2020 RGB.
  public static let rgbFromLMS = lmsFromRGB.inverse ?? .identity
  /// ICtCp for PQ to encoded cone responses.
  public static let toLMSPQ = fromLMSPQ.inverse ?? .identity
  /// ICtCp for HLG to encoded cone responses.
  public static let toLMSHLG = fromLMSHLG.inverse ?? .identity

  /// BT.2020 display light in cd/m² to ICtCp for PQ.
  public static func encodePQ(nits: SIMD3<Double>) -> SIMD3<Double> {
    fromLMSPQ.apply(lmsFromRGB.apply(nits).mapped(PQCurve.signal(nits:)))
  }

  /// ICtCp for PQ to BT.2020 display light in cd/m².
  public static func decodePQ(_ ictcp: SIMD3<Double>) -> SIMD3<Double> {
    rgbFromLMS.apply(toLMSPQ.apply(ictcp).mapped(PQCurve.nits(signal:)))
  }

  /// BT.2020 scene light, 1.0 = nominal peak, to ICtCp for HLG.
  public static func encodeHLG(scene: SIMD3<Double>) -> SIMD3<Double> {
    fromLMSHLG.apply(lmsFromRGB.apply(scene).mapped(TransferFunction.hlg.encode))
  }

  /// ICtCp for HLG to BT.2020 scene light, 1.0 = nominal peak.
  public static func decodeHLG(_ ictcp: SIMD3<Double>) -> SIMD3<Double> {
    rgbFromLMS.apply(toLMSHLG.apply(ictcp).mapped(TransferFunction.hlg.decode))
  }
}
