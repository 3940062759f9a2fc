internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Resizes with a cubic kernel.
struct BicubicScaleTransform: FilterDefinition {
  static let name = "CIBicubicScaleTransform"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [
    .geometryAdjustment, .highDynamicRange, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputScale", minimum: 0, slider: 0.05...100, identity: 1, example: 0.5) var scale: Float = 1
  @Input("inputAspectRatio", minimum: 0, slider: 0.5...2, identity: 1, example: 1) var aspectRatio: Float = 1
  @Input("inputB", minimum: 0, maximum: 1, slider: 0...1) var parameterB: Float = 0
  @Input("inputC", minimum: 0, maximum: 1, slider: 0...1) var parameterC: Float = 0.75

  var isNeutral: Bool { scale == 1 && aspectRatio == 1 }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.resampled(
      by: .cubic(b: Double(parameterB), c: Double(parameterC)), scale: scale, aspectRatio: aspectRatio)
  }
}

/// Resizes with a cubic kernel; see `CIFilter.bicubicScaleTransform()`.
public protocol CIBicubicScaleTransform: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The factor, 0 or more; 1 leaves the size as it is.
  var scale: Float { get set }
  /// The horizontal factor over the vertical one, 0 or more.
  var aspectRatio: Float { get set }
  /// How soft the kernel is, 0...1.
  var parameterB: Float { get set }
  /// How much it overshoots, 0...1.
  var parameterC: Float { get set }
}

extension BuiltInFilter: CIBicubicScaleTransform where Definition == BicubicScaleTransform {
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
  var aspectRatio: Float {
    get { definition.aspectRatio }
    set { definition.aspectRatio = newValue }
  }
  var parameterB: Float {
    get { definition.parameterB }
    set { definition.parameterB = newValue }
  }
  var parameterC: Float {
    get { definition.parameterC }
    set { definition.parameterC = newValue }
  }
}

extension CIFilter {
  /// Resizes with a cubic kernel.
  ///
  /// ## Formula
  /// Each output pixel is a weighted mean of pixels along columns and along rows, with the cubic of D. Mitchell and
  /// A. Netravali (1988): for a distance x below 1 `((12 - 9B - 6C) x^3 + (-18 + 12B + 6C) x^2 + 6 - 2B) / 6`, below 2
  /// `((-B - 6C) x^3 + (6B + 30C) x^2 + (-12B - 48C) x + 8B + 24C) / 6`. Where the picture shrinks, the kernel is
  /// stretched accordingly; weights are divided by their sum. Beyond the picture its edge pixels are repeated. The
  /// horizontal factor is `inputScale * inputAspectRatio`.
  ///
  /// ## Extended range
  /// Not clamped: edges overshoot below 0 and above the peak where C is above 0.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike; alpha is clamped to 0...1.
  ///
  /// ## Extent
  /// The scaled extent, rounded outwards. Infinite images stay as they are. Colour space and content headroom are
  /// kept.
  ///
  /// ## Keys
  /// - `inputScale`: default and neutral value 1, 0 or more.
  /// - `inputAspectRatio`: default and neutral value 1, 0 or more.
  /// - `inputB`: default 0, 0...1.
  /// - `inputC`: default 0.75, 0...1.
  public class func bicubicScaleTransform() -> any CIFilter & CIBicubicScaleTransform {
    BuiltInFilter<BicubicScaleTransform>()
  }
}
