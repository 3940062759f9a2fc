/// Where a content headroom comes from.
public enum ContentHeadroomSource: String, Hashable, Sendable, CaseIterable {
  /// An image's own tag, or a gain map.
  case explicit
  /// MaxCLL.
  case contentLightLevel
  /// The peak of the mastering display.
  case masteringDisplay
  /// Looked up in the pixels.
  case measured
  /// The default of PQ and HLG, 1000 / 203.
  case assumed
  /// An SDR encoding: 1.
  case standardRange
  /// Not known: 0.
  case unknown
}

extension HDRMetadata {
  /// The content headroom of a picture in `encoding`, as a linear ratio to 203 cd/m², and where it comes from.
  ///
  /// For PQ and HLG: MaxCLL where it is plausible and not above the mastering display, then the mastering display's
  /// peak, then 1000 cd/m². HLG is placed on a 1000 cd/m² display, so its headroom is at most 1000/203. Never below 1,
  /// except 0 for "unknown", which extended-range encodings have. SDR encodings have 1 whatever the metadata states.
  public func contentHeadroom(for encoding: ColorEncoding) -> (value: Double, source: ContentHeadroomSource) {
    guard encoding.transfer.isHDR else {
      return encoding.isExtended ? (0, .unknown) : (1, .standardRange)
    }
    let ceiling = encoding.transfer == .hlg ? HLGSystem.reference.peakNits : 10000
    func headroom(_ nits: Double) -> Double { max(min(nits, ceiling) / ReferenceWhite.nits, 1) }

    let display = mastering.flatMap { $0.isPlausible ? $0.maximumNits : nil }
    if let light = lightLevel, light.isPlausible {
      if let display, light.maxCLL > display { return (headroom(display), .masteringDisplay) }
      return (headroom(light.maxCLL), .contentLightLevel)
    }
    if let display { return (headroom(display), .masteringDisplay) }
    return (ReferenceWhite.defaultHeadroom, .assumed)
  }
}
