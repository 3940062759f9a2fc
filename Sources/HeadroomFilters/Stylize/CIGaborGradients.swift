internal import HeadroomEngine
public import HeadroomImage

/// Shows how fast the image changes to the right and upwards, in waves of four pixels.
struct GaborGradients: FilterDefinition {
  static let name = "CIGaborGradients"
  static let introduced = FilterAvailability(iOS: "13.0", macOS: "10.15")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(area: Gradients.over($0, .gabor), extent: $0.node.extent) }
  }
}

/// Shows how fast the image changes to the right and upwards, in waves of four pixels; see
/// `CIFilter.gaborGradients()`.
public protocol CIGaborGradients: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIGaborGradients where Definition == GaborGradients {}

extension CIFilter {
  /// Shows how fast the image changes to the right and upwards, in waves of four pixels.
  ///
  /// ## Formula
  /// Sums over 5 by 5 premultiplied pixels by `exp(-(x^2 + y^2) / 2) * sin(pi * x / 2)`, divided by the sum of their
  /// magnitudes: red is the one to the right, green the one upwards (with x and y exchanged), both from the channel
  /// (red, green or blue) with the longest gradient; blue is 0, alpha 1. Beyond the extent edge pixels are repeated.
  ///
  /// ## Extended range
  /// Not clamped; gradients have a sign.
  ///
  /// ## Alpha
  /// Opaque.
  ///
  /// ## Extent
  /// The image's.
  public class func gaborGradients() -> any CIFilter & CIGaborGradients { BuiltInFilter<GaborGradients>() }
}
