/// BT.1361 extended colour gamut (H.273 transfer code 12).
enum BT1361Curve {
  static func encode(_ light: Double) -> Double {
    light < 0 ? -SceneCurve.exact.encodePositive(-4 * light) / 4 : SceneCurve.exact.encodePositive(light)
  }

  static func decode(_ signal: Double) -> Double {
    signal < 0 ? -SceneCurve.exact.decodePositive(-4 * signal) / 4 : SceneCurve.exact.decodePositive(signal)
  }
}
