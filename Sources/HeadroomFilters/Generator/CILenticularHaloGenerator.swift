public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Rings of colour around a light.
struct LenticularHaloGenerator: GeneratorFilter {
  static let name = "CILenticularHaloGenerator"
  static let displayName = "Lenticular Halo"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.generator, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputColor") var color = CIColor(red: 1, green: 0.9, blue: 0.8, alpha: 1)
  @Input("inputHaloRadius", type: .distance, minimum: 0, slider: 0...1000) var haloRadius: Float = 70
  @Input("inputHaloWidth", type: .distance, minimum: 0, slider: 0...300) var haloWidth: Float = 87
  @Input("inputHaloOverlap", minimum: 0, slider: 0...1) var haloOverlap: Float = 0.77
  @Input("inputStriationStrength", minimum: 0, slider: 0...3) var striationStrength: Float = 0.5
  @Input("inputStriationContrast", minimum: 0, slider: 0...5) var striationContrast: Float = 1
  @Input("inputTime", minimum: 0, maximum: 1, slider: 0...1, identity: 0) var time: Float = 0

  func peak(of inputs: [Float?]) -> Float? { nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  func kernel(in space: WorkingSpace) -> Halo {
    let apart = (1 - haloOverlap) * haloWidth / 2
    return Halo(
      color: color.pixel(in: space), x: Float(center.x), y: Float(center.y), red: haloRadius + apart, green: haloRadius,
      blue: haloRadius - apart, perHalf: 2 / max(haloWidth, 1e-3), strength: striationStrength * striationContrast,
      shift: time * Striation.cells)
  }

  struct Halo: GeneratorKernel {
    let color: Pixel
    let x, y, red, green, blue, perHalf, strength, shift: Float

    @inline(__always) func apply(x px: Float, y py: Float) -> Pixel {
      let (dx, dy) = (px - x, py - y)
      let distance = root(dx * dx + dy * dy)
      let light = larger(1 + strength * (Striation.noise(dx, dy, shift: shift) - 0.5), 0)
      @inline(__always) func ring(_ radius: Float) -> Float {
        let t = clamped(1 - abs(distance - radius) * perHalf, 0, 1)
        return t * t * (3 - 2 * t) * light
      }
      let (r, g, b) = (ring(red), ring(green), ring(blue))
      return Pixel(
        r: color.r * r, g: color.g * g, b: color.b * b, a: color.a * smaller(larger(r, larger(g, b)), 1))
    }
  }
}

/// Rings of colour around a light; see `CIFilter.lenticularHaloGenerator()`.
public protocol CILenticularHaloGenerator: CIFilterProtocol {
  /// The middle of the rings.
  var center: CGPoint { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The radius of the rings in pixels, 0 or more.
  var haloRadius: Float { get set }
  /// How wide each ring is, in pixels, 0 or more.
  var haloWidth: Float { get set }
  /// How far the rings of red, green and blue overlap, 0 or more; at 1 they coincide.
  var haloOverlap: Float { get set }
  /// How much the rays vary in brightness, 0 or more.
  var striationStrength: Float { get set }
  /// A factor on the strength of the rays, 0 or more.
  var striationContrast: Float { get set }
  /// The time that places the rays, 0...1.
  var time: Float { get set }
}

extension BuiltInFilter: CILenticularHaloGenerator where Definition == LenticularHaloGenerator {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var color: CIColor {
    get { definition.color }
    set { definition.color = newValue }
  }
  var haloRadius: Float {
    get { definition.haloRadius }
    set { definition.haloRadius = newValue }
  }
  var haloWidth: Float {
    get { definition.haloWidth }
    set { definition.haloWidth = newValue }
  }
  var haloOverlap: Float {
    get { definition.haloOverlap }
    set { definition.haloOverlap = newValue }
  }
  var striationStrength: Float {
    get { definition.striationStrength }
    set { definition.striationStrength = newValue }
  }
  var striationContrast: Float {
    get { definition.striationContrast }
    set { definition.striationContrast = newValue }
  }
  var time: Float {
    get { definition.time }
    set { definition.time = newValue }
  }
}

extension CIFilter {
  /// Rings of colour around a light.
  ///
  /// ## Formula
  /// With r the distance from the centre, a ring of radius R is `t * t * (3 - 2 * t)` with `t = clamp(1 - |r - R| / (inputHaloWidth /
  /// 2), 0, 1)`. Green's radius is `inputHaloRadius`, red's is larger and blue's smaller by `(1 - inputHaloOverlap) * inputHaloWidth
  /// / 2`. All are multiplied by `max(0, 1 + inputStriationStrength * inputStriationContrast * (n -
  /// 0.5))`, n the noise around the circle of ``sunbeamsGenerator()``. The largest, at most 1, is alpha. Core Image
  /// does not publish its formula.
  ///
  /// ## Extended range
  /// Not clamped: rays may be brighter than the colour.
  ///
  /// ## Alpha
  /// Premultiplied; times the colour's.
  ///
  /// ## Extent
  /// Infinite.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputColor`: default [1 0.9 0.8 1].
  /// - `inputHaloRadius`: default 70, 0 or more, in pixels.
  /// - `inputHaloWidth`: default 87, 0 or more, in pixels.
  /// - `inputHaloOverlap`: default 0.77, 0 or more.
  /// - `inputStriationStrength`: default 0.5, 0 or more.
  /// - `inputStriationContrast`: default 1, 0 or more.
  /// - `inputTime`: default and neutral value 0, 0...1.
  public class func lenticularHaloGenerator() -> any CIFilter & CILenticularHaloGenerator {
    BuiltInFilter<LenticularHaloGenerator>()
  }
}
