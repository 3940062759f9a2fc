package import HeadroomColor

/// What a file is going to hold of a picture, decided from headers, wishes and the container's abilities before a pixel is
/// decoded.
package struct RenditionPlan: Equatable, Sendable {
  package enum Rendition: Hashable, Sendable {
    case sdr
    /// PQ or HLG pixels.
    case isoHDR
    /// A base, mostly SDR, with a gain map.
    case adaptive
    /// Linear light in floating point.
    case float
  }

  package var rendition: Rendition
  /// The numbers of the picture, or of the base of an adaptive file.
  package var encoding: ColorEncoding
  /// Whether `encoding` is the input's own, so that its ICC profile still describes the result.
  package var keepsEncoding: Bool
  /// How components are stored.
  package var depth: SampleDepth
  /// Most headroom of the result.
  package var headroom: Double
  /// Whether HDR is reduced to SDR.
  package var losesHDR: Bool
}

/// What is wished of a file.
package struct RenditionWishes: Sendable {
  package enum Choice: Sendable {
    /// The form of the container that is nearest to the picture's own and holds its HDR.
    case keep
    case hdr, sdr, adaptive
  }

  package var choice = Choice.keep
  /// Colour of the result; nil takes what goes well with picture and rendition.
  package var encoding: ColorEncoding?
  /// Storage of a component; nil takes what the rendition needs.
  package var depth: SampleDepth?
  /// Most headroom of the result; infinity is no limit.
  package var headroom = Double.infinity
  package var isLossless = false
  /// Whether no gain map is wanted.
  package var forbidsGainMap = false
  /// Whether channels or size of the gain map were chosen.
  package var shapesGainMap = false

  package init() {}
}

/// Which wishes contradict each other, the picture or the container.
package enum RenditionConflict: Error, Hashable, Sendable {
  /// The container has no components of this kind.
  case depthNotHeld(SampleDepth)
  /// An extended colour space needs floating point, which the container does not hold.
  case extendedNotHeld
  /// An extended colour space, and integers of so many bits.
  case extendedInIntegers(bits: Int)
  /// The container holds linear light only.
  case onlyLinear
  /// The container holds neither PQ nor HLG.
  case transferNotHeld
  /// PQ and HLG in 8 bits.
  case hdrInEightBits
  /// An SDR rendition in an HDR space.
  case sdrInHDRSpace
  /// An HDR rendition, which the container does not hold, or only as a gain map.
  case hdrNotHeld(hasGainMap: Bool)
  /// An HDR rendition that the container holds in floating point, and integers of so many bits.
  case hdrNotInIntegers(bits: Int)
  /// An HDR rendition in 8 bits.
  case hdrRenditionInEightBits
  /// An HDR rendition in an SDR space.
  case hdrInSDRSpace
  /// Numbers of HDR in a space that is neither PQ nor HLG.
  case spaceCannotHoldHDR
  /// An adaptive rendition in a container without gain maps.
  case gainMapNotHeld
  /// An adaptive rendition without headroom.
  case gainMapWithoutHeadroom
  /// An adaptive rendition in floating point.
  case gainMapOnFloat
  /// A gain map was shaped, but the rendition has none.
  case nothingToShape(isHDR: Bool)
}
