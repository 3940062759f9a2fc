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
  /// Whether the picture's own gain map goes along with its base, each reshaped on its own: its numbers stay right for
  /// pictures that are only cut, turned and scaled.
  package var keepsGainMap: Bool
  /// How another gain map is made, of an adaptive file that does not keep the picture's.
  package var mapOptions: GainMapOptions
  /// What colours outside the result's gamut, and light above it, are brought below; nil leaves them. Of HDR numbers it is
  /// ``headroom`` where that is a limit, and bounds brightness only.
  package var gamutPeak: Double?
}

/// What is wished of a file.
package struct RenditionWishes: Sendable {
  package enum Choice: Sendable {
    /// The form of the container that is nearest to the picture's own and holds its HDR.
    case keep
    /// HDR numbers: PQ or HLG where the container has them, else floating point.
    case hdr
    /// PQ or HLG and nothing else.
    case isoHDR
    case sdr, adaptive
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
  /// Whether the picture's own gain map is left behind.
  package var dropsGainMap = false
  /// Whether channels or size of the gain map were chosen, which a rendition without one contradicts.
  package var shapesGainMap = false
  /// Channels and size of a gain map that is made.
  package var gainMap = GainMapOptions()
  /// Whether the base of a gain map is the SDR rendition; nil keeps the picture's own base, and means true for a new map.
  package var isBaseSDR: Bool?
  /// Whether numbers stay as they are wherever the container holds them, be they unusual ones: gray, linear integers, floats
  /// with a curve. Of a picture with a gain map that the container does not hold, the base is then what is kept.
  package var keepsNumbers = false

  package init() {}

  /// Whether nothing speaks against the picture's own gain map.
  var leavesGainMap: Bool {
    !forbidsGainMap && !dropsGainMap && !shapesGainMap && encoding == nil && headroom.isInfinite
  }

  /// How a gain map is made that leads to a rendition.
  ///
  /// - Parameter stated: the rendition's headroom; nil measures it.
  package func mapOptions(leadingTo stated: Double?) -> GainMapOptions {
    var result = gainMap
    result.alternateHeadroom = stated.flatMap { $0 > 1 ? min($0, headroom) : nil }
    return result
  }
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
  /// The container's files do not say which space their numbers have: it is always this one.
  case spaceNotHeld(only: ColorEncoding)
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
  /// An HDR base for a gain map in a container without PQ and HLG.
  case hdrBaseNotHeld
  /// A gain map was shaped, but the rendition has none.
  case nothingToShape(isHDR: Bool)
}
