internal import HeadroomEngine
public import HeadroomImage

/// Keeps the smaller of image and background, component by component.
struct MinimumCompositing: BlendFilter {
  static let name = "CIMinimumCompositing"
  static let displayName = "Minimum"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  static let mode = BlendMode.componentMin
}

extension CIFilter {
  /// Keeps the smaller of image and background, component by component.
  ///
  /// ## Formula
  /// `min(S, D)` for each premultiplied component, alpha included. Outside its extent a picture counts as 0.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// The smaller of both.
  ///
  /// ## Extent
  /// The union: negative components remain where only one picture has pixels.
  public class func minimumCompositing() -> any CIFilter & CICompositeOperation { BuiltInFilter<MinimumCompositing>() }
}
