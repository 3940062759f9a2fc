/// How much of a display's headroom content may use: a mixture of the three keywords of CSS `dynamic-range-limit`.
public struct DynamicRangeLimit: Hashable, Sendable {
  /// The share of `standard`, 0...1; the shares sum to 1.
  public let standardShare: Double
  /// The share of `constrained`, 0...1.
  public let constrainedShare: Double
  /// The share of `no-limit`, 0...1.
  public let noLimitShare: Double

  /// Makes a mixture; shares are weights, negative ones count as 0, all zero means no limit.
  public init(standard: Double = 0, constrained: Double = 0, noLimit: Double = 0) {
    let weights = SIMD3(max(standard, 0), max(constrained, 0), max(noLimit, 0))
    let shares = weights.sum() > 0 ? weights / weights.sum() : SIMD3(0, 0, 1)
    standardShare = shares.x
    constrainedShare = shares.y
    noLimitShare = shares.z
  }

  /// Up to reference white only.
  public static let standard = DynamicRangeLimit(standard: 1)
  /// Up to a comfortable ratio beside SDR content, 2 unless asked otherwise.
  public static let constrainedHigh = DynamicRangeLimit(constrained: 1)
  /// All the display has.
  public static let high = DynamicRangeLimit(noLimit: 1)

  /// The headroom content gets on a display with `displayHeadroom`, both linear ratios of at least 1.
  ///
  /// ## Formula
  /// min(`constrainedLimit`, h)^constrained · h^noLimit: the mean in stops. The limit 2 is Chromium's.
  public func effectiveHeadroom(displayHeadroom: Double, constrainedLimit: Double = 2) -> Double {
    let display = max(displayHeadroom, 1)
    return Libm.pow(min(constrainedLimit, display), constrainedShare) * Libm.pow(display, noLimitShare)
  }
}
