internal import HeadroomEngine
public import HeadroomImage

/// Subtracts the image from the background.
struct SubtractBlendMode: BlendFilter {
  static let name = "CISubtractBlendMode"
  static let introduced = FilterAvailability(iOS: "8.0", macOS: "10.10")
  static let categories: [FilterCategory] = [.compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video]

  static let mode = BlendMode.subtract
}

extension CIFilter {
  /// Subtracts the image from the background.
  ///
  /// ## Formula
  /// Where both pictures have pixels, the colours without alpha, Cs of the image and Cb of the background, become B:
  /// `max(0, Cb - Cs)`. Elsewhere each picture shows as it is: `as * (1 - ab) * Cs + (1 - as) * ab * Cb + as * ab * B`.
  ///
  /// ## Extended range
  /// Made for 0...1: both colours are clamped to that before they are mixed. Where only one picture has pixels, its
  /// light is kept. In linear light, unlike in web browsers and most editors.
  ///
  /// ## Alpha
  /// `as + ab * (1 - as)`.
  ///
  /// ## Extent
  /// The union.
  public class func subtractBlendMode() -> any CIFilter & CICompositeOperation { BuiltInFilter<SubtractBlendMode>() }
}
