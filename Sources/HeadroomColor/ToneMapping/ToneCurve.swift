/// A tone mapping between two headrooms: what a renderer applies in linear BT.2020 light, 1.0 = reference white.
///
/// Whatever the operator and the input, no component of the result is above ``targetHeadroom``, as long as the mapping
/// is not the identity. Components below 0 are legal and are scaled like the others.
///
/// ### Extended range
/// Values above the content's headroom give the target's peak. With ``isIdentity`` nothing is changed at all: a
/// destination that has to clip still clips.
public struct ToneCurve: Hashable, Sendable {
  /// The operator; ``ToneMapOperator/clip`` for the content's own curves, which clip beyond their ends.
  public let toneMapOperator: ToneMapOperator
  /// Linear headroom of the content.
  public let contentHeadroom: Double
  /// Linear headroom to reach, at least 1.
  public let targetHeadroom: Double
  /// How the reference-white operator is evaluated; `exact` whenever the content is brighter than the spline can follow.
  public let evaluation: ReferenceWhiteToneMap.Evaluation
  /// Share of the per-component result, 0 to 1. 0 keeps chromaticities, 1 lets saturated highlights bleach.
  public let desaturation: Double
  private var law: Law

  /// Headrooms above this are taken as this; it keeps every intermediate finite.
  static let largestHeadroom = 1_048_576.0

  /// Makes a tone curve.
  ///
  /// - Parameters:
  ///   - operator: how to map; the reference-white operator unless given.
  ///   - mode: for the reference-white operator, the exact curve (default) or the spline of the draft, which
  ///     files with its flag request. Above 4.65 stops of content the exact curve is used in any case, because the
  ///     spline is not monotone there.
  ///   - contentHeadroom: linear headroom of the content, 1 or more. "Unknown" (0) has to be resolved before.
  ///   - targetHeadroom: linear headroom to reach; below 1 is taken as 1. At or above `contentHeadroom` the curve is
  ///     the identity.
  ///   - desaturation: 0 (default) drives all components by one gain; 1 applies the curve to each component.
  public init(
    operator: ToneMapOperator = .rwtmo, mode: ReferenceWhiteToneMap.Evaluation = .exact, contentHeadroom: Double,
    targetHeadroom: Double, desaturation: Double = 0
  ) {
    toneMapOperator = `operator`
    self.contentHeadroom = Self.legalHeadroom(contentHeadroom)
    self.targetHeadroom = Self.legalHeadroom(targetHeadroom)
    self.desaturation = desaturation > 0 ? min(desaturation, 1) : 0
    let stops = Libm.log2(self.contentHeadroom)
    evaluation = stops > ReferenceWhiteToneMap.conformingLimitStops ? .exact : mode
    law = Law(`operator`, content: self.contentHeadroom, target: self.targetHeadroom, evaluation: evaluation)
  }

  /// Makes the tone curve that content carries with it, for a display of a linear headroom.
  ///
  /// The reference-white flag is followed as the draft asks of readers. Where the content states no rendition that
  /// applies, values beyond the display are cut. Light has to be relative to the content's own reference white, see
  /// ``HeadroomAdaptiveToneMap``.
  ///
  /// Nil when the metadata has no tone mapping.
  public init?(_ metadata: HeadroomAdaptiveToneMap, targetHeadroom: Double) {
    switch metadata.toneMap {
    case nil: return nil
    case .referenceWhite(let contentStops):
      self.init(mode: .conforming, contentHeadroom: Libm.exp2(contentStops), targetHeadroom: targetHeadroom)
    case .curves(let curves):
      let own = ContentToneCurve(curves, targetStops: Libm.log2(Self.legalHeadroom(targetHeadroom)))
      self.init(operator: .clip, contentHeadroom: Libm.exp2(curves.contentStops), targetHeadroom: targetHeadroom)
      if let own { law = .content(own) }
    }
  }

  /// Makes a curve to SDR from one measured from two renditions.
  public init(_ measured: MeasuredToneCurve) {
    self.init(operator: .clip, contentHeadroom: measured.contentHeadroom, targetHeadroom: 1)
    law = .measured(measured)
  }

  /// Makes a curve for content that fits a headroom except for stray pixels: the identity up to ``targetHeadroom``, and
  /// beyond it one gain that brings the largest component there.
  public static func limit(to headroom: Double) -> ToneCurve {
    var curve = ToneCurve(operator: .clip, contentHeadroom: headroom, targetHeadroom: headroom)
    curve.law = .limit
    return curve
  }

