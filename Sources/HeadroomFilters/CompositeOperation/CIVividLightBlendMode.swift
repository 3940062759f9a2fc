internal import HeadroomEngine
public import HeadroomImage

/// Burns where the image is dark and dodges where it is light.
struct VividLightBlendMode: BlendFilter {
  static let name = "CIVividLightBlendMode"
  static let introduced = FilterAvailability(iOS: "15.0", macOS: "12.0")
  static let categories: [FilterCategory] = [.compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video]

  static let mode = BlendMode.vividLight
}

extension CIFilter {
  /// Burns where the image is dark and dodges where it is light.
  ///
  /// ## Formula
  /// Where both pictures have pixels, the colours without alpha, Cs of the image and Cb of the background, become B:
  /// colour burn of Cb by `2 * Cs` where Cs is at most 0.5, otherwise colour dodge of Cb by `2 * Cs - 1`. Elsewhere
  /// each picture shows as it is: `as * (1 - ab) * Cs + (1 - as) * ab * Cb + as * ab * B`.
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
  public class func vividLightBlendMode() -> any CIFilter & CICompositeOperation {
    BuiltInFilter<VividLightBlendMode>()
  }
}
