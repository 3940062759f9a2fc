internal import Foundation
public import HeadroomImage

/// Moves each pixel as far as another image specifies.
struct DisplacementDistortion: FilterDefinition {
  static let name = "CIDisplacementDistortion"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]
  static let imageKeys = [kCIInputImageKey, "inputDisplacementImage"]

  @Input("inputScale", type: .distance, minimum: 0, slider: 0...200, identity: 0) var scale: Float = 50

  var isNeutral: Bool { scale == 0 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let map = inputs["inputDisplacementImage"] else { return nil }
    return image.displaced(by: map, scale: scale)
  }
}

/// Moves each pixel as far as another image specifies; see `CIFilter.displacementDistortion()`.
public protocol CIDisplacementDistortion: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How far to move: red moves left and right, green up and down; 0.5 does not move.
  var displacementImage: CIImage? { get set }
  /// The distance in pixels between the displacements that 0 and 1 stand for, 0 or more; 0 leaves the image as it is.
  var scale: Float { get set }
}

extension BuiltInFilter: CIDisplacementDistortion where Definition == DisplacementDistortion {
  var displacementImage: CIImage? {
    get { value(forKey: "inputDisplacementImage") as? CIImage }
    set { setValue(newValue, forKey: "inputDisplacementImage") }
  }
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
}

extension CIFilter {
  /// Moves each pixel as far as another image specifies.
  ///
  /// ## Formula
  /// The pixel at p comes from `p + inputScale * (m.r - 0.5, m.g - 0.5)`, with m the displacement image at p, clamped
  /// to 0...1 and 0.5 outside its extent. Bilinear. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// The image's light is not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The image's, `inputScale` larger on each side.
  ///
  /// ## Keys
  /// - `inputScale`: default 50, 0 or more, neutral value 0, in pixels.
  public class func displacementDistortion() -> any CIFilter & CIDisplacementDistortion {
    BuiltInFilter<DisplacementDistortion>()
  }
}
