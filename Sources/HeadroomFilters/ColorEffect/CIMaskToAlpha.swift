internal import HeadroomEngine
public import HeadroomImage

/// Turns the image white, and as opaque as it is bright.
struct MaskToAlpha: PointFilter {
  static let name = "CIMaskToAlpha"
  static let displayName = "Mask to Alpha"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.colorEffect, .interlaced, .nonSquarePixels, .stillImage, .video]

  var isNeutral: Bool { false }
  var alphaRule: AlphaRule { .premultiplied }
  func peak(of inputs: [Float?]) -> Float? { 1 }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }
  func kernel(in space: WorkingSpace) -> Coverage { Coverage() }

  struct Coverage: PointKernel {
    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      // The luma of premultiplied colour is luma times alpha.
      let value = clamped(Luma.of(p.r, p.g, p.b), 0, larger(p.a, 0))
      return Pixel(r: value, g: value, b: value, a: value)
    }
  }
}

/// Turns the image white, and as opaque as it is bright; see `CIFilter.maskToAlpha()`.
public protocol CIMaskToAlpha: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIMaskToAlpha where Definition == MaskToAlpha {}

extension CIFilter {
  /// Turns the image white, and as opaque as it is bright.
  ///
  /// ## Formula
  /// With `0.2125 r + 0.7154 g + 0.0721 b` of unpremultiplied colour clamped to 0...1, times the alpha of the image:
  /// red, green, blue and alpha alike, premultiplied.
  ///
  /// ## Extended range
  /// Light above 1 counts as 1.
  ///
  /// ## Alpha
  /// Black becomes transparent, white opaque.
  public class func maskToAlpha() -> any CIFilter & CIMaskToAlpha { BuiltInFilter<MaskToAlpha>() }
}
