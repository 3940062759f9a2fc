internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Decodes values of the sRGB curve to linear light.
struct SRGBToneCurveToLinear: CurveFilter {
  static let name = "CISRGBToneCurveToLinear"
  static let displayName = "sRGB Tone Curve to Linear"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.10")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  static let curve = TransferCurve.decode(.sRGB)
}

/// Decodes values of the sRGB curve to linear light; see `CIFilter.sRGBToneCurveToLinear()`.
public protocol CISRGBToneCurveToLinear: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CISRGBToneCurveToLinear where Definition == SRGBToneCurveToLinear {}

extension CIFilter {
  /// Decodes values of the sRGB curve to linear light.
  ///
  /// ## Formula
  /// IEC 61966-2-1: `x / 12.92` up to 0.04045, then `((x + 0.055) / 1.055)^2.4`; undoes CILinearToSRGBToneCurve.
  ///
  /// ## Extended range
  /// The power continues above 1, and negative values are mirrored; nothing is clamped. Only the numbers change: the
  /// renderer still treats them as linear light.
  ///
  /// ## Alpha
  /// Kept; colour is unpremultiplied.
  public class func sRGBToneCurveToLinear() -> any CIFilter & CISRGBToneCurveToLinear {
    BuiltInFilter<SRGBToneCurveToLinear>()
  }
}
