internal import HeadroomEngine
public import HeadroomImage

/// Adds light where the image is light and subtracts it where it is dark.
struct LinearLightBlendMode: BlendFilter {
  static let name = "CILinearLightBlendMode"
  static let introduced = FilterAvailability(iOS: "15.0", macOS: "12.0")
  static let categories: [FilterCategory] = [.compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video]

  static let mode = BlendMode.linearLight
}

extension CIFilter {
  /// Adds light where the image is light and subtracts it where it is dark.
  ///
  /// ## Formula
  /// Where both pictures have pixels, the colours without alpha, Cs of the image and Cb of the background, become B:
  /// `Cb + 2 * Cs - 1`, clamped to 0...1. Elsewhere each picture shows as it is: `as * (1 - ab) * Cs + (1 - as) * ab *
  /// Cb + as * ab * B`.
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
  public class func linearLightBlendMode() -> any CIFilter & CICompositeOperation {
    BuiltInFilter<LinearLightBlendMode>()
  }
}
