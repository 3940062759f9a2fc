internal import HeadroomEngine
public import HeadroomImage

/// Shows how far apart the colours are.
struct DifferenceBlendMode: BlendFilter {
  static let name = "CIDifferenceBlendMode"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video]

  static let mode = BlendMode.difference
}

extension CIFilter {
  /// Shows how far apart the colours are.
  ///
  /// ## Formula
  /// Where both pictures have pixels, the colours without alpha, Cs of the image and Cb of the background, become B:
  /// `|Cb - Cs|` (W3C, Compositing and Blending Level 1). Elsewhere each picture shows as it is: `as * (1 - ab) * Cs +
  /// (1 - as) * ab * Cb + as * ab * B`.
  ///
  /// ## Extended range
  /// Made for 0...1, and not clamped. In linear light, unlike in web browsers and most editors.
  ///
  /// ## Alpha
  /// `as + ab * (1 - as)`.
  ///
  /// ## Extent
  /// The union.
  public class func differenceBlendMode() -> any CIFilter & CICompositeOperation {
    BuiltInFilter<DifferenceBlendMode>()
  }
}
