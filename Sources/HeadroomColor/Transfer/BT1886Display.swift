/// The reference display for SDR video with its own black level (BT.1886, annex 1).
///
/// ## Formula
/// L = A max(V + B, 0)^2.4, A = (Lw^(1/2.4) - Lb^(1/2.4))^2.4, B = Lb^(1/2.4) / (Lw^(1/2.4) - Lb^(1/2.4)).
public struct BT1886Display: Hashable, Sendable {
  /// Luminance of signal 1 in cd/m², greater than ``blackNits``.
  public let whiteNits: Double
  /// Luminance of signal 0 in cd/m².
  public let blackNits: Double
  private let gain: Double
  private let lift: Double

  /// Makes a display; 100 cd/m² white is that of BT.2035.
  public init(whiteNits: Double = 100, blackNits: Double = 0) {
    self.whiteNits = whiteNits
    self.blackNits = blackNits
    let white = Libm.pow(whiteNits, 1 / 2.4)
    let black = Libm.pow(blackNits, 1 / 2.4)
    gain = Libm.pow(white - black, 2.4)
    lift = black / (white - black)
  }

  /// Signal to luminance in cd/m².
  public func nits(signal: Double) -> Double { gain * Libm.pow(max(signal + lift, 0), 2.4) }

  /// Luminance in cd/m² to signal; negative luminance counts as none.
  public func signal(nits: Double) -> Double { Libm.pow(max(nits, 0) / gain, 1 / 2.4) - lift }
}
