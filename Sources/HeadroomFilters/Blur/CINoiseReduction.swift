internal import Foundation
public import HeadroomImage
internal import HeadroomPixels

/// Smooths small differences in brightness and sharpens large ones.
struct NoiseReduction: FilterDefinition {
  static let name = "CINoiseReduction"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.blur, .highDynamicRange, .stillImage, .video]

  @Input("inputNoiseLevel", minimum: 0, slider: 0...0.1, identity: 0) var noiseLevel: Float = 0.02
  @Input("inputSharpness", minimum: 0, slider: 0...2, identity: 0) var sharpness: Float = 0.4

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.applyingNoiseReduction(level: noiseLevel, sharpness: sharpness)
  }
}

/// Smooths small differences in brightness and sharpens large ones; see `CIFilter.noiseReduction()`.
public protocol CINoiseReduction: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Differences in luma below this are noise, 0 or more.
  var noiseLevel: Float { get set }
  /// How much edges are sharpened, 0 or more.
  var sharpness: Float { get set }
}

extension BuiltInFilter: CINoiseReduction where Definition == NoiseReduction {
  var noiseLevel: Float {
    get { definition.noiseLevel }
    set { definition.noiseLevel = newValue }
  }
  var sharpness: Float {
    get { definition.sharpness }
    set { definition.sharpness = newValue }
  }
}

extension CIFilter {
  /// Smooths small differences in brightness and sharpens large ones.
  ///
  /// ## Formula
  /// Among the pixel and its eight neighbours, weighted by alpha: B is their mean with weights `exp(-d^2 / 2) *
  /// exp(-e^2 / (2 s^2))`, d the distance, e the difference of luma (0.2125 r + 0.7154 g + 0.0721 b) from the
  /// pixel's, s = `inputNoiseLevel * max(1, luma)`; G is the mean without the second factor. The result is `B +
  /// inputSharpness * edge * (c - G)`, where edge is `smoothstep(inputNoiseLevel, 2 * inputNoiseLevel, |luma of c -
  /// luma of G|)`. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped; above 1 the noise level grows with the brightness.
  ///
  /// ## Alpha
  /// Kept; colour is unpremultiplied, and transparent neighbours do not count. Beyond the extent its edge pixels are
  /// repeated.
  ///
  /// ## Extent
  /// That of the image.
  ///
  /// ## Keys
  /// - `inputNoiseLevel`: default 0.02, 0 or more, neutral value 0.
  /// - `inputSharpness`: default 0.4, 0 or more, neutral value 0.
  public class func noiseReduction() -> any CIFilter & CINoiseReduction { BuiltInFilter<NoiseReduction>() }
}
