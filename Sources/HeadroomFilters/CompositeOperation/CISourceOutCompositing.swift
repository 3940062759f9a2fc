internal import HeadroomEngine
public import HeadroomImage

/// Shows the image where the background is not.
struct SourceOutCompositing: BlendFilter {
  static let name = "CISourceOutCompositing"
  static let displayName = "Source Out"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  static let mode = BlendMode.sourceOut
}

extension CIFilter {
  /// Shows the image where the background is not.
  ///
  /// ## Formula
  /// `S * (1 - D.a)` for premultiplied source S and background D (Porter and Duff, 1984).
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The image's.
  public class func sourceOutCompositing() -> any CIFilter & CICompositeOperation {
    BuiltInFilter<SourceOutCompositing>()
  }
}
