internal import HeadroomEngine
public import HeadroomImage

/// Darkens the background by the image.
struct ColorBurnBlendMode: BlendFilter {
  static let name = "CIColorBurnBlendMode"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video]

  static let mode = BlendMode.colorBurn
}

extension CIFilter {
  /// Darkens the background by the image.
  ///
  /// ## Formula
  /// Where both pictures have pixels, the colours without alpha, Cs of the image and Cb of the background, become B:
  /// `1 - min(1, (1 - Cb) / Cs)`; 1 where Cb is 1, otherwise 0 where Cs is 0 (W3C, Compositing and Blending Level 1).
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
  public class func colorBurnBlendMode() -> any CIFilter & CICompositeOperation { BuiltInFilter<ColorBurnBlendMode>() }
}
