public import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// A gradient between two colours from one circle to another.
struct RadialGradient: GeneratorFilter {
  static let name = "CIRadialGradient"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.gradient, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputRadius0", type: .distance, minimum: 0, slider: 0...800) var radius0: Float = 5
  @Input("inputRadius1", type: .distance, minimum: 0, slider: 0...800) var radius1: Float = 100
  @Input("inputColor0") var color0 = CIColor.white
  @Input("inputColor1") var color1 = CIColor.black

  func kernel(in space: WorkingSpace) -> Rings {
    // Equal radii make a hard edge.
    let width = abs(radius1 - radius0) < 1e-6 ? 1e-6 : radius1 - radius0
    return Rings(
      from: color0.pixel(in: space), to: color1.pixel(in: space), x: Float(center.x), y: Float(center.y),
      radius: radius0,
      perWidth: 1 / width)
  }

  func peak(of inputs: [Float?]) -> Float? { max(color0.peak, color1.peak, 0) }

  func isOpaque(_ inputs: [Bool]) -> Bool { color0.isOpaque && color1.isOpaque }

  struct Rings: GeneratorKernel {
    let from, to: Pixel
    let x, y, radius, perWidth: Float

    @inline(__always) func apply(x px: Float, y py: Float) -> Pixel {
      let (dx, dy) = (px - x, py - y)
      return from.mixed(with: to, clamped((root(dx * dx + dy * dy) - radius) * perWidth, 0, 1))
    }
  }
}

/// A gradient between two colours from one circle to another; see `CIFilter.radialGradient()`.
public protocol CIRadialGradient: CIFilterProtocol {
  /// The middle of the circles.
  var center: CGPoint { get set }
  /// The radius of the first circle in pixels, 0 or more.
  var radius0: Float { get set }
  /// The radius of the second circle in pixels, 0 or more.
  var radius1: Float { get set }
  /// The first colour.
  var color0: CIColor { get set }
  /// The second colour.
  var color1: CIColor { get set }
}

extension BuiltInFilter: CIRadialGradient where Definition == RadialGradient {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var radius0: Float {
    get { definition.radius0 }
    set { definition.radius0 = newValue }
  }
  var radius1: Float {
    get { definition.radius1 }
    set { definition.radius1 = newValue }
  }
  var color0: CIColor {
    get { definition.color0 }
    set { definition.color0 = newValue }
  }
  var color1: CIColor {
    get { definition.color1 }
    set { definition.color1 = newValue }
  }
}

extension CIFilter {
  /// A gradient between two colours from one circle to another.
  ///
  /// ## Formula
  /// At distance r from the centre `t = clamp((r - inputRadius0) / (inputRadius1 - inputRadius0), 0, 1)`; the
  /// premultiplied colours are mixed by t in linear light. Equal radii make a hard edge.
  ///
  /// ## Extended range
  /// Colours above 1 make HDR ramps.
  ///
  /// ## Alpha
  /// Premultiplied.
  ///
  /// ## Extent
  /// Infinite.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputRadius0`: default 5, 0 or more, in pixels.
  /// - `inputRadius1`: default 100, 0 or more, in pixels.
  /// - `inputColor0`: default white.
  /// - `inputColor1`: default black.
  public class func radialGradient() -> any CIFilter & CIRadialGradient { BuiltInFilter<RadialGradient>() }
}
