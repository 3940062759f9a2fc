internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Encodes linear light with the sRGB curve.
struct LinearToSRGBToneCurve: CurveFilter {
  static let name = "CILinearToSRGBToneCurve"
  static let displayName = "Linear to sRGB Tone Curve"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.10")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  static let curve = TransferCurve.encode(.sRGB)
}

/// Encodes linear light with the sRGB curve; see `CIFilter.linearToSRGBToneCurve()`.
public protocol CILinearToSRGBToneCurve: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CILinearToSRGBToneCurve where Definition == LinearToSRGBToneCurve {}

extension CIFilter {
  /// Encodes linear light with the sRGB curve.
  ///
  /// ## Formula
  /// IEC 61966-2-1: `12.92 * x` up to 0.0031308, then `1.055 * x^(1/2.4) - 0.055`.
  ///
  /// ## Extended range
  /// The power continues above 1, and negative values are mirrored; nothing is clamped. Only the numbers change: the
  /// renderer still treats them as linear light.
  ///
  /// ## Alpha
  /// Kept; colour is unpremultiplied.
  public class func linearToSRGBToneCurve() -> any CIFilter & CILinearToSRGBToneCurve {
    BuiltInFilter<LinearToSRGBToneCurve>()
  }
}
