internal import HeadroomEngine
public import HeadroomImage

/// Divides the background by the image, up to white.
struct DivideBlendMode: BlendFilter {
  static let name = "CIDivideBlendMode"
  static let introduced = FilterAvailability(iOS: "8.0", macOS: "10.10")
  static let categories: [FilterCategory] = [.compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video]

  static let mode = BlendMode.divide
}

extension CIFilter {
  /// Divides the background by the image, up to white.
  ///
  /// ## Formula
  /// Where both pictures have pixels, the colours without alpha, Cs of the image and Cb of the background, become B:
  /// `min(1, Cb / Cs)`; 0 where Cb is 0, otherwise 1 where Cs is 0. Elsewhere each picture shows as it is: `as * (1 -
  /// ab) * Cs + (1 - as) * ab * Cb + as * ab * B`.
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
  public class func divideBlendMode() -> any CIFilter & CICompositeOperation { BuiltInFilter<DivideBlendMode>() }
}
