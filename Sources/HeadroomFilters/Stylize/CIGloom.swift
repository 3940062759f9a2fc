internal import Foundation
public import HeadroomImage

/// Dims bright areas towards their surroundings.
struct Gloom: FilterDefinition {
  static let name = "CIGloom"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputRadius", type: .distance, minimum: 0, honored: 0...100_000, slider: 0...100, identity: 0) var radius:
    Float = 10
  @Input("inputIntensity", minimum: 0, slider: 0...1, identity: 0) var intensity: Float = 0.5

  var isNeutral: Bool { intensity == 0 || radius < GaussianBlur.smallestRadius }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let blurred = image.gaussianBlurred(sigma: Double(radius))
    return image.appending(point: Glow(intensity: intensity, isBright: false), with: [blurred], extent: blurred.extent)
  }
}

/// Dims bright areas towards their surroundings; see `CIFilter.gloom()`.
public protocol CIGloom: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The standard deviation of the blur in pixels, 0 or more; 0 leaves the image as it is.
  var radius: Float { get set }
  /// How much, 0 or more; 0 leaves the image as it is.
  var intensity: Float { get set }
}

extension BuiltInFilter: CIGloom where Definition == Gloom {
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var intensity: Float {
    get { definition.intensity }
    set { definition.intensity = newValue }
  }
}

extension CIFilter {
  /// Dims bright areas towards their surroundings.
  ///
  /// ## Formula
  /// With G the image's Gaussian blur of standard deviation `inputRadius`, each component becomes
  /// `c + inputIntensity * min(G - c, 0)`. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike; alpha is clamped to 0...1.
  ///
  /// ## Extent
  /// Grows by three radii on each side.
  ///
  /// ## Keys
  /// - `inputRadius`: default 10, 0 or more, neutral value 0, in pixels; beyond 100,000 it counts as that.
  /// - `inputIntensity`: default 0.5, 0 or more, neutral value 0.
  public class func gloom() -> any CIFilter & CIGloom { BuiltInFilter<Gloom>() }
}
