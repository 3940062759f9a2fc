/// Apple's own gain map: one channel, one number.
///
/// ### Formula
/// `HDR = SDR · (1 + (headroom - 1) · f(g))` with `f` of ``Curve``, per component in the photo's own primaries. For a
/// display with less headroom the gain is weighted in stops.
public struct AppleGainMap: Hashable, Sendable {
  /// How map values become light.
  public enum Curve: String, CaseIterable, Hashable, Sendable {
    /// `g^1.961`, as Chromium has it; of the published interpretations it is nearest to the ISO description that newer
    /// photos carry beside the map.
    case power1961
    /// The inverse of the BT.709 OETF, from Apple's article on applying the HDR effect.
    case rec709
  }

  /// Linear headroom at full weight, at least 1.
  public let headroom: Double
  /// How map values become light.
  public let curve: Curve

  /// Makes the description of a map; a headroom below 1 is taken as 1.
  public init(headroom: Double, curve: Curve = .power1961) {
    self.headroom = headroom > 1 ? min(headroom, 0x1p64) : 1
    self.curve = curve
  }

  /// Headroom in stops.
  public var headroomStops: Double { Libm.log2(headroom) }

  /// Light, 0 to 1, of a map value 0 to 1.
  public func light(_ gain: Double) -> Double {
    switch curve {
    case .power1961: gain > 0 ? Libm.pow(gain, 1.961) : 0
    case .rec709: gain < 0.081 ? gain / 4.5 : Libm.pow((gain + 0.099) / 1.099, 1 / 0.45)
    }
  }

  /// Gain in stops of a map value 0 to 1.
  public func logGain(_ gain: Double) -> Double { Libm.log2(1 + (headroom - 1) * light(gain)) }

  /// The map value 0 to 1 of a gain in stops; gains outside 0 to ``headroomStops`` are limited to it.
  public func encode(logGain: Double) -> Double {
    guard headroom > 1 else { return 0 }
    let light = min(max((Libm.exp2(logGain) - 1) / (headroom - 1), 0), 1)
    return switch curve {
    case .power1961: Libm.pow(light, 1 / 1.961)
    case .rec709: light < 0.018 ? light * 4.5 : 1.099 * Libm.pow(light, 0.45) - 0.099
    }
  }

  /// The fraction of the way from base to HDR on a display with a headroom given in stops, 0 to 1.
  public func weight(displayHeadroomStops: Double) -> Double {
    guard headroomStops > 0 else { return 0 }
    return min(max(displayHeadroomStops / headroomStops, 0), 1)
  }

  /// The rendition of linear light in the photo's primaries at a weight of ``weight(displayHeadroomStops:)``.
  public func apply(base: SIMD3<Double>, gain: Double, weight: Double) -> SIMD3<Double> {
    weight == 0 ? base : base * Libm.exp2(logGain(gain) * weight)
  }

  /// ISO metadata for the same map codes: min 0, max and alternate headroom of ``headroomStops``, offsets 0, and the
  /// gamma that keeps the largest error over all 8-bit codes smallest: 0.02 stops at headroom 2, 0.07 at 4, 0.14 at 8.
  ///
  /// Only a map that is encoded again is exact to a code.
  public func isoMetadata() -> GainMapMetadata {
    GainMapMetadata(
      baseHeadroom: 0, alternateHeadroom: headroomStops, min: 0, max: headroomStops, gamma: fittedGamma().gamma,
      baseOffset: 0, alternateOffset: 0)
  }

  /// The gamma of ``isoMetadata()`` and the largest error in stops that it leaves.
  public func fittedGamma() -> (gamma: Double, residualStops: Double) {
    guard headroom > 1 else { return (1, 0) }
    let wanted = (0...255).map { logGain(Double($0) / 255) }
    func residual(_ gamma: Double) -> Double {
      wanted.indices.map { (headroomStops * Libm.pow(Double($0) / 255, 1 / gamma) - wanted[$0]).magnitude }.max() ?? 0
    }
    // The largest error has one minimum in gamma: golden section.
    let ratio = (5.0.squareRoot() - 1) / 2
    var (low, high) = (0.2, 3.0)
    for _ in 0..<60 {
      let (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
      if residual(left) < residual(right) { high = right } else { low = left }
    }
    let gamma = (low + high) / 2
    return (gamma, residual(gamma))
  }
}
