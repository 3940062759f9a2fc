internal import HeadroomEngine
public import HeadroomImage

/// Darkens the background by the difference between the image and white.
struct LinearBurnBlendMode: BlendFilter {
  static let name = "CILinearBurnBlendMode"
  static let introduced = FilterAvailability(iOS: "8.0", macOS: "10.10")
  static let categories: [FilterCategory] = [.compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video]

  static let mode = BlendMode.linearBurn
}

extension CIFilter {
  /// Darkens the background by the difference between the image and white.
  ///
  /// ## Formula
  /// Where both pictures have pixels, the colours without alpha, Cs of the image and Cb of the background, become B:
  /// `max(0, Cb + Cs - 1)`. Elsewhere each picture shows as it is: `as * (1 - ab) * Cs + (1 - as) * ab * Cb + as * ab *
  /// B`.
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
  public class func linearBurnBlendMode() -> any CIFilter & CICompositeOperation {
    BuiltInFilter<LinearBurnBlendMode>()
  }
}
