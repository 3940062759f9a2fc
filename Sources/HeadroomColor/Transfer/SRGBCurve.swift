/// The positive half of the sRGB curve (IEC 61966-2-1).
enum SRGBCurve {
  static func encode(_ linear: Double) -> Double {
    linear <= 0.0031308 ? 12.92 * linear : 1.055 * Libm.pow(linear, 1 / 2.4) - 0.055
  }

  static func decode(_ signal: Double) -> Double {
    signal <= 0.04045 ? signal / 12.92 : Libm.pow((signal + 0.055) / 1.055, 2.4)
  }
}
