extension GainMapMetadata {
  /// Gains are clamped to this many stops before they are raised to a power, so that `0 · 2^gain` is never NaN.
  static let largestAppliedStops = 64.0

  /// The fraction of the way from base to alternate on a display with a headroom given in stops: 0 shows the base, 1
  /// the alternate of an SDR base, -1 the alternate of an HDR base.
  ///
  /// Equal headrooms give 0.
  public func weight(displayHeadroomStops: Double) -> Double {
    guard alternateHeadroom != baseHeadroom else { return 0 }
    let share = (displayHeadroomStops - baseHeadroom) / (alternateHeadroom - baseHeadroom)
    let clamped = share > 0 ? Swift.min(share, 1) : 0
    return alternateHeadroom > baseHeadroom ? clamped : -clamped
  }

  /// The headroom in stops at which the richer rendition is fully shown.
  public var fullHeadroomStops: Double { Swift.max(baseHeadroom, alternateHeadroom) }

  /// Gains in stops of map values 0 to 1, before any weight.
  public func logGain(_ gain: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(logGain(gain.x, channel: 0), logGain(gain.y, channel: 1), logGain(gain.z, channel: 2))
  }

  /// Gain in stops of a map value 0 to 1 of one channel, before any weight.
  public func logGain(_ gain: Double, channel: Int) -> Double {
    let linear = gamma[channel] == 1 ? gain : Libm.pow(gain, 1 / gamma[channel])
    return min[channel] + (max[channel] - min[channel]) * linear
  }

  /// The rendition at a weight.
  ///
  /// ### Formula
  /// `(base + baseOffset) · 2^(logGain · weight) - alternateOffset`; with weight 0 the base itself, whatever the
  /// offsets. Nothing is clamped: negative results are legal.
  ///
  /// - Parameters:
  ///   - base: linear light in the primaries of the computation (see ``useBaseColorSpace``).
  ///   - gain: map values 0 to 1.
  ///   - weight: of ``weight(displayHeadroomStops:)``.
  public func apply(base: SIMD3<Double>, gain: SIMD3<Double>, weight: Double) -> SIMD3<Double> {
    apply(base: base, logGain: logGain(gain), weight: weight)
  }

  /// The rendition at a weight for gains in stops, as they come from a map that was enlarged in the log domain.
  public func apply(base: SIMD3<Double>, logGain: SIMD3<Double>, weight: Double) -> SIMD3<Double> {
    guard weight != 0 else { return base }
    let limit = SIMD3<Double>(repeating: Self.largestAppliedStops)
    let stops = (logGain * weight).clamped(lowerBound: -limit, upperBound: limit)
    return (base + baseOffset) * SIMD3(Libm.exp2(stops.x), Libm.exp2(stops.y), Libm.exp2(stops.z)) - alternateOffset
  }

  /// Gains in stops, HDR over SDR, that lead from a base colour to an alternate colour, both linear in the primaries of
  /// the computation. Not limited to ``min`` and ``max``: the range of a map is chosen from these gains.
  public func logRatio(base: SIMD3<Double>, alternate: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      logRatio(base: base.x, alternate: alternate.x, channel: 0),
      logRatio(base: base.y, alternate: alternate.y, channel: 1),
      logRatio(base: base.z, alternate: alternate.z, channel: 2))
  }

  /// Gain in stops that leads from one value to another, with the offsets of one channel.
  public func logRatio(base: Double, alternate: Double, channel: Int = 0) -> Double {
    let denominator = base + baseOffset[channel]
    let ratio = denominator > 0 ? (alternate + alternateOffset[channel]) / denominator : 1
    let stops = Libm.log2(Swift.max(ratio, 1e-10))
    return isBaseHDR ? -stops : stops
  }

  /// Map values 0 to 1 that lead from a base colour to an alternate colour, both linear in the primaries of the
  /// computation. For a map of one channel pass luminances in all components.
  public func encode(base: SIMD3<Double>, alternate: SIMD3<Double>) -> SIMD3<Double> {
    encode(logGain: logRatio(base: base, alternate: alternate))
  }

  /// Map values 0 to 1 of gains in stops, which are limited to ``min`` and ``max``.
  public func encode(logGain: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      encode(logGain: logGain.x, channel: 0), encode(logGain: logGain.y, channel: 1),
      encode(logGain: logGain.z, channel: 2))
  }

  /// Map value 0 to 1 of a gain in stops of one channel. Without a range (max = min) every gain has value 0.
  public func encode(logGain: Double, channel: Int) -> Double {
    let range = max[channel] - min[channel]
    guard range > 0 else { return 0 }
    let share = (Swift.min(Swift.max(logGain, min[channel]), max[channel]) - min[channel]) / range
    return gamma[channel] == 1 ? share : Libm.pow(share, gamma[channel])
  }
}
