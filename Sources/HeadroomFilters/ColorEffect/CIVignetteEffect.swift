public import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Darkens what lies outside a circle.
struct VignetteEffect: PlacedFilter {
  static let name = "CIVignetteEffect"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [.colorEffect, .highDynamicRange, .interlaced, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...2000) var radius: Float = 150
  @Input("inputIntensity", type: .scalar, minimum: -1, maximum: 1, slider: -1...1, identity: 0) var intensity: Float = 1
  @Input("inputFalloff", type: .scalar, minimum: 0, maximum: 1, slider: 0...1) var falloff: Float = 0.5

  var isNeutral: Bool { intensity == 0 }
  var alphaRule: AlphaRule { .any }

  func kernel(in space: WorkingSpace) -> Circle {
    Circle(
      centreX: Float(center.x), centreY: Float(center.y), perRadius: 1 / max(radius, 1e-6), intensity: intensity,
      start: 1 - falloff, slope: 1 / max(2 * falloff, 1e-6))
  }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) * max(1 - intensity, 1) } }
  func contentHeadroom(of inputs: [Float]) -> Float? { inputs.first.map { $0 * max(1 - intensity, 1) } }

  struct Circle: PlacedKernel {
    let centreX, centreY, perRadius, intensity, start, slope: Float

    @inline(__always) func apply(_ p: Pixel, x: Float, y: Float) -> Pixel {
      let (dx, dy) = (x - centreX, y - centreY)
      let distance = root(dx * dx + dy * dy) * perRadius
      let t = clamped((distance - start) * slope, 0, 1)
      let gain = 1 - intensity * t * t * (3 - 2 * t)
      return Pixel(r: p.r * gain, g: p.g * gain, b: p.b * gain, a: p.a)
    }
  }
}

/// Darkens what lies outside a circle; see `CIFilter.vignetteEffect()`.
public protocol CIVignetteEffect: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of the circle.
  var center: CGPoint { get set }
  /// The circle's radius in pixels, 0 or more.
  var radius: Float { get set }
  /// How much, -1...1; 0 leaves the image as it is, negative values brighten the outside.
  var intensity: Float { get set }
  /// How wide the edge is, as a share of the radius, 0...1; 0 is a hard edge.
  var falloff: Float { get set }
}

extension BuiltInFilter: CIVignetteEffect where Definition == VignetteEffect {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var intensity: Float {
    get { definition.intensity }
    set { definition.intensity = newValue }
  }
  var falloff: Float {
    get { definition.falloff }
    set { definition.falloff = newValue }
  }
}

extension CIFilter {
  /// Darkens what lies outside a circle.
  ///
  /// ## Formula
  /// With d the distance from the centre as a share of `inputRadius`: `t = clamp((d - 1 + inputFalloff) / (2 *
  /// inputFalloff), 0, 1)`, colour times `1 - inputIntensity * t * t * (3 - 2 * t)`. Core Image does not publish its
  /// formula.
  ///
  /// ## Extended range
  /// A gain: light above white stays above white.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputRadius`: default 150, 0 or more, in pixels.
  /// - `inputIntensity`: default 1, neutral value 0, -1...1.
  /// - `inputFalloff`: default 0.5, 0...1.
  public class func vignetteEffect() -> any CIFilter & CIVignetteEffect { BuiltInFilter<VignetteEffect>() }
}
