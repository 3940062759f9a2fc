package import HeadroomColor

/// The plan for a file of a picture, decided from headers, wishes and the container's abilities
/// before a pixel is decoded.
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
  /// Whether the picture's own gain map is kept with its base, each reshaped separately: its numbers stay valid for
  /// pictures that are only cropped, turned and scaled.
  package var keepsGainMap: Bool
  /// The options for a new gain map, in an adaptive file that does not keep the picture's.
  package var mapOptions: GainMapOptions
  /// The peak within which out-of-gamut colours and brighter light are brought; nil leaves them. For HDR numbers it is
  /// ``headroom`` where that is a limit, and limits only brightness.
  package var gamutPeak: Double?
}

/// The wishes for a file.
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
  /// Colour of the result; nil chooses one that suits picture and rendition.
  package var encoding: ColorEncoding?
  /// Storage of a component; nil chooses the one that the rendition needs.
  package var depth: SampleDepth?
  /// Most headroom of the result; infinity means no limit.
  package var headroom = Double.infinity
  package var isLossless = false
  /// Whether no gain map is wanted.
  package var forbidsGainMap = false
  /// Whether the picture's own gain map is left out.
  package var dropsGainMap = false
  /// Whether channels or size of the gain map were chosen, which would contradict a rendition without one.
  package var shapesGainMap = false
  /// Channels and size of a gain map that is made.
  package var gainMap = GainMapOptions()
  /// Whether the base of a gain map is the SDR rendition; nil keeps the picture's own base, and means true for a new map.
  package var isBaseSDR: Bool?
  /// Whether numbers stay as they are wherever the container can hold them, even unusual ones: gray, linear integers,
  /// floats with a curve. If the container cannot hold a picture's gain map, the base is then kept.
  package var keepsNumbers = false

  package init() {}

  /// Whether the wishes allow the picture's own gain map.
  var leavesGainMap: Bool {
    !forbidsGainMap && !dropsGainMap && !shapesGainMap && encoding == nil && headroom.isInfinite
  }

  /// The options for a gain map that leads to a rendition.
  ///
  /// - Parameter stated: the rendition's headroom; nil measures it.
  package func mapOptions(leadingTo stated: Double?) -> GainMapOptions {
    var result = gainMap
    result.alternateHeadroom = stated.flatMap { $0 > 1 ? min($0, headroom) : nil }
    return result
  }
}

/// A conflict of wishes with each other, the picture or the container.
package enum RenditionConflict: Error, Hashable, Sendable {
  /// The container has no components of this kind.
  case depthNotHeld(SampleDepth)
  /// An extended colour space needs floating point, which the container does not hold.
  case extendedNotHeld
  /// An extended colour space, and integers of so many bits.
  case extendedInIntegers(bits: Int)
  /// The container holds linear light only.
  case onlyLinear
  /// The container's files do not state the space of their numbers: it is always this one.
  case spaceNotHeld(only: ColorEncoding)
  /// The container holds neither PQ nor HLG.
  case transferNotHeld
  /// PQ and HLG in 8 bits.
  case hdrInEightBits
  /// An SDR rendition in an HDR space.
  case sdrInHDRSpace
  /// An HDR rendition, which the container does not hold, or only as a gain map.
  case hdrNotHeld(hasGainMap: Bool)
  /// An HDR rendition that the container holds in floating point, but integers of this many bits are wanted.
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
