internal import HeadroomEngine
public import HeadroomImage

/// Shows the image where the background is.
struct SourceInCompositing: BlendFilter {
  static let name = "CISourceInCompositing"
  static let displayName = "Source In"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  static let mode = BlendMode.sourceIn
}

extension CIFilter {
  /// Shows the image where the background is.
  ///
  /// ## Formula
  /// `S * D.a` for premultiplied source S and background D (Porter and Duff, 1984).
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The intersection.
  public class func sourceInCompositing() -> any CIFilter & CICompositeOperation {
    BuiltInFilter<SourceInCompositing>()
  }
}
