internal import HeadroomEngine
public import HeadroomImage

/// The image's hue with the background's saturation and luminosity.
struct HueBlendMode: BlendFilter {
  static let name = "CIHueBlendMode"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video]

  static let mode = BlendMode.hue
}

extension CIFilter {
  /// The image's hue with the background's saturation and luminosity.
  ///
  /// ## Formula
  /// Where both pictures have pixels, the colours without alpha, Cs of the image and Cb of the background, become B:
  /// `SetLum(SetSat(Cs, Sat(Cb)), Lum(Cb))` (W3C, Compositing and Blending Level 1). Elsewhere each picture shows as it
  /// is: `as * (1 - ab) * Cs + (1 - as) * ab * Cb + as * ab * B`. Lum is `0.3 r + 0.59 g + 0.11 b`, Sat the largest
  /// component less the smallest.
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
  public class func hueBlendMode() -> any CIFilter & CICompositeOperation { BuiltInFilter<HueBlendMode>() }
}
