/// A tone mapping that content carries with it: SMPTE ST 2094-50 (second committee draft, 2026-02-23).
///
/// Light is relative to the content's reference white. A caller whose light has 1.0 = 203 cd/m² scales it by
/// `203 / referenceWhiteNits` first.
public struct HeadroomAdaptiveToneMap: Hashable, Sendable {
  /// How the content is to be shown on displays of other headrooms.
  public enum ToneMap: Hashable, Sendable {
    /// By the reference-white operator, for content of a headroom in stops.
    case referenceWhite(contentStops: Double)
    /// By the content's own curves.
    case curves(Curves)
  }

  /// Curves for other headrooms than the content's.
  public struct Curves: Hashable, Sendable {
    /// Headroom of the content in stops, 0 to 6.
    public var contentStops: Double
    /// The primaries in which gains are computed and applied.
    public var primaries: ColorPrimaries
    /// Renditions by rising headroom, at most four; none means that values beyond the display are cut.
    public var alternates: [Alternate]

    /// Makes a set of curves.
    public init(contentStops: Double, primaries: ColorPrimaries = .bt2020, alternates: [Alternate]) {
      self.contentStops = contentStops
      self.primaries = primaries
      self.alternates = alternates
    }
  }

  /// One rendition.
  public struct Alternate: Hashable, Sendable {
    /// Headroom of the display it is made for, in stops, 0 to 6; not the content's.
    public var stops: Double
    /// What drives the curve.
    public var mixing: ComponentMixing
    /// Gain in stops; not above 0 for less headroom than the content has, not below 0 for more.
    public var curve: GainCurve

    /// Makes a rendition.
    public init(stops: Double, mixing: ComponentMixing = .max, curve: GainCurve) {
      self.stops = stops
      self.mixing = mixing
      self.curve = curve
    }
  }

  /// Weights, 0 to 1 with sum 1, of the parts of a curve's argument.
  public struct ComponentMixing: Hashable, Sendable {
    /// Weights of red, green and blue.
    public var components: SIMD3<Double>
    /// Weight of the largest component.
    public var maximum: Double
    /// Weight of the smallest component.
    public var minimum: Double
    /// Weight of the component itself: above 0, each component has its own gain.
    public var own: Double

    /// Makes a mixture; the weights are divided by their sum. Nil when they are negative or all 0.
    public init?(components: SIMD3<Double>, maximum: Double, minimum: Double, own: Double) {
      let sum = components.sum() + maximum + minimum + own
      guard sum > 0, components.min() >= 0, maximum >= 0, minimum >= 0, own >= 0 else { return nil }
      self.init(weights: components / sum, maximum / sum, minimum / sum, own / sum)
    }

    private init(weights: SIMD3<Double>, _ maximum: Double, _ minimum: Double, _ own: Double) {
      components = weights
      self.maximum = maximum
      self.minimum = minimum
      self.own = own
    }

    /// The largest component.
    public static let max = ComponentMixing(weights: .zero, 1, 0, 0)
    /// Each component for itself.
    public static let component = ComponentMixing(weights: .zero, 0, 0, 1)
    /// Half the mean, half the largest component.
    public static let meanAndMax = ComponentMixing(weights: SIMD3(repeating: 1.0 / 6), 0.5, 0, 0)

    /// The curve's argument for each component.
    public func arguments(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
      own * rgb + ((components * rgb).sum() + maximum * rgb.max() + minimum * rgb.min())
    }
  }

  /// Luminance of the content's reference white in cd/m²; 203 unless stated, 0.2 to 10 000.
  public var referenceWhiteNits: Double
  /// The tone mapping; nil when the content states its reference white only.
  public var toneMap: ToneMap?

  /// Makes the metadata.
  public init(referenceWhiteNits: Double = ReferenceWhite.nits, toneMap: ToneMap?) {
    self.referenceWhiteNits = referenceWhiteNits
    self.toneMap = toneMap
  }
}
