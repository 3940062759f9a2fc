internal import HeadroomEngine
public import HeadroomImage

/// Shows the smallest of red, green and blue as grey.
struct MinimumComponent: PointFilter {
  static let name = "CIMinimumComponent"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.5")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  var isNeutral: Bool { false }
  func kernel(in space: WorkingSpace) -> Smallest { Smallest() }

  struct Smallest: PointKernel {
    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let value = smaller(p.r, smaller(p.g, p.b))
      return Pixel(r: value, g: value, b: value, a: p.a)
    }
  }
}

/// Shows the smallest of red, green and blue as grey; see `CIFilter.minimumComponent()`.
public protocol CIMinimumComponent: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIMinimumComponent where Definition == MinimumComponent {}

extension CIFilter {
  /// Shows the smallest of red, green and blue as grey.
  ///
  /// ## Formula
  /// `min(r, g, b)` in all three channels.
  ///
  /// ## Extended range
  /// Not clamped, and below 0 for colours outside the working gamut.
  ///
  /// ## Alpha
  /// Kept; colour is unpremultiplied.
  public class func minimumComponent() -> any CIFilter & CIMinimumComponent { BuiltInFilter<MinimumComponent>() }
}
