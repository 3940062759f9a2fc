public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Shows the image through a lozenge of glass.
struct GlassLozenge: WarpFilter {
  static let name = "CIGlassLozenge"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputPoint0") var point0 = CGPoint(x: 150, y: 150)
  @Input("inputPoint1") var point1 = CGPoint(x: 350, y: 150)
  // Core Image lists the default as the neutral value, although it changes the picture: hence the example.
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...1000, identity: 100, example: 100) var radius: Float =
    100
  @Input("inputRefraction", minimum: 0, slider: 0...5, identity: 1) var refraction: Float = 1.7

  var isNeutral: Bool { strength == 0 || radius == 0 }

  /// The strength of the refraction; 0 without refraction.
  private var strength: Float { refraction > 0 ? 1 - 1 / larger(refraction, 1e-3) : 0 }

  /// Inside the lozenge pixels come from no further away than a fraction of the radius.
  func region(for output: PixelRect) -> PixelRect {
    let margin = CGFloat(radius)
    let box = CGRect(
      x: min(point0.x, point1.x) - margin, y: min(point0.y, point1.y) - margin,
      width: abs(point0.x - point1.x) + 2 * margin, height: abs(point0.y - point1.y) + 2 * margin)
    let inside = output.intersection(PixelRect(enclosing: box))
    let reach = Int(min(radius * abs(strength) + 2, 1e9))
    return inside.isEmpty ? output : output.union(inside.expanded(dx: reach, dy: reach))
  }

  var kernel: Lozenge {
    let (dx, dy) = (Float(point1.x - point0.x), Float(point1.y - point0.y))
    let length = larger(dx * dx + dy * dy, 1e-12)
    return Lozenge(
      x0: Float(point0.x), y0: Float(point0.y), dx: dx, dy: dy, alongX: dx / length, alongY: dy / length,
      perRadius: 1 / larger(radius, 1e-6), strength: strength)
  }

  struct Lozenge: WarpKernel {
    let x0, y0, dx, dy, alongX, alongY, perRadius, strength: Float

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      // The nearest point of the middle line, and the pixel's offset from there.
      let share = clamped((x - x0) * alongX + (y - y0) * alongY, 0, 1)
      let (axisX, axisY) = (x0 + share * dx, y0 + share * dy)
      let (fromX, fromY) = (x - axisX, y - axisY)
      let edge = (fromX * fromX + fromY * fromY) * perRadius * perRadius
      let height = root(larger(1 - edge, 0))
      let factor = edge < 1 ? 1 - strength * (1 - height) : 1
      return (axisX + fromX * factor, axisY + fromY * factor)
    }
  }
}

/// Shows the image through a lozenge of glass; see `CIFilter.glassLozenge()`.
public protocol CIGlassLozenge: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Where the middle line begins.
  var point0: CGPoint { get set }
  /// Where the middle line ends.
  var point1: CGPoint { get set }
  /// How far the glass reaches around the line, in pixels, 0 or more.
  var radius: Float { get set }
  /// The index of refraction, 0 or more; 1 leaves the image as it is, and so does 0.
  var refraction: Float { get set }
}

extension BuiltInFilter: CIGlassLozenge where Definition == GlassLozenge {
  var point0: CGPoint {
    get { definition.point0 }
    set { definition.point0 = newValue }
  }
  var point1: CGPoint {
    get { definition.point1 }
    set { definition.point1 = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var refraction: Float {
    get { definition.refraction }
    set { definition.refraction = newValue }
  }
}

extension CIFilter {
  /// Shows the image through a lozenge of glass.
  ///
  /// ## Formula
  /// A pixel at d from the nearest point of the line between the two points comes from
  /// `d * (1 - k * (1 - sqrt(1 - |d|^2 / inputRadius^2)))` from there, with k = 1 - 1 / `inputRefraction`; further away
  /// than the radius nothing changes. Bilinear. Core Image does not publish its formula.
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
  /// - `inputPoint0`: default [150 150], in pixels.
  /// - `inputPoint1`: default [350 150], in pixels.
  /// - `inputRadius`: default 100, 0 or more, in pixels.
  /// - `inputRefraction`: default 1.7, 0 or more, neutral value 1.
  public class func glassLozenge() -> any CIFilter & CIGlassLozenge { BuiltInFilter<GlassLozenge>() }
}
