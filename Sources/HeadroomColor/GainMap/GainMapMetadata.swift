/// How a gain map leads from a base image to its alternate rendition: the metadata of ISO 21496-1.
///
/// Headrooms and gains are in stops (log2); offsets are linear light with 1.0 = reference white. Gains always mean
/// "HDR over SDR", whichever of the two is the base.
public struct GainMapMetadata: Hashable, Sendable {
  /// Headroom in stops at which the base image is shown as it is, and likewise beyond it, away
  /// from ``alternateHeadroom``.
  public var baseHeadroom: Double
  /// Headroom in stops at which the alternate image is reached.
  public var alternateHeadroom: Double
  /// Gain in stops of map value 0, per channel.
  public var min: SIMD3<Double>
  /// Gain in stops of map value 1, per channel.
  public var max: SIMD3<Double>
  /// Exponent with which gains were coded into the map, per channel; above 0, neutral 1.
  public var gamma: SIMD3<Double>
  /// Added to the base before the gain, per channel.
  public var baseOffset: SIMD3<Double>
  /// Taken from the result, per channel.
  public var alternateOffset: SIMD3<Double>
  /// Whether the formula works in the base image's primaries; otherwise in those of the alternate image.
  public var useBaseColorSpace: Bool
  /// Whether each channel has its own parameters. Independent of the number of channels of the map's picture.
  public var isMultichannel: Bool

  /// Makes metadata with one set of parameters for all channels.
  ///
  /// - Parameters:
  ///   - baseHeadroom: in stops; 0 for an SDR base.
  ///   - alternateHeadroom: in stops.
  ///   - min: gain in stops of map value 0.
  ///   - max: gain in stops of map value 1.
  ///   - gamma: neutral 1.
  ///   - baseOffset: linear, 1/64 unless given.
  ///   - alternateOffset: linear, 1/64 unless given.
  ///   - useBaseColorSpace: true unless given.
  public init(
    baseHeadroom: Double = 0, alternateHeadroom: Double, min: Double = 0, max: Double, gamma: Double = 1,
    baseOffset: Double = 1.0 / 64, alternateOffset: Double = 1.0 / 64, useBaseColorSpace: Bool = true
  ) {
    self.init(
      baseHeadroom: baseHeadroom, alternateHeadroom: alternateHeadroom, min: SIMD3(repeating: min),
      max: SIMD3(repeating: max), gamma: SIMD3(repeating: gamma), baseOffset: SIMD3(repeating: baseOffset),
      alternateOffset: SIMD3(repeating: alternateOffset), useBaseColorSpace: useBaseColorSpace, isMultichannel: false)
  }

  /// Makes metadata with parameters for each channel.
  public init(
    baseHeadroom: Double, alternateHeadroom: Double, min: SIMD3<Double>, max: SIMD3<Double>, gamma: SIMD3<Double>,
    baseOffset: SIMD3<Double>, alternateOffset: SIMD3<Double>, useBaseColorSpace: Bool = true,
    isMultichannel: Bool = true
  ) {
    self.baseHeadroom = baseHeadroom
    self.alternateHeadroom = alternateHeadroom
    self.min = min
    self.max = max
    self.gamma = gamma
    self.baseOffset = baseOffset
    self.alternateOffset = alternateOffset
    self.useBaseColorSpace = useBaseColorSpace
    self.isMultichannel = isMultichannel
  }

  /// Whether the base image is the one with more headroom.
  public var isBaseHDR: Bool { baseHeadroom > alternateHeadroom }

  /// Linear headroom of the rendition with more headroom.
  public var contentHeadroom: Double { Libm.exp2(Swift.max(baseHeadroom, alternateHeadroom)) }

  /// Checks the values against the limits of readers: finite, gains and headrooms within 64 stops, offsets within 1000,
  /// gamma positive and representable in both kinds of metadata, max not below min.
  public func validate() throws(GainMapError) {
    for (field, stops) in [(GainMapError.Field.baseHeadroom, baseHeadroom), (.alternateHeadroom, alternateHeadroom)] {
      guard stops >= 0, stops <= Self.largestStops else {
        throw .outOfRange(field: field, channel: 0, value: stops, limit: Self.largestStops)
      }
    }
    for channel in 0..<(isMultichannel ? 3 : 1) { try validate(channel: channel) }
  }

  static let largestStops = 64.0
  static let largestOffset = 1000.0
  /// Fractions of 31 bits and decimals of 24 places can represent these.
  static let gammas = 1e-9...1e9

  private func validate(channel: Int) throws(GainMapError) {
    try Self.check(.gainMin, channel, min[channel], Self.largestStops)
    try Self.check(.gainMax, channel, max[channel], Self.largestStops)
    try Self.check(.gamma, channel, gamma[channel], Self.gammas.upperBound)
    try Self.check(.baseOffset, channel, baseOffset[channel], Self.largestOffset)
    try Self.check(.alternateOffset, channel, alternateOffset[channel], Self.largestOffset)
    guard gamma[channel] > 0 else { throw .nonPositiveGamma(channel: channel, value: gamma[channel]) }
    guard gamma[channel] >= Self.gammas.lowerBound else {
      throw .outOfRange(field: .gamma, channel: channel, value: gamma[channel], limit: Self.gammas.lowerBound)
    }
    guard max[channel] >= min[channel] else {
      throw .invertedRange(channel: channel, min: min[channel], max: max[channel])
    }
  }

  private static func check(
    _ field: GainMapError.Field, _ channel: Int, _ value: Double, _ limit: Double
  ) throws(GainMapError) {
    guard value.magnitude <= limit else {
      throw .outOfRange(field: field, channel: channel, value: value, limit: limit)
    }
  }
}
