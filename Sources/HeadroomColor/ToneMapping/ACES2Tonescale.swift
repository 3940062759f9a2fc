/// The tone scale of the ACES 2 output transforms: scene-linear gray (0.18 = mid-gray) to display luminance.
///
/// ### Formula
/// `f = m (x / (x + s))^1.15`, then the toe `f² / (f + 0.04)`, in units of 100 cd/m². `m` and `s` follow from the peak:
/// mid-gray lies at 10.013 cd/m² on a display of 100 and rises by 14 % per stop of peak.
public struct ACES2Tonescale: Hashable, Sendable {
  /// Peak of the display in cd/m².
  public let peakNits: Double
  private let scale: Double
  private let shoulder: Double

  private static let referenceNits = 100.0
  private static let contrast = 1.15
  private static let toe = 0.04

  /// Makes the tone scale for a display's peak in cd/m² (100 to 10 000).
  public init(peakNits: Double) {
    self.peakNits = peakNits
    let ratio = peakNits / Self.referenceNits
    // The scene value that reaches the peak.
    let hit = 128 + 768 * Libm.log(ratio) / Libm.log(100.0)
    let peak = Self.beforeToe(ratio)
    let firstScale = peak / Libm.pow((hit / peak) / (hit / peak + 1), Self.contrast)
    let middleGray = 10.013 / Self.referenceNits * (1 + Libm.log2(ratio) * 0.14)
    let middle = Libm.pow(Self.beforeToe(middleGray) / firstScale, 1 / Self.contrast)
    let stretch = 0.18 * (1 - middle) / (peak * middle)
    shoulder = stretch * peak
    scale = peak / Libm.pow((hit / peak) / (hit / peak + stretch), Self.contrast)
  }

  /// The value that the toe turns into `value`.
  private static func beforeToe(_ value: Double) -> Double {
    (value + (value * (value + 4 * toe)).squareRoot()) / 2
  }

  /// Display luminance in cd/m² of a scene-linear gray; 0 at and below 0.
  public func nits(sceneLinear: Double) -> Double {
    guard sceneLinear > 0 else { return 0 }
    let value = scale * Libm.pow(sceneLinear / (sceneLinear + shoulder), Self.contrast)
    return value * value / (value + Self.toe) * Self.referenceNits
  }
}
