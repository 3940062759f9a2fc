internal import HeadroomImageIO
public import HeadroomPictures

// The keys of CGImageDestination as options of CIContext's representations, as code for Apple platforms writes them:
//
//   [kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption: 0.8]
//
// There a string constant becomes such a value by its cast. Here the same name is declared once more with that type. Beside
// the strings, in their module, it would hide them; in one of its own the compiler has both and takes the string unless the
// other type is asked for.

/// `kCGImageDestinationLossyCompressionQuality` as an option.
@_disfavoredOverload
public let kCGImageDestinationLossyCompressionQuality = CIImageRepresentationOption(
  rawValue: HeadroomImageIO.kCGImageDestinationLossyCompressionQuality)

/// `kCGImageDestinationImageMaxPixelSize` as an option.
@_disfavoredOverload
public let kCGImageDestinationImageMaxPixelSize = CIImageRepresentationOption(
  rawValue: HeadroomImageIO.kCGImageDestinationImageMaxPixelSize)

/// `kCGImageDestinationBackgroundColor` as an option.
@_disfavoredOverload
public let kCGImageDestinationBackgroundColor = CIImageRepresentationOption(
  rawValue: HeadroomImageIO.kCGImageDestinationBackgroundColor)

/// `kCGImageDestinationEmbedThumbnail` as an option.
@_disfavoredOverload
public let kCGImageDestinationEmbedThumbnail = CIImageRepresentationOption(
  rawValue: HeadroomImageIO.kCGImageDestinationEmbedThumbnail)

/// `kCGImageDestinationOptimizeColorForSharing` as an option.
@_disfavoredOverload
public let kCGImageDestinationOptimizeColorForSharing = CIImageRepresentationOption(
  rawValue: HeadroomImageIO.kCGImageDestinationOptimizeColorForSharing)

/// `kCGImageDestinationOrientation` as an option.
@_disfavoredOverload
public let kCGImageDestinationOrientation = CIImageRepresentationOption(
  rawValue: HeadroomImageIO.kCGImageDestinationOrientation)

/// `kCGImageMetadataShouldExcludeGPS` as an option.
@_disfavoredOverload
public let kCGImageMetadataShouldExcludeGPS = CIImageRepresentationOption(
  rawValue: HeadroomImageIO.kCGImageMetadataShouldExcludeGPS)

/// `kCGImageMetadataShouldExcludeXMP` as an option.
@_disfavoredOverload
public let kCGImageMetadataShouldExcludeXMP = CIImageRepresentationOption(
  rawValue: HeadroomImageIO.kCGImageMetadataShouldExcludeXMP)
