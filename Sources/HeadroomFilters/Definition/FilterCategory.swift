/// A group of filters; a filter is in several.
public enum FilterCategory: String, CaseIterable, Sendable {
  /// Filters that soften.
  case blur = "CICategoryBlur"
  /// Filters that correct colour.
  case colorAdjustment = "CICategoryColorAdjustment"
  /// Filters that change colour for effect.
  case colorEffect = "CICategoryColorEffect"
  /// Filters that combine two images.
  case compositeOperation = "CICategoryCompositeOperation"
  /// Filters that distort geometry.
  case distortionEffect = "CICategoryDistortionEffect"
  /// Filters that generate an image without an input image.
  case generator = "CICategoryGenerator"
  /// Filters that move, scale, turn or crop.
  case geometryAdjustment = "CICategoryGeometryAdjustment"
  /// Filters that make colour gradients.
  case gradient = "CICategoryGradient"
  /// Filters that imitate print screens.
  case halftoneEffect = "CICategoryHalftoneEffect"
  /// Filters that compute statistics.
  case reduction = "CICategoryReduction"
  /// Filters that sharpen.
  case sharpen = "CICategorySharpen"
  /// Filters that make a picture look drawn, lit or processed.
  case stylize = "CICategoryStylize"
  /// Filters that repeat an image.
  case tileEffect = "CICategoryTileEffect"
  /// Filters that lead from one image to another.
  case transition = "CICategoryTransition"
  /// Filters that are fit for video.
  case video = "CICategoryVideo"
  /// Filters that are fit for still images.
  case stillImage = "CICategoryStillImage"
  /// Filters that are fit for interlaced images.
  case interlaced = "CICategoryInterlaced"
  /// Filters that are fit for pixels that are not square.
  case nonSquarePixels = "CICategoryNonSquarePixels"
  /// Filters that keep values above 1 and below 0.
  case highDynamicRange = "CICategoryHighDynamicRange"
  /// All filters that come with this library.
  case builtIn = "CICategoryBuiltIn"
  /// Filters that can be stored in a file's XMP.
  case xmpSerializable = "CICategoryXMPSerializable"
  /// Filters made from others by a filter generator; none here.
  case filterGenerator = "CICategoryFilterGenerator"
}
