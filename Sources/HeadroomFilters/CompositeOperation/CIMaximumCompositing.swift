internal import HeadroomEngine
public import HeadroomImage

/// Keeps the larger of image and background, component by component.
struct MaximumCompositing: BlendFilter {
  static let name = "CIMaximumCompositing"
  static let displayName = "Maximum"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  static let mode = BlendMode.componentMax
}

extension CIFilter {
  /// Keeps the larger of image and background, component by component.
  ///
  /// ## Formula
  /// `max(S, D)` for each premultiplied component, alpha included.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// The larger of both.
  ///
  /// ## Extent
  /// The union.
  public class func maximumCompositing() -> any CIFilter & CICompositeOperation { BuiltInFilter<MaximumCompositing>() }
}
