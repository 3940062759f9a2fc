/// The perceptual quantiser in absolute luminance (SMPTE ST 2084, BT.2100).
///
/// ## Formula
/// y = (L / 10000)^m1; signal = ((c1 + c2 y) / (1 + c3 y))^m2. Both directions use the arrangement around 1 with
/// `log1p` and `expm1`, which keeps 13 digits where the printed form loses half of them.
///
/// ## Extended range
/// The formula continues above 10000 cd/m² and is mirrored for negatives. Zero is exactly zero, although the formula
/// gives 7.3e-7.
public enum PQCurve {
  private static let m1 = 2610.0 / 16384
  private static let m2 = 2523.0 / 32
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 128
  private static let c3 = 2392.0 / 128

  /// The largest signal that decodes by the formula, which has its pole at 1.9926.
  public static let maximumSignal = 1.99

  /// Display luminance in cd/m² to signal.
  public static func signal(nits: Double) -> Double {
    mirrored(nits) { nits in
      guard nits != 0 else { return 0 }
      let y = Libm.pow(nits / 10000, m1)
      return Libm.exp(m2 * Libm.log1p(((c1 - 1) + (c2 - c3) * y) / (1 + c3 * y)))
    }
  }

  /// Signal to display luminance in cd/m².
  public static func nits(signal: Double) -> Double {
    mirrored(signal) { signal in
      guard signal != 0 else { return 0 }
      let p = Libm.expm1(Libm.log(signal > maximumSignal ? maximumSignal : signal) / m2)
      let numerator = p + (1 - c1)
      guard !(numerator < 0) else { return 0 }
      return 10000 * Libm.pow(numerator / ((c2 - c3) - c3 * p), 1 / m1)
    }
  }
}
