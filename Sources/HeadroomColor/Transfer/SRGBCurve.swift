/// The positive half of the sRGB curve (IEC 61966-2-1).
enum SRGBCurve {
  static func encode(_ linear: Double) -> Double {
    linear <= 0.0031308 ? 12.92 * linear : 1.055 * Libm.pow(linear, 1 / 2.4) - 0.055
  }

  static func decode(_ signal: Double) -> Double {
    signal <= 0.04045 ? signal / 12.92 : Libm.pow((signal + 0.055) / 1.055, 2.4)
  }
}

/// The positive half of the ROMM RGB curve (ISO 22028-2).
enum ROMMCurve {
  static func encode(_ linear: Double) -> Double {
    linear < 1.0 / 512 ? 16 * linear : Libm.pow(linear, 1 / 1.8)
  }

  static func decode(_ signal: Double) -> Double {
    signal < 1.0 / 32 ? signal / 16 : Libm.pow(signal, 1.8)
  }
}
