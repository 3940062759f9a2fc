internal import HeadroomEngine
public import HeadroomImage

/// Darkens or lightens the background gently, as the image is dark or light.
struct SoftLightBlendMode: BlendFilter {
  static let name = "CISoftLightBlendMode"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.compositeOperation, .interlaced, .nonSquarePixels, .stillImage, .video]

  static let mode = BlendMode.softLight
}

extension CIFilter {
  /// Darkens or lightens the background gently, as the image is dark or light.
  ///
  /// ## Formula
  /// Where both pictures have pixels, the colours without alpha, Cs of the image and Cb of the background, become B:
  /// `Cb - (1 - 2 * Cs) * Cb * (1 - Cb)` where Cs is at most 0.5, otherwise `Cb + (2 * Cs - 1) * (D(Cb) - Cb)`, with
  /// `D(x) = ((16 x - 12) x + 4) x` up to 0.25 and the square root of x above (W3C, Compositing and Blending Level 1).
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
  public class func softLightBlendMode() -> any CIFilter & CICompositeOperation { BuiltInFilter<SoftLightBlendMode>() }
}
