internal import HeadroomEngine
public import HeadroomImage

/// Lightens the background by the image.
struct ColorDodgeBlendMode: BlendFilter {
  static let name = "CIColorDodgeBlendMode"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video]

  static let mode = BlendMode.colorDodge
}

extension CIFilter {
  /// Lightens the background by the image.
  ///
  /// ## Formula
  /// Where both pictures have pixels, the colours without alpha, Cs of the image and Cb of the background, become B:
  /// `min(1, Cb / (1 - Cs))`; 0 where Cb is 0, otherwise 1 where Cs is 1 (W3C, Compositing and Blending Level 1).
  /// Elsewhere each picture shows as it is: `as * (1 - ab) * Cs + (1 - as) * ab * Cb + as * ab * B`.
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
  public class func colorDodgeBlendMode() -> any CIFilter & CICompositeOperation {
    BuiltInFilter<ColorDodgeBlendMode>()
  }
}
