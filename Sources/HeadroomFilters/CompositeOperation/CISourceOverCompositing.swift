internal import HeadroomEngine
public import HeadroomImage

/// Lays the image over the background.
struct SourceOverCompositing: BlendFilter {
  static let name = "CISourceOverCompositing"
  static let displayName = "Source Over"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  static let mode = BlendMode.sourceOver
}

extension CIFilter {
  /// Lays the image over the background.
  ///
  /// ## Formula
  /// `S + D * (1 - S.a)` for premultiplied source S and background D (Porter and Duff, 1984). The same as
  /// `composited(over:)`.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The union.
  public class func sourceOverCompositing() -> any CIFilter & CICompositeOperation {
    BuiltInFilter<SourceOverCompositing>()
  }
}
