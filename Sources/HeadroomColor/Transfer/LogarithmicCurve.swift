/// The logarithmic curves of H.273, codes 9 and 10: signal = 1 + log10(light) / decades.
enum LogarithmicCurve {
  static func encode(_ light: Double, decades: Double) -> Double {
    // Written so that NaN passes.
    light <= Libm.pow(10, -decades) ? 0 : 1 + Libm.log10(light) / decades
  }

  /// A signal of zero is any light below the range; it decodes as none.
  static func decode(_ signal: Double, decades: Double) -> Double {
    signal == 0 ? 0 : Libm.pow(10, (signal - 1) * decades)
  }
}
