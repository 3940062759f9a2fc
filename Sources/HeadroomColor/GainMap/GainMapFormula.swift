/// The formula that turns a base picture and its map into the other rendition.
package enum GainMapFormula: Hashable, Sendable {
  /// The formula of ISO 21496-1; Ultra HDR v1 files are expressed in its terms too.
  case iso(GainMapMetadata)
  /// Apple's formula of 2020: `sdr * (1 + (headroom - 1) * g^1.961)`.
  case apple(AppleGainMap)

  /// ISO metadata, when that is the formula in use.
  package var metadata: GainMapMetadata? {
    if case .iso(let metadata) = self { return metadata }
    return nil
  }

  /// Stops of the base picture's headroom.
  package var baseHeadroomStops: Double {
    switch self {
    case .iso(let metadata): metadata.baseHeadroom
    case .apple: 0
    }
  }

  /// Stops of the alternate picture's headroom.
  package var alternateHeadroomStops: Double {
    switch self {
    case .iso(let metadata): metadata.alternateHeadroom
    case .apple(let map): map.headroomStops
    }
  }

  /// Whether the base is the rendition with less headroom, or both have the same.
  package var isBaseLesser: Bool { baseHeadroomStops <= alternateHeadroomStops }

  /// Stops of the richer of the two renditions.
  package var fullHeadroomStops: Double { max(baseHeadroomStops, alternateHeadroomStops, 0) }

  /// Linear headroom of the base picture.
  package var baseHeadroom: Double { Libm.exp2(max(baseHeadroomStops, 0)) }

  /// Linear headroom of the richer of the two renditions.
  package var contentHeadroom: Double { Libm.exp2(fullHeadroomStops) }

  /// Whether a map of another size is enlarged as gains in stops, as ISO 21496-1 requires, or as stored values, as
  /// browsers do with Apple's maps (on real photos the ISO way differs from browsers by up to 4 % at edges).
  package var interpolatesGains: Bool {
    switch self {
    case .iso: true
    case .apple: false
    }
  }

  /// Log2 of the gain of a map value, 0...1, before any weight.
  package func logGain(_ value: Double, channel: Int) -> Double {
    switch self {
    case .iso(let metadata): metadata.logGain(value, channel: channel)
    case .apple(let map): map.logGain(value)
    }
  }

  /// The signed weight of the log2 gain for a display: 0 shows the base picture as it is.
  package func weight(displayHeadroomStops: Double) -> Double {
    switch self {
    case .iso(let metadata): metadata.weight(displayHeadroomStops: displayHeadroomStops)
    case .apple(let map): map.weight(displayHeadroomStops: displayHeadroomStops)
    }
  }
}
