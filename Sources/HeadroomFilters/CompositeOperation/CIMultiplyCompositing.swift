internal import HeadroomEngine
public import HeadroomImage

/// Multiplies the image by the background.
struct MultiplyCompositing: BlendFilter {
  static let name = "CIMultiplyCompositing"
  static let displayName = "Multiply"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  static let mode = BlendMode.componentMultiply
}

extension CIFilter {
  /// Multiplies the image by the background.
  ///
  /// ## Formula
  /// `S * D` for each premultiplied component, alpha included.
  ///
  /// ## Extended range
  /// Not clamped: 4 times 2 is 8.
  ///
  /// ## Alpha
  /// The product of both.
  ///
  /// ## Extent
  /// The intersection; elsewhere the product is transparent.
  public class func multiplyCompositing() -> any CIFilter & CICompositeOperation {
    BuiltInFilter<MultiplyCompositing>()
  }
}
