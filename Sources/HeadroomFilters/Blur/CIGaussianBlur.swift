internal import Foundation
public import HeadroomImage

/// Spreads every pixel by a Gaussian.
struct GaussianBlur: FilterDefinition {
  static let name = "CIGaussianBlur"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.blur, .highDynamicRange, .stillImage, .video]

  @Input("inputRadius", minimum: 0, honored: 0...100_000, slider: 0...100, unit: .pixels, identity: 0) var radius:
    Float = 10

  /// Below this a render would show no difference.
  static let smallestRadius: Float = 0.16

  var isNeutral: Bool { radius < Self.smallestRadius }

  func image(from inputs: FilterImages) -> CIImage? { inputs.main?.gaussianBlurred(sigma: Double(radius)) }
}

/// Spreads every pixel by a Gaussian; see `CIFilter.gaussianBlur()`.
public protocol CIGaussianBlur: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The standard deviation in pixels, 0 or more; 0 leaves the image as it is.
  var radius: Float { get set }
}

extension BuiltInFilter: CIGaussianBlur where Definition == GaussianBlur {
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// Spreads every pixel by a Gaussian.
  ///
  /// ## Formula
  /// Weights `exp(-d^2 / (2 * inputRadius^2))` along columns and rows, normalised to 1; those below a ten thousandth of
  /// the largest are left out; below a radius of 0.3 the Gaussian is integrated over each pixel. Radii below 0.16 leave
  /// the image as it is. From a radius of 6 on the blur is computed on smaller copies of the image: within 1e-3 of the
  /// Gaussian's peak, beyond three radii within 1e-4, in the same time whatever the radius.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha are spread alike. Outside its extent the image is transparent, so its edges become
  /// soft; for hard ones use `clampedToExtent()` before and `cropped(to:)` after.
  ///
  /// ## Extent
  /// Grows by three radii on each side. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputRadius`: default 10, 0 or more, neutral value 0, in pixels; beyond 100,000 it counts as that.
  public class func gaussianBlur() -> any CIFilter & CIGaussianBlur { BuiltInFilter<GaussianBlur>() }
}
