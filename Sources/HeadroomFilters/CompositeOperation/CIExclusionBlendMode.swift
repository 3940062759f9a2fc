internal import HeadroomEngine
public import HeadroomImage

/// Like the difference, with less contrast.
struct ExclusionBlendMode: BlendFilter {
  static let name = "CIExclusionBlendMode"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video]

  static let mode = BlendMode.exclusion
}

extension CIFilter {
  /// Like the difference, with less contrast.
  ///
  /// ## Formula
  /// Where both pictures have pixels, the colours without alpha, Cs of the image and Cb of the background, become B:
  /// `Cb + Cs - 2 * Cb * Cs` (W3C, Compositing and Blending Level 1). Elsewhere each picture shows as it is: `as * (1 -
  /// ab) * Cs + (1 - as) * ab * Cb + as * ab * B`.
  ///
  /// ## Extended range
  /// Made for 0...1, and not clamped above; a negative B becomes 0. In linear light, unlike in web browsers and
  /// most editors.
  ///
  /// ## Alpha
  /// `as + ab * (1 - as)`.
  ///
  /// ## Extent
  /// The union.
  public class func exclusionBlendMode() -> any CIFilter & CICompositeOperation { BuiltInFilter<ExclusionBlendMode>() }
}
