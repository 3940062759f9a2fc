internal import HeadroomEngine
public import HeadroomImage

/// Shows the largest of red, green and blue as grey.
struct MaximumComponent: PointFilter {
  static let name = "CIMaximumComponent"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.5")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  var isNeutral: Bool { false }
  func kernel(in space: WorkingSpace) -> Largest { Largest() }

  struct Largest: PointKernel {
    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let value = larger(p.r, larger(p.g, p.b))
      return Pixel(r: value, g: value, b: value, a: p.a)
    }
  }
}

/// Shows the largest of red, green and blue as grey; see `CIFilter.maximumComponent()`.
public protocol CIMaximumComponent: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIMaximumComponent where Definition == MaximumComponent {}

extension CIFilter {
  /// Shows the largest of red, green and blue as grey.
  ///
  /// ## Formula
  /// `max(r, g, b)` in all three channels.
  ///
  /// ## Extended range
  /// Not clamped: it shows how bright an image is.
  ///
  /// ## Alpha
  /// Kept; colour is unpremultiplied.
  public class func maximumComponent() -> any CIFilter & CIMaximumComponent { BuiltInFilter<MaximumComponent>() }
}
