internal import HeadroomColor

/// A profile's SDR curve, opened at the top for light above white.
///
/// Up to a knee nothing changes: the HDR rendition keeps the profile's look in shadows and middle tones. The knee is
/// the brightest point, up to white, where the curve still has a contrast of 3/4 (in logarithms of light). From there
/// the curve continues with the value and the contrast of the knee towards the new peak, never below the profile's own
/// curve.
struct ExtendedToneCurve: Hashable, Sendable {
  private static let kneeContrast = 0.75
  /// From this amount on the top is fully open; below it opens gradually, so that nothing jumps at 0.
  private static let fullAmount = 0.5

  private let curve: ProfileToneCurve
  private let darkening: ExposureDarkening
  private let share: Double
  private let knee: Double
  private let kneeValue: Double
  private let power: Double
  private let peak: Double

  /// - Parameters:
  ///   - curve: an SDR profile's.
  ///   - darkening: the darkening that is applied before the curve.
  ///   - amount: the amount of dynamic range, 0 ... 2.
  ///   - peak: the peak of the resulting light.
  init(_ curve: ProfileToneCurve, darkening: ExposureDarkening, amount: Double, peak: Double) {
    self.curve = curve
    self.darkening = darkening
    let part = min(amount / Self.fullAmount, 1)
    share = part * part * (3 - 2 * part)
    let (knee, contrast) = Self.knee { curve.value(darkening.value($0)) }
    self.knee = knee
    kneeValue = curve.value(darkening.value(knee))
    self.peak = max(peak, kneeValue * 1.25)
    power = kneeValue > 0 ? contrast / (1 - kneeValue / self.peak) : 0
  }

  /// The knee and its contrast; the point of the highest contrast for a curve that is flat everywhere.
  private static func knee(of curve: (Double) -> Double) -> (light: Double, contrast: Double) {
    var best = (light: 1.0, contrast: 0.0)
    // In steps of a 32nd stop, down to six stops below white.
    for step in 0..<192 {
      let light = Libm.exp2(-Double(step) / 32)
      let contrast = contrast(of: curve, at: light)
      if contrast >= kneeContrast { return (light, min(contrast, 2)) }
      if contrast > best.contrast { best = (light, contrast) }
    }
    return best
  }

  /// From below, since a curve ends at white.
  private static func contrast(of curve: (Double) -> Double, at light: Double) -> Double {
    let (here, below) = (curve(light), curve(light * 0.98))
    return below > 0 ? Libm.log(here / below) / -Libm.log(0.98) : 0
  }

  func value(_ x: Double) -> Double {
    // The identity also ends at white here.
    let own = min(curve.value(darkening.value(x)), 1)
    guard x > knee, share > 0, kneeValue > 0, own > 0 else { return own }
    let scaled = Libm.pow(x / knee, power)
    let open = scaled.isFinite ? peak * scaled / (scaled + peak / kneeValue - 1) : peak
    return own * Libm.pow(max(open / own, 1), share)
  }
}
