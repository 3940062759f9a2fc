/// The opto-optical step of BT.2100 HLG: scene light of all three channels to the light of one display.
///
/// ## Formula
/// Ys = weights · scene; display = peak · Ys^(gamma - 1) · scene. The gain follows luminance, so hue stays; a power per
/// channel would not do that. Scene light has 1.0 = nominal peak, display light 1.0 = 203 cd/m².
///
/// ## Extended range
/// Unclamped, and odd: the gain is taken from |Ys|. At Ys = 0 the gain is 0, also for gamma below 1 (peaks under
/// 334 cd/m²), where the formula diverges.
public struct HLGSystem: Hashable, Sendable {
  /// Nominal peak luminance of the display in cd/m², greater than zero.
  public var peakNits: Double
  /// System gamma, greater than zero; 1.2 for 1000 cd/m² in a dim surround.
  public var gamma: Double
  /// Display luminance of signal 0 in cd/m²; 0 for none. Only the conversions from and to signals use it.
  public var blackNits: Double
  /// Luminance weights of the channels, summing to 1.
  public var weights: SIMD3<Double>

  /// The luminance weights as BT.2100 prints them, to four digits.
  public static let bt2100Weights = SIMD3(0.2627, 0.6780, 0.0593)

  /// The system all HLG content is placed with here: 1000 cd/m², gamma 1.2, black 0, BT.2100 primaries.
  public static let reference = HLGSystem()

  /// Makes a system; the defaults are ``reference``.
  public init(
    peakNits: Double = 1000, gamma: Double = 1.2, blackNits: Double = 0, weights: SIMD3<Double> = bt2100Weights
  ) {
    self.peakNits = peakNits
    self.gamma = gamma
    self.blackNits = blackNits
    self.weights = weights
  }

  /// The system of a display with the gamma BT.2100 gives for its peak.
  public init(displayPeakNits: Double) {
    self.init(peakNits: displayPeakNits, gamma: Self.systemGamma(peakNits: displayPeakNits))
  }

  /// System gamma for a nominal peak: 1.2 + 0.42 log10(peak / 1000) (BT.2100, stated for 400...2000 cd/m²).
  public static func systemGamma(peakNits: Double) -> Double {
    1.2 + 0.42 * Libm.log10(peakNits / 1000)
  }

  /// System gamma for a nominal peak and a surround luminance, both in cd/m² (BT.2390, extended range):
  /// 1.2 · 1.111^log2(peak / 1000) · 0.98^log2(surround / 5).
  public static func extendedSystemGamma(peakNits: Double, surroundNits: Double = 5) -> Double {
    1.2 * Libm.pow(1.111, Libm.log2(peakNits / 1000)) * Libm.pow(0.98, Libm.log2(surroundNits / 5))
  }

  /// Scene light to display light, without black lift.
  public func display(fromScene scene: SIMD3<Double>) -> SIMD3<Double> {
    let luminance = abs((weights * scene).sum())
    guard luminance != 0 else { return .zero }
    return scene * (Libm.pow(luminance, gamma - 1) * (peakNits / ReferenceWhite.nits))
  }

  /// Display light to scene light, the inverse of ``display(fromScene:)``.
  public func scene(fromDisplay display: SIMD3<Double>) -> SIMD3<Double> {
    let relative = display * (ReferenceWhite.nits / peakNits)
    let luminance = abs((weights * relative).sum())
    guard luminance != 0 else { return .zero }
    return relative * Libm.pow(luminance, (1 - gamma) / gamma)
  }

  /// Signal to display light, with the black lift of BT.2100.
  public func display(fromSignal signal: SIMD3<Double>) -> SIMD3<Double> {
    display(fromScene: signal.mapped { TransferFunction.hlg.decode(lifted($0)) })
  }

  /// Display light to signal, the inverse of ``display(fromSignal:)`` above the display's black.
  public func signal(fromDisplay display: SIMD3<Double>) -> SIMD3<Double> {
    scene(fromDisplay: display).mapped { (TransferFunction.hlg.encode($0) - blackLift) / (1 - blackLift) }
  }

  /// The signal offset that puts signal 0 at ``blackNits``: sqrt(3 (black / peak)^(1 / gamma)).
  public var blackLift: Double {
    blackNits > 0 ? (3 * Libm.pow(blackNits / peakNits, 1 / gamma)).squareRoot() : 0
  }

  private func lifted(_ signal: Double) -> Double {
    let beta = blackLift
    guard beta > 0 else { return signal }
    let lifted = (1 - beta) * signal + beta
    return lifted < 0 ? 0 : lifted
  }
}
