// Names and values are Core Image's.

/// Filters that soften.
public let kCICategoryBlur = "CICategoryBlur"

/// Filters that correct colour.
public let kCICategoryColorAdjustment = "CICategoryColorAdjustment"

/// Filters that change colour for effect.
public let kCICategoryColorEffect = "CICategoryColorEffect"

/// Filters that join two images.
public let kCICategoryCompositeOperation = "CICategoryCompositeOperation"

/// Filters that bend space.
public let kCICategoryDistortionEffect = "CICategoryDistortionEffect"

/// Filters that make an image without any input image.
public let kCICategoryGenerator = "CICategoryGenerator"

/// Filters that move, scale, turn or crop.
public let kCICategoryGeometryAdjustment = "CICategoryGeometryAdjustment"

/// Filters that make colour gradients.
public let kCICategoryGradient = "CICategoryGradient"

/// Filters that imitate print screens.
public let kCICategoryHalftoneEffect = "CICategoryHalftoneEffect"

/// Filters that compute statistics.
public let kCICategoryReduction = "CICategoryReduction"

/// Filters that sharpen.
public let kCICategorySharpen = "CICategorySharpen"

/// Filters that make a picture look drawn, lit or processed.
public let kCICategoryStylize = "CICategoryStylize"

/// Filters that repeat an image.
public let kCICategoryTileEffect = "CICategoryTileEffect"

/// Filters that lead from one image to another.
public let kCICategoryTransition = "CICategoryTransition"

/// Filters that are fit for video.
public let kCICategoryVideo = "CICategoryVideo"

/// Filters that are fit for still images.
public let kCICategoryStillImage = "CICategoryStillImage"

/// Filters that are fit for interlaced images.
public let kCICategoryInterlaced = "CICategoryInterlaced"

/// Filters that are fit for pixels that are not square.
public let kCICategoryNonSquarePixels = "CICategoryNonSquarePixels"

/// Filters that keep values above 1 and below 0.
public let kCICategoryHighDynamicRange = "CICategoryHighDynamicRange"

/// All filters that come with this library.
public let kCICategoryBuiltIn = "CICategoryBuiltIn"

/// Filters that can be stored in a file's XMP.
public let kCICategoryXMPSerializable = "CICategoryXMPSerializable"

/// Filters made from others by a filter generator; none here.
public let kCICategoryFilterGenerator = "CICategoryFilterGenerator"
