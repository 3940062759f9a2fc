internal import HeadroomEngine
public import HeadroomImage

/// Lays the image over the background, within it.
struct SourceAtopCompositing: BlendFilter {
  static let name = "CISourceAtopCompositing"
  static let displayName = "Source Atop"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  static let mode = BlendMode.sourceAtop
}

extension CIFilter {
  /// Lays the image over the background, within it.
  ///
  /// ## Formula
  /// `S * D.a + D * (1 - S.a)` for premultiplied source S and background D (Porter and Duff, 1984).
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// That of the background.
  ///
  /// ## Extent
  /// The background's.
  public class func sourceAtopCompositing() -> any CIFilter & CICompositeOperation {
    BuiltInFilter<SourceAtopCompositing>()
  }
}
