internal import HeadroomEngine
public import HeadroomImage

/// Turns disparity into depth.
struct DisparityToDepth: PointFilter {
  static let name = "CIDisparityToDepth"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [.colorAdjustment, .stillImage, .video]

  var isNeutral: Bool { false }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func kernel(in space: WorkingSpace) -> DepthToDisparity.Reciprocal { DepthToDisparity.Reciprocal() }
}

/// Turns disparity into depth; see `CIFilter.disparityToDepth()`.
public protocol CIDisparityToDepth: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIDisparityToDepth where Definition == DisparityToDepth {}

extension CIFilter {
  /// Turns disparity into depth.
  ///
  /// ## Formula
  /// `1 / r` of unpremultiplied red, in red, green and blue; 0 where that is 0, negative or not finite. In metres and
  /// their reciprocals: undoes ``depthToDisparity()``.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Kept.
  public class func disparityToDepth() -> any CIFilter & CIDisparityToDepth { BuiltInFilter<DisparityToDepth>() }
}
