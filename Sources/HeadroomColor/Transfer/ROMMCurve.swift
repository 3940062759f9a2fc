/// The positive half of the ROMM RGB curve (ISO 22028-2).
enum ROMMCurve {
  static func encode(_ linear: Double) -> Double {
    linear < 1.0 / 512 ? 16 * linear : Libm.pow(linear, 1 / 1.8)
  }

  static func decode(_ signal: Double) -> Double {
    signal < 1.0 / 32 ? signal / 16 : Libm.pow(signal, 1.8)
  }
}
