internal import HeadroomEngine
public import HeadroomImage

/// Multiplies where the image is dark and screens where it is light.
struct HardLightBlendMode: BlendFilter {
  static let name = "CIHardLightBlendMode"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video]

  static let mode = BlendMode.hardLight
}

extension CIFilter {
  /// Multiplies where the image is dark and screens where it is light.
  ///
  /// ## Formula
  /// Where both pictures have pixels, the colours without alpha, Cs of the image and Cb of the background, become B:
  /// `2 * Cb * Cs` where Cs is at most 0.5, otherwise the screen of Cb and `2 * Cs - 1` (W3C, Compositing and Blending
  /// Level 1). Elsewhere each picture shows as it is: `as * (1 - ab) * Cs + (1 - as) * ab * Cb + as * ab * B`.
  ///
  /// ## Extended range
  /// Made for 0...1, and not clamped above; above 1 B is at least the brighter of Cb and `2 * Cs - 1`, so that two
  /// lights do not cancel each other out. A negative B becomes 0. In linear light, unlike in web browsers and most
  /// editors.
  ///
  /// ## Alpha
  /// `as + ab * (1 - as)`.
  ///
  /// ## Extent
  /// The union.
  public class func hardLightBlendMode() -> any CIFilter & CICompositeOperation { BuiltInFilter<HardLightBlendMode>() }
}
