internal import HeadroomEngine
public import HeadroomImage

/// Shows how fast the image changes to the right and upwards.
struct SobelGradients: FilterDefinition {
  static let name = "CISobelGradients"
  static let introduced = FilterAvailability(iOS: "17.0", macOS: "14.0")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(area: Gradients.over($0, .sobel), extent: $0.node.extent) }
  }
}

/// Shows how fast the image changes to the right and upwards; see `CIFilter.sobelGradients()`.
public protocol CISobelGradients: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CISobelGradients where Definition == SobelGradients {}

extension CIFilter {
  /// Shows how fast the image changes to the right and upwards.
  ///
  /// ## Formula
  /// Sums over 3 by 3 premultiplied pixels by Sobel's weights (1 2 1 across, -1 0 1 along) over 8: red is the one to
  /// the right, green the one upwards, both from the channel (red, green or blue) with the longest gradient; blue is 0,
  /// alpha 1. Beyond the extent edge pixels are repeated.
  ///
  /// ## Extended range
  /// Not clamped; gradients have a sign.
  ///
  /// ## Alpha
  /// Opaque.
  ///
  /// ## Extent
  /// The image's.
  public class func sobelGradients() -> any CIFilter & CISobelGradients { BuiltInFilter<SobelGradients>() }
}
