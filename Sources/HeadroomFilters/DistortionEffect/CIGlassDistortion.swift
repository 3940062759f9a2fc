public import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage

/// Shows the image through textured glass.
struct GlassDistortion: FilterDefinition {
  static let name = "CIGlassDistortion"
  static let introduced = FilterAvailability(iOS: "8.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]
  static let imageKeys = [kCIInputImageKey, "inputTexture"]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputScale", type: .distance, minimum: 0, slider: 0.01...500, identity: 0) var scale: Float = 200

  var isNeutral: Bool { scale == 0 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let texture = inputs["inputTexture"] else { return nil }
    let extent = texture.node.extent
    guard !extent.isNull, !extent.isEmpty else { return image }
    let middle = extent.isUnbounded ? center : CGPoint(x: extent.midX, y: extent.midY)
    let glass = texture.extended(.repeat)
      .transformed(by: CGAffineTransform(translationX: center.x - middle.x, y: center.y - middle.y))
    return image.displaced(by: glass, scale: scale)
  }
}

/// Shows the image through textured glass; see `CIFilter.glassDistortion()`.
public protocol CIGlassDistortion: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How far to move: red moves left and right, green up and down; 0.5 does not move. Repeated over the image.
  var textureImage: CIImage? { get set }
  /// Where the middle of the texture lies.
  var center: CGPoint { get set }
  /// The distance in pixels between the displacements that 0 and 1 stand for, 0 or more; 0 leaves the image as it is.
  var scale: Float { get set }
}

extension BuiltInFilter: CIGlassDistortion where Definition == GlassDistortion {
  var textureImage: CIImage? {
    get { value(forKey: "inputTexture") as? CIImage }
    set { setValue(newValue, forKey: "inputTexture") }
  }
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
}

extension CIFilter {
  /// Shows the image through textured glass.
  ///
  /// ## Formula
  /// As ``displacementDistortion()``: the pixel at p comes from `p + inputScale * (t.r - 0.5, t.g - 0.5)`, with t the
  /// texture at p, clamped to 0...1. The texture is repeated over the plane, with the middle of one copy at
  /// `inputCenter`. Bilinear. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// The image's light is not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The image's, `inputScale` larger on each side. Without a texture there is no result; an empty one changes nothing.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputScale`: default 200, 0 or more, neutral value 0, in pixels.
  public class func glassDistortion() -> any CIFilter & CIGlassDistortion { BuiltInFilter<GlassDistortion>() }
}
