internal import HeadroomEngine
public import HeadroomImage

/// Shows brightness as the colours of a thermal camera.
struct Thermal: ColorRampFilter {
  static let name = "CIThermal"
  static let introduced = FilterAvailability(iOS: "10.0", macOS: "10.11")
  static let categories: [FilterCategory] = [.colorEffect, .interlaced, .nonSquarePixels, .stillImage, .video]

  /// Each colour is brighter than the one before.
  func kernel(in space: WorkingSpace) -> ColorRamp {
    ColorRamp([0.05, 0.03, 0.35], [0.75, 0.05, 0.6], [0.98, 0.5, 0.1], [1, 0.9, 0.2], [1, 1, 1], isInverted: false)
  }
}

/// Shows brightness as the colours of a thermal camera; see `CIFilter.thermal()`.
public protocol CIThermal: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIThermal where Definition == Thermal {}

extension CIFilter {
  /// Shows brightness as the colours of a thermal camera.
  ///
  /// ## Formula
  /// `0.2125 r + 0.7154 g + 0.0721 b` of sRGB-encoded, unpremultiplied colour is the position on a ramp of five encoded
  /// colours at equal distances, with linear interpolation between them: dark blue (0.05, 0.03, 0.35), magenta (0.75,
  /// 0.05, 0.6), orange (0.98, 0.5, 0.1), yellow (1, 0.9, 0.2) and white. The colours are Headroom's: Core Image does
  /// not publish its table.
  ///
  /// ## Extended range
  /// Brightness is clamped to 0...1: light above white is white.
  ///
  /// ## Alpha
  /// Kept.
  public class func thermal() -> any CIFilter & CIThermal { BuiltInFilter<Thermal>() }
}
