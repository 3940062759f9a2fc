/// Keys of the options dictionary of `CIImage`'s initialisers.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A `CGColorSpace` that replaces the source's, or `NSNull` to match nothing.
  public static let colorSpace = CIImageOption(rawValue: "CIImageColorSpace")
  /// `Bool`: tone map to SDR while reading, where the image's colour space is HDR.
  public static let toneMapHDRtoSDR = CIImageOption(rawValue: "CIImageToneMapHDRtoSDR")
  /// `Bool`: read a gain map file as HDR. Together with ``toneMapHDRtoSDR`` the image is expanded and then tone mapped.
  public static let expandToHDR = CIImageOption(rawValue: "CIImageExpandToHDR")
  /// Number: replaces the headroom deduced from the source; 0 unknown, 1 SDR, more than 1 HDR.
  public static let contentHeadroom = CIImageOption(rawValue: "CIImageContentHeadroom")
  /// Number: replaces the average light level of the source; 0 unknown.
  public static let contentAverageLightLevel = CIImageOption(rawValue: "CIImageContentAverageLightLevel")
  /// `Bool`: turn the image upright by its orientation metadata, and reset that.
  public static let applyOrientationProperty = CIImageOption(rawValue: "CIImageApplyOrientationProperty")
  /// `Bool`: sample between pixels by nearest neighbour.
  public static let nearestSampling = CIImageOption(rawValue: "CIImageNearestSampling")
  /// `Bool`: decode at once.
  public static let cacheImmediately = CIImageOption(rawValue: "CIImageCacheImmediately")
  /// Dictionary: metadata to attach.
  public static let properties = CIImageOption(rawValue: "CIImageProperties")
  /// `Bool`: give the HDR gain map instead of the picture, with what `applyingGainMap(_:)` needs. Fails without one.
  public static let auxiliaryHDRGainMap = CIImageOption(rawValue: "CIImageAuxiliaryHDRGainMap")
  /// Width and height (`[Int]` or `CGSize`) of the tiles that a ``CIImageProvider`` is asked for, anchored at the image's
  /// upper left corner. Default: all rows that are needed, in one call.
  public static let providerTileSize = CIImageOption(rawValue: "CIImageProviderTileSize")
  /// Anything; handed to the ``CIImageProvider``.
  public static let providerUserInfo = CIImageOption(rawValue: "CIImageProviderUserInfo")
  /// Number of megabytes that decoding the file may take (`DecodeLimits.maxMemoryBytes`); a render of a picture that
  /// needs more fails. Not one of Core Image's. Default: only the process's limit, `MemoryLedger`.
  public static let memoryLimit = CIImageOption(rawValue: "HeadroomMemoryLimit")
  /// `String`: what to read of an OpenEXR part that consists of layers: a layer's name (`specular`), or that of a
  /// single channel (`Z`), which is read as gray. X, Y and Z of a layer are read as red, green and blue.
  /// `headroom info` lists the names; an unknown name fails. Not one of Core Image's. Default: the channels without a
  /// layer's name.
  public static let layer = CIImageOption(rawValue: "HeadroomLayer")
}
