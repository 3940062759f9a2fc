/// The electrical-electrical transfer function of ITU-R BT.2390 (section 5.4) and BT.2408 Annex 5.
///
/// Luminances go in and out in cd/m²; the curve itself works on the PQ signal. Below the knee the output is the input,
/// above it a cubic runs to the target's peak; the target's black lifts the darkest values.
///
/// ### Formula
/// With `E1` the PQ signal normalised to the source's black and peak and `minLum`, `maxLum` the target's on the same
/// scale: `KS = 1.5 maxLum - 0.5`; above `KS` a Hermite spline with slope 1 at the knee and 0 at the peak;
/// then `E3 = E2 + minLum (1 - E2)^4`.
public struct BT2390: Hashable, Sendable {
  /// Peak of the source in cd/m².
  public let sourcePeakNits: Double
  /// Black of the source in cd/m².
  public let sourceBlackNits: Double
  /// Peak of the target in cd/m².
  public let targetPeakNits: Double
  /// Black of the target in cd/m².
  public let targetBlackNits: Double

  private let sourceBlack: Double
  private let sourceRange: Double
  private let minLum: Double
  private let maxLum: Double
  private let knee: Double
  /// Luminance at the knee. Below it, with equal blacks, the function returns its argument untouched.
  private let kneeNits: Double

  /// Makes the function for a source and a target, all in cd/m². Black is 0 unless given.
  public init(
    sourcePeakNits: Double, targetPeakNits: Double, sourceBlackNits: Double = 0, targetBlackNits: Double = 0
  ) {
    self.sourcePeakNits = sourcePeakNits
    self.sourceBlackNits = sourceBlackNits
    self.targetPeakNits = targetPeakNits
    self.targetBlackNits = targetBlackNits
    sourceBlack = PQCurve.signal(nits: sourceBlackNits)
    sourceRange = PQCurve.signal(nits: sourcePeakNits) - sourceBlack
    minLum = (PQCurve.signal(nits: targetBlackNits) - sourceBlack) / sourceRange
    maxLum = (PQCurve.signal(nits: targetPeakNits) - sourceBlack) / sourceRange
    // The report ends at 10 000 cd/m². Far beyond, its knee is below black: the curve then bends from black on.
    knee = max(1.5 * maxLum - 0.5, 0)
    kneeNits = knee >= 1 ? .infinity : PQCurve.nits(signal: sourceBlack + knee * sourceRange)
  }

  /// The luminance shown for a luminance of the source, both in cd/m². Input outside the source's range
  /// is taken as its black or peak.
  public func map(nits: Double) -> Double {
    let input = min(nits, sourcePeakNits)
    if minLum == 0, input <= kneeNits { return input }
    let normalised = max(PQCurve.signal(nits: input) - sourceBlack, 0) / sourceRange
    var signal = normalised < knee ? normalised : spline(normalised)
    if minLum != 0 {
      let distance = 1 - signal
      signal += minLum * distance * distance * distance * distance
    }
    return PQCurve.nits(signal: signal * sourceRange + sourceBlack)
  }

  private func spline(_ signal: Double) -> Double {
    let t = (signal - knee) / (1 - knee)
    let t2 = t * t
    let t3 = t2 * t
    // Slope 1 at the knee is three times the secant, the most with which the cubic rises all the way.
    let slope = min(1 - knee, 3 * (maxLum - knee))
    return (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * slope + (3 * t2 - 2 * t3) * maxLum
  }
}
