internal import HeadroomPixels

/// Encodes linear light with the sRGB curve.
///
/// ## Formula
/// IEC 61966-2-1: `12.92 * x` up to 0.0031308, then `1.055 * x^(1/2.4) - 0.055`.
///
/// ## Extended range
/// The power goes on above 1, and negative values are mirrored; nothing is clamped. Only the numbers change: the renderer
/// goes on taking them for linear light.
///
/// ## Alpha
/// Kept; colour is unpremultiplied.
struct LinearToSRGBToneCurve: PointFilter {
  static let name = "CILinearToSRGBToneCurve"
  static let displayName = "Linear to sRGB Tone Curve"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.10")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  func kernel(in space: WorkingSpace) -> Curve { Curve() }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { Curve().encode($0) } }

  struct Curve: PointKernel {
    @inline(__always) func apply(_ pixel: Pixel) -> Pixel {
      Pixel(r: encode(pixel.r), g: encode(pixel.g), b: encode(pixel.b), a: pixel.a)
    }

    @inline(__always) func encode(_ c: Float) -> Float {
      let x = abs(c)
      // 1 / 2.4 in two parts: it is no single-precision number.
      let power = 1.055 * powFast(x, 0x1.aaaaaap-2, low: 0x1.555556p-27) - 0.055
      return withSign(of: c, x <= 0.0031308 ? 12.92 * x : power)
    }
  }
}

/// Encodes linear light with the sRGB curve; see ``CIFilter/linearToSRGBToneCurve()``.
public protocol CILinearToSRGBToneCurve: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CILinearToSRGBToneCurve where Definition == LinearToSRGBToneCurve {}

extension CIFilter {
  /// Encodes linear light with the sRGB curve, continued above 1 and through the sign; alpha is kept.
  ///
  /// Only the numbers change: the renderer goes on taking them for linear light.
  public class func linearToSRGBToneCurve() -> any CIFilter & CILinearToSRGBToneCurve {
    BuiltInFilter<LinearToSRGBToneCurve>()
  }
}
