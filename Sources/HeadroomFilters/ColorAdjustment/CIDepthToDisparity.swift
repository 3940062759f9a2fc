internal import HeadroomEngine
public import HeadroomImage

/// Turns depth into disparity.
struct DepthToDisparity: PointFilter {
  static let name = "CIDepthToDisparity"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [.colorAdjustment, .stillImage, .video]

  var isNeutral: Bool { false }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func kernel(in space: WorkingSpace) -> Reciprocal { Reciprocal() }

  struct Reciprocal: PointKernel {
    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let value = p.r > 0 && p.r < .infinity ? 1 / p.r : 0
      return Pixel(r: value, g: value, b: value, a: p.a)
    }
  }
}

/// Turns depth into disparity; see `CIFilter.depthToDisparity()`.
public protocol CIDepthToDisparity: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIDepthToDisparity where Definition == DepthToDisparity {}

extension CIFilter {
  /// Turns depth into disparity.
  ///
  /// ## Formula
  /// `1 / r` of unpremultiplied red, in red, green and blue; 0 where that is 0, negative or not finite. In metres and
  /// their reciprocals.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Kept.
  public class func depthToDisparity() -> any CIFilter & CIDepthToDisparity { BuiltInFilter<DepthToDisparity>() }
}
