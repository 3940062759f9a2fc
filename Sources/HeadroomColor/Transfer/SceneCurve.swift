/// A camera curve made of a straight piece and the power 0.45: BT.709, BT.601, BT.2020 and SMPTE ST 240.
///
/// ## Formula
/// signal = slope · E below ``breakpoint``, alpha · E^0.45 - (alpha - 1) from there on; mirrored for negative light.
public struct SceneCurve: Hashable, Sendable {
  /// The factor of the power piece; the offset is `alpha - 1`.
  public let alpha: Double
  /// Scene light, 0...1, where the power piece begins.
  public let breakpoint: Double
  /// The factor of the straight piece.
  public let slope: Double
  /// The signal where decoding changes to the power piece.
  ///
  /// The power's own value there: where the printed constants leave a gap, no encoder makes the signals inside it, and
  /// they count as the straight piece.
  private let signalBreakpoint: Double

  private init(alpha: Double, breakpoint: Double, slope: Double) {
    self.alpha = alpha
    self.breakpoint = breakpoint
    self.slope = slope
    signalBreakpoint = alpha * Libm.pow(breakpoint, 0.45) - (alpha - 1)
  }

  /// The curve of BT.709, BT.601 and BT.2020 with constants that make it continuous in value and slope.
  public static let exact = SceneCurve(alpha: 1.09929682680944, breakpoint: 0.018053968510807, slope: 4.5)
  /// The same curve with the constants BT.709 prints and BT.2020 gives for 10 bits; steps by 2e-4 at the break.
  public static let printed = SceneCurve(alpha: 1.099, breakpoint: 0.018, slope: 4.5)
  /// The same curve with the constants BT.2020 gives for 12 bits.
  public static let twelveBit = SceneCurve(alpha: 1.0993, breakpoint: 0.0181, slope: 4.5)
  /// SMPTE ST 240, with the continuous constants of H.273.
  public static let smpte240 = SceneCurve(alpha: 1.111572195921731, breakpoint: 0.022821585529445, slope: 4)

  /// Scene light to signal.
  public func encode(_ light: Double) -> Double { mirrored(light, encodePositive) }

  /// Signal to scene light.
  public func decode(_ signal: Double) -> Double { mirrored(signal, decodePositive) }

  func encodePositive(_ light: Double) -> Double {
    light < breakpoint ? slope * light : alpha * Libm.pow(light, 0.45) - (alpha - 1)
  }

  func decodePositive(_ signal: Double) -> Double {
    signal < signalBreakpoint ? signal / slope : Libm.pow((signal + alpha - 1) / alpha, 1 / 0.45)
  }
}
