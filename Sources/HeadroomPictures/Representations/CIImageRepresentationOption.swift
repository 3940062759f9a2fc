/// Keys of the options dictionary of the representation methods of `CIContext`.
///
/// The keys of `CGImageDestination` are options too:
/// `CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality as String)`. Quality, largest
/// size, background, thumbnail, orientation, GPS, XMP, sRGB for sharing, and scale and channels of the gain map are
/// honoured, as are `kCGImageProperty` parts. Keys that choose a rendition are refused, since here the colour space and
/// ``hdrImage`` choose it.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A `CIImage` with the HDR rendition: the file gets a gain map computed per pixel from it and the written picture.
  public static let hdrImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationHDRImage")
  /// A `CIImage` that is a finished gain map, read through `auxiliaryHDRGainMap`.
  public static let hdrGainMapImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationHDRGainMapImage")
  /// `Bool`: whether the gain map holds a ratio per colour channel. Default false: one ratio of brightness.
  public static let hdrGainMapAsRGB = CIImageRepresentationOption(rawValue: "kCIImageRepresentationHDRGainMapAsRGB")
}
