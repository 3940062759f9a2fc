public import Foundation
public import HeadroomImage
internal import HeadroomPixels

/// A rectangle with round corners, blurred by a Gaussian.
struct BlurredRoundedRectangleGenerator: CompositeFilter {
  static let name = "CIBlurredRoundedRectangleGenerator"
  static let introduced = FilterAvailability(iOS: "26.0", macOS: "26.0")
  static let categories: [FilterCategory] = [.generator, .highDynamicRange, .stillImage]
  static let imageKeys: [String] = []

  @Input("inputExtent") var extent = CGRect(x: 0, y: 0, width: 100, height: 100)
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...100) var radius: Float = 10
  @Input("inputSmoothness", minimum: 0, maximum: 1, slider: 0...1) var smoothness: Float = 0
  @Input("inputSigma", type: .distance, minimum: 0, honored: 0...100_000, slider: 0...100) var sigma: Float = 10
  @Input("inputColor") var color = CIColor.white

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    var shape = RoundedRectangleGenerator()
    (shape.extent, shape.radius, shape.smoothness, shape.color) = (extent, radius, smoothness, color)
    return shape.image(from: inputs)?.applyingGaussianBlur(sigma: Double(sigma))
  }
}

/// A rectangle with round corners, blurred by a Gaussian; see `CIFilter.blurredRoundedRectangleGenerator()`.
public protocol CIBlurredRoundedRectangleGenerator: CIFilterProtocol {
  /// The rectangle.
  var extent: CGRect { get set }
  /// The radius of the corners in pixels, 0 or more; at most half of the shorter side.
  var radius: Float { get set }
  /// The shape of the corners, from 0, circles, to 1.
  var smoothness: Float { get set }
  /// The standard deviation of the blur in pixels, 0 or more.
  var sigma: Float { get set }
  /// The colour.
  var color: CIColor { get set }
}

extension BuiltInFilter: CIBlurredRoundedRectangleGenerator where Definition == BlurredRoundedRectangleGenerator {
  var extent: CGRect {
    get { definition.extent }
    set { definition.extent = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var smoothness: Float {
    get { definition.smoothness }
    set { definition.smoothness = newValue }
  }
  var sigma: Float {
    get { definition.sigma }
    set { definition.sigma = newValue }
  }
  var color: CIColor {
    get { definition.color }
    set { definition.color = newValue }
  }
}

extension CIFilter {
  /// A rectangle with round corners, blurred by a Gaussian.
  ///
  /// ## Formula
  /// ``roundedRectangleGenerator()``, blurred as ``gaussianBlur()`` does with `inputSigma` for its radius.
  ///
  /// ## Extended range
  /// Colours above 1 stay as they are.
  ///
  /// ## Alpha
  /// Premultiplied.
  ///
  /// ## Extent
  /// `inputExtent`, rounded outwards, and three sigma larger on each side, rounded up. No result where `inputExtent` is empty or
  /// infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 100 100], in pixels.
  /// - `inputRadius`: default 10, 0 or more, in pixels.
  /// - `inputSmoothness`: default 0, 0...1.
  /// - `inputSigma`: default 10, 0 or more, in pixels; beyond 100,000 it counts as that.
  /// - `inputColor`: default white.
  public class func blurredRoundedRectangleGenerator() -> any CIFilter & CIBlurredRoundedRectangleGenerator {
    BuiltInFilter<BlurredRoundedRectangleGenerator>()
  }
}
