internal import HeadroomEngine
public import HeadroomImage

/// Shows darkness as the light of an X-ray picture.
struct XRay: ColorRampFilter {
  static let name = "CIXRay"
  static let displayName = "X-Ray"
  static let introduced = FilterAvailability(iOS: "10.0", macOS: "10.11")
  static let categories: [FilterCategory] = [.colorEffect, .interlaced, .nonSquarePixels, .stillImage, .video]

  /// A slight blue tint wherever film is exposed.
  func kernel(in space: WorkingSpace) -> ColorRamp {
    ColorRamp(
      [0, 0.01, 0.03], [0.12, 0.2, 0.28], [0.36, 0.48, 0.58], [0.66, 0.77, 0.84], [0.94, 0.98, 1], isInverted: true)
  }
}

/// Shows darkness as the light of an X-ray picture; see `CIFilter.xRay()`.
public protocol CIXRay: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIXRay where Definition == XRay {}

extension CIFilter {
  /// Shows darkness as the light of an X-ray picture.
  ///
  /// ## Formula
  /// `1 - (0.2125 r + 0.7154 g + 0.0721 b)` of sRGB-encoded, unpremultiplied colour is the position on a ramp of five
  /// encoded colours at equal distances, with linear interpolation between them: (0, 0.01, 0.03), (0.12, 0.2, 0.28),
  /// (0.36, 0.48, 0.58), (0.66, 0.77, 0.84) and a bluish white (0.94, 0.98, 1). The colours are Headroom's: Core Image
  /// does not publish its table.
  ///
  /// ## Extended range
  /// The position is clamped to 0...1: light above white is black.
  ///
  /// ## Alpha
  /// Kept.
  public class func xRay() -> any CIFilter & CIXRay { BuiltInFilter<XRay>() }
}
