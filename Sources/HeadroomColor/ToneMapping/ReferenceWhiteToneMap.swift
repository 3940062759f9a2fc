/// The Reference White Tone Mapping Operator of SMPTE ST 2094-50 (second committee draft, 2026-02-23, clause C.3.8).
///
/// From one number, the headroom of the content, it makes two renditions: one for a display without headroom and one for
/// a display with `8/3`, both given as a gain in stops over `v = max(R, G, B)` in linear BT.2020 where 1.0 is reference
/// white. For a display between those the gains are mixed in stops.
///
/// ### Formula
/// With `Hb` the content headroom in stops and `f = min(Hb / log2(1000/203), 1)`, the alternates are
/// `H0 = 0` with white at `1 - f/2` and `H1 = f · log2(8/3)` with white at 1. Each runs straight to the knee at white,
/// then along a quadratic Bézier curve to `(2^Hb, 2^Ha)`, whose middle point is set by the factor 0.65.
public struct ReferenceWhiteToneMap: Hashable, Sendable {
  /// How the curve between white and peak is evaluated.
  public enum Evaluation: String, Hashable, Sendable {
    /// The Bézier curve itself: monotone for every content headroom.
    case exact
    /// The eight-point Hermite spline that the draft has readers use. It leaves the Bézier curve as content gets
    /// brighter (0.0015 stops at 1000 cd/m², 0.156 at 10 000) and is monotone only up to about 4.65 stops.
    case conforming
  }

  /// The content headroom in stops above which the conforming spline stops being monotone: 4.6576 (5123 cd/m²),
  /// rounded down. ``ToneCurve`` switches to the exact curve there.
  public static let conformingLimitStops = 4.65

  /// Headroom of the content in stops.
  public let contentStops: Double
  /// How the curve is evaluated.
  public let evaluation: Evaluation
  /// Renditions for less headroom than the content has, lowest first.
  package let alternates: [Alternate]

  /// Makes the operator for content of a headroom given in stops (negative is taken as 0).
  public init(contentStops: Double, evaluation: Evaluation = .exact) {
    let stops = contentStops > 0 ? contentStops : 0
    self.contentStops = stops
    self.evaluation = evaluation
    let fraction = min(stops / Libm.log2(ReferenceWhite.defaultHeadroom), 1)
    alternates = [
      Alternate(contentStops: stops, stops: 0, white: 1 - fraction / 2),
      Alternate(contentStops: stops, stops: fraction * Libm.log2(8.0 / 3.0), white: 1),
    ]
  }

  /// The gain in stops for a pixel whose largest component is `value`, on a display with `targetStops` of headroom.
  ///
  /// Not clamped: with values above the content's peak and targets above the headroom of the second alternate
  /// the result can lie above the target.
  public func gainStops(at value: Double, targetStops: Double) -> Double {
    let target = min(max(targetStops, 0), contentStops)
    let (low, high) = (alternates[0], alternates[1])
    if target >= contentStops { return 0 }
    if target < high.stops {
      let weight = target / high.stops
      return (1 - weight) * stops(low, value) + weight * stops(high, value)
    }
    return stops(high, value) * (contentStops - target) / (contentStops - high.stops)
  }

  private func stops(_ alternate: Alternate, _ value: Double) -> Double {
    switch evaluation {
    case .exact: alternate.exactGainStops(at: value)
    case .conforming: alternate.curve.stops(at: value)
    }
  }
}

extension ReferenceWhiteToneMap {
  /// One rendition: straight to `(1, white)`, then a Bézier curve to `(peak, targetPeak)`.
  package struct Alternate: Hashable, Sendable {
    /// Headroom of this rendition in stops.
    package let stops: Double
    package let white: Double
    package let peak: Double
    package let targetPeak: Double
    package let middleX: Double
    package let middleY: Double
    /// The eight points that the draft samples from the curve.
    package let curve: GainCurve

    init(contentStops: Double, stops: Double, white: Double) {
      let kappa = 0.65
      let (peak, targetPeak) = (Libm.exp2(contentStops), Libm.exp2(stops))
      let middleX = (1 - kappa) + kappa * targetPeak / white
      let middleY = (1 - kappa) * white + kappa * targetPeak
      self.stops = stops
      self.white = white
      self.peak = peak
      self.targetPeak = targetPeak
      self.middleX = middleX
      self.middleY = middleY
      curve = GainCurve(
        nodes: (0..<8).map { index in
          let t = Double(index) / 7
          let x = Self.bezier(1, middleX, peak, t)
          let y = Self.bezier(white, middleY, targetPeak, t)
          let slope = Self.bezierSlope(white, middleY, targetPeak, t) / Self.bezierSlope(1, middleX, peak, t)
          return GainCurve.Node(x: x, stops: Libm.log2(y / x), slope: (x * slope - y) / (Libm.log(2) * x * y))
        })
    }

    /// The gain of the Bézier curve itself: `x(t) = value` is a quadratic equation, solved in the form that does not
    /// cancel when the leading coefficient is small.
    func exactGainStops(at value: Double) -> Double {
      if value <= 1 { return Libm.log2(white) }
      if value >= peak { return Libm.log2(targetPeak / value) }
      let leading = 1 - 2 * middleX + peak
      let linear = 2 * middleX - 2
      let t = 2 * (value - 1) / (linear + (linear * linear + 4 * leading * (value - 1)).squareRoot())
      return Libm.log2(Self.bezier(white, middleY, targetPeak, t) / value)
    }

    private static func bezier(_ start: Double, _ middle: Double, _ end: Double, _ t: Double) -> Double {
      (1 - t) * (1 - t) * start + 2 * (1 - t) * t * middle + t * t * end
    }

    private static func bezierSlope(_ start: Double, _ middle: Double, _ end: Double, _ t: Double) -> Double {
      2 * (1 - t) * (middle - start) + 2 * t * (end - middle)
    }
  }
}
