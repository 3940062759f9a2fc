public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Bulges the image along a line.
struct BumpDistortionLinear: WarpFilter {
  static let name = "CIBumpDistortionLinear"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...600, identity: 0) var radius: Float = 300
  @Input("inputAngle", type: .angle, slider: 0...2 * Double.pi, identity: 0) var angle: Float = 0
  @Input("inputScale", minimum: -1, slider: 0...1, identity: 1) var scale: Float = 0.5

  var isNeutral: Bool { scale == 0 || radius == 0 }

  /// No pixel comes from further away than 0.287 times radius and scale.
  func region(for output: PixelRect) -> PixelRect {
    let reach = Int(min(0.287 * radius * abs(scale), 1e9)) + 2
    return output.expanded(dx: reach, dy: reach)
  }

  var kernel: Bump {
    Bump(
      centreX: Float(center.x), centreY: Float(center.y), acrossX: -Foundation.sin(angle),
      acrossY: Foundation.cos(angle),
      perRadius: 1 / larger(radius, 1e-6), scale: scale)
  }

  struct Bump: WarpKernel {
    let centreX, centreY, acrossX, acrossY, perRadius, scale: Float

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let across = (x - centreX) * acrossX + (y - centreY) * acrossY
      let rest = larger(1 - across * across * perRadius * perRadius, 0)
      let move = across * scale * rest * rest
      return (x - move * acrossX, y - move * acrossY)
    }
  }
}

/// Bulges the image along a line; see `CIFilter.bumpDistortionLinear()`.
public protocol CIBumpDistortionLinear: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// A point of the line.
  var center: CGPoint { get set }
  /// How far from the line the image bulges, in pixels, 0 or more.
  var radius: Float { get set }
  /// The direction of the line in radians, counter-clockwise.
  var angle: Float { get set }
  /// How much; 0 leaves the image as it is, below 0 pulls inwards.
  var scale: Float { get set }
}

extension BuiltInFilter: CIBumpDistortionLinear where Definition == BumpDistortionLinear {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var angle: Float {
    get { definition.angle }
    set { definition.angle = newValue }
  }
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
}

extension CIFilter {
  /// Bulges the image along a line.
  ///
  /// ## Formula
  /// A line runs through the centre in the direction `inputAngle`. A pixel at distance n of it comes from the
  /// distance `n * (1 - inputScale * (1 - n^2 / inputRadius^2)^2)` on the same side; further away than the radius
  /// nothing changes. Bilinear. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The image's.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputRadius`: default 300, 0 or more, neutral value 0, in pixels.
  /// - `inputAngle`: default and neutral value 0, in radians.
  /// - `inputScale`: default 0.5, -1 or more, neutral value 1.
  public class func bumpDistortionLinear() -> any CIFilter & CIBumpDistortionLinear {
    BuiltInFilter<BumpDistortionLinear>()
  }
}