  private static func legalHeadroom(_ headroom: Double) -> Double {
    headroom > 1 ? min(headroom, largestHeadroom) : 1
  }

  /// Whether nothing has to be mapped: the target holds the content.
  public var isIdentity: Bool { law == .identity }

  /// Whether ``map(_:)`` multiplies all components by `gain(at: max(R, G, B))`, so that a table of gains is enough.
  public var isMaxRGBGain: Bool {
    switch law {
    case .identity: true
    case .referenceWhite, .eetf, .reinhard, .limit, .measured: desaturation == 0
    case .content(let own): own.isMaxRGBGain
    case .methodA, .clip: false
    }
  }

  /// The factor for a pixel whose largest component is `value`; `value * gain` never exceeds ``targetHeadroom``.
  ///
  /// For operators that are not one gain per pixel (``isMaxRGBGain`` is false) this is the factor for a gray.
  /// At and below 0 it is the factor of an infinitely dark gray.
  public func gain(at value: Double) -> Double {
    let gain =
      switch law {
      case .identity: 1.0
      case .referenceWhite(let map, let targetStops): Libm.exp2(map.gainStops(at: value, targetStops: targetStops))
      case .eetf(let eetf): value > 0 ? eetf.map(nits: value * ReferenceWhite.nits) / (value * ReferenceWhite.nits) : 1
      case .reinhard: Self.reinhard(max(value, 0), contentHeadroom, targetHeadroom)
      case .clip, .limit: 1.0
      case .measured(let own): own.gain(at: value)
      case .content(let own): Libm.exp2(own.gainStops(at: value))
      case .methodA(let mapping): value > 0 ? mapping.map(gray: value) / value : mapping.darkGain
      }
    return isIdentity ? gain : bounded(gain, at: value)
  }

  /// Maps one colour of linear BT.2020 light.
  public func map(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    switch law {
    case .identity: rgb
    case .clip: pointwiseMin(rgb, SIMD3(repeating: targetHeadroom))
    case .methodA(let mapping): mapping.map(rgb)
    case .content(let own): own.isMaxRGBGain ? mapByGain(rgb) : own.map(rgb, peak: targetHeadroom)
    case .referenceWhite, .eetf, .reinhard, .limit, .measured: mapByGain(rgb)
    }
  }

  private func mapByGain(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let common = rgb * gain(at: rgb.max())
    if desaturation == 0 { return common }
    let single = SIMD3(mirrored(rgb.x), mirrored(rgb.y), mirrored(rgb.z))
    return (1 - desaturation) * common + desaturation * single
  }

  private func mirrored(_ component: Double) -> Double { component * gain(at: component.magnitude) }

  private func bounded(_ gain: Double, at value: Double) -> Double {
    guard value * gain > targetHeadroom else { return gain }
    let limit = targetHeadroom / value
    return value * limit > targetHeadroom ? limit.nextDown : limit
  }

  private static func reinhard(_ value: Double, _ content: Double, _ target: Double) -> Double {
    (1 + value * target / (content * content)) / (1 + value / target)
  }
}

extension ToneCurve {
  /// The operator with everything that depends only on the headrooms worked out.
  private enum Law: Hashable {
    case identity
    case referenceWhite(ReferenceWhiteToneMap, targetStops: Double)
    case eetf(BT2390)
    case methodA(AdaptiveMethodA)
    case content(ContentToneCurve)
    case reinhard
    case clip
    case limit
    case measured(MeasuredToneCurve)

    init(
      _ toneMapOperator: ToneMapOperator, content: Double, target: Double, evaluation: ReferenceWhiteToneMap.Evaluation
    ) {
      guard target < content else {
        self = .identity
        return
      }
      self =
        switch toneMapOperator {
        case .rwtmo:
          .referenceWhite(
            ReferenceWhiteToneMap(contentStops: Libm.log2(content), evaluation: evaluation),
            targetStops: Libm.log2(target))
        case .bt2390:
          .eetf(BT2390(sourcePeakNits: content * ReferenceWhite.nits, targetPeakNits: target * ReferenceWhite.nits))
        case .bt2446a: .methodA(AdaptiveMethodA(content: content, target: target))
        case .reinhard: .reinhard
        case .clip: .clip
        }
    }
  }
}
