public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// A star with a cross of light.
struct StarShineGenerator: GeneratorFilter {
  static let name = "CIStarShineGenerator"
  static let displayName = "Star Shine"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.generator, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputColor") var color = CIColor(red: 1, green: 0.8, blue: 0.6, alpha: 1)
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...300) var radius: Float = 50
  @Input("inputCrossScale", minimum: 0, slider: 0...100, identity: 15) var crossScale: Float = 15
  @Input("inputCrossAngle", type: .angle, slider: -Double.pi...Double.pi) var crossAngle: Float = 0.6
  @Input("inputCrossOpacity", minimum: -8, slider: -8...0, identity: -2) var crossOpacity: Float = -2
  @Input("inputCrossWidth", type: .distance, minimum: 0, slider: 0.5...10) var crossWidth: Float = 2.5
  @Input("inputEpsilon", minimum: -8, slider: -8...0, identity: -2) var epsilon: Float = -2

  func peak(of inputs: [Float?]) -> Float? { max(color.peak, 0) }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  func kernel(in space: WorkingSpace) -> Star {
    let perRadius = Double(max(radius, 1e-3))
    let arm = 1 / (Double(max(crossScale, 1e-3)) * 10) * pow(2, -Double(max(crossOpacity, -64)) / 4)
    return Star(
      color: color.pixel(in: space), x: Float(center.x), y: Float(center.y), cosine: cos(crossAngle),
      sine: sin(crossAngle),
      core: Float(-pow(2, -Double(max(epsilon, -64))) / (perRadius * perRadius)), arm: Float(-arm),
      width: -1 / max(crossWidth * crossWidth, 1e-6))
  }

  struct Star: GeneratorKernel {
    let color: Pixel
    let x, y, cosine, sine, core, arm, width: Float

    @inline(__always) private func falling(_ exponent: Float) -> Float { expFast(larger(exponent, -80)) }

    @inline(__always) func apply(x px: Float, y py: Float) -> Pixel {
      let (dx, dy) = (px - x, py - y)
      let (u, v) = (dx * cosine + dy * sine, dy * cosine - dx * sine)
      let arms = falling(v * v * width + abs(u) * arm) + falling(u * u * width + abs(v) * arm)
      return Pixel.clear.mixed(with: color, smaller(falling((dx * dx + dy * dy) * core) + arms, 1))
    }
  }
}

/// A star with a cross of light; see `CIFilter.starShineGenerator()`.
public protocol CIStarShineGenerator: CIFilterProtocol {
  /// The middle of the star.
  var center: CGPoint { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The radius of the core in pixels, 0 or more.
  var radius: Float { get set }
  /// How long the arms are, 0 or more.
  var crossScale: Float { get set }
  /// How far the cross is turned, in radians.
  var crossAngle: Float { get set }
  /// How the arms fade, -8 or more: lower values make them shorter.
  var crossOpacity: Float { get set }
  /// How wide the arms are, in pixels, 0 or more.
  var crossWidth: Float { get set }
  /// How the core fades, -8 or more: lower values make it smaller.
  var epsilon: Float { get set }
}

extension BuiltInFilter: CIStarShineGenerator where Definition == StarShineGenerator {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var color: CIColor {
    get { definition.color }
    set { definition.color = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var crossScale: Float {
    get { definition.crossScale }
    set { definition.crossScale = newValue }
  }
  var crossAngle: Float {
    get { definition.crossAngle }
    set { definition.crossAngle = newValue }
  }
  var crossOpacity: Float {
    get { definition.crossOpacity }
    set { definition.crossOpacity = newValue }
  }
  var crossWidth: Float {
    get { definition.crossWidth }
    set { definition.crossWidth = newValue }
  }
  var epsilon: Float {
    get { definition.epsilon }
    set { definition.epsilon = newValue }
  }
}

extension CIFilter {
  /// A star with a cross of light.
  ///
  /// ## Formula
  /// The core is `exp(-(r / inputRadius)^2 * 2^(-inputEpsilon))`, r the distance from the centre. With u along and v
  /// across an arm, turned by `inputCrossAngle`, an arm is `exp(-(v / inputCrossWidth)^2) * exp(-|u| / (10 *
  /// inputCrossScale) * 2^(-inputCrossOpacity / 4))`, and there are two. The sum of core and arms, at most 1, is the
  /// coverage of the colour. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Colours above 1 stay as they are.
  ///
  /// ## Alpha
  /// Premultiplied.
  ///
  /// ## Extent
  /// Infinite.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputColor`: default [1 0.8 0.6 1].
  /// - `inputRadius`: default 50, 0 or more, in pixels.
  /// - `inputCrossScale`: default and neutral value 15, 0 or more.
  /// - `inputCrossAngle`: default 0.6, in radians.
  /// - `inputCrossOpacity`: default and neutral value -2, -8 or more.
  /// - `inputCrossWidth`: default 2.5, 0 or more, in pixels.
  /// - `inputEpsilon`: default and neutral value -2, -8 or more.
  public class func starShineGenerator() -> any CIFilter & CIStarShineGenerator { BuiltInFilter<StarShineGenerator>() }
}
