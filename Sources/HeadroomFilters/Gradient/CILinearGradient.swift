public import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// A gradient between two colours along a line.
struct LinearGradient: GeneratorFilter {
  static let name = "CILinearGradient"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.gradient, .highDynamicRange, .stillImage, .video]

  @Input("inputPoint0") var point0 = CGPoint(x: 0, y: 0)
  @Input("inputPoint1") var point1 = CGPoint(x: 200, y: 200)
  @Input("inputColor0") var color0 = CIColor.white
  @Input("inputColor1") var color1 = CIColor.black

  func kernel(in space: WorkingSpace) -> Ramp {
    let (dx, dy) = (Double(point1.x - point0.x), Double(point1.y - point0.y))
    let length = dx * dx + dy * dy
    guard length > 0, length.isFinite else { return Ramp(color1.pixel(in: space), color1.pixel(in: space), 0, 0, 1) }
    let (a, b) = (dx / length, dy / length)
    return Ramp(
      color0.pixel(in: space), color1.pixel(in: space), Float(a), Float(b),
      Float(-(Double(point0.x) * a + Double(point0.y) * b)))
  }

  func peak(of inputs: [Float?]) -> Float? { max(color0.peak, color1.peak) }
  func contentHeadroom(of inputs: [Float]) -> Float? { max(color0.peak, color1.peak) }

  func isOpaque(_ inputs: [Bool]) -> Bool { color0.isOpaque && color1.isOpaque }

  /// `t = a x + b y + c`.
  struct Ramp: GeneratorKernel {
    let from: Pixel
    let to: Pixel
    let a: Float
    let b: Float
    let c: Float

    init(_ from: Pixel, _ to: Pixel, _ a: Float, _ b: Float, _ c: Float) {
      (self.from, self.to, self.a, self.b, self.c) = (from, to, a, b, c)
    }

    @inline(__always) func apply(x: Float, y: Float) -> Pixel {
      let t = clamped(a * x + b * y + c, 0, 1)
      let s = 1 - t
      return Pixel(
        r: from.r * s + to.r * t, g: from.g * s + to.g * t, b: from.b * s + to.b * t, a: from.a * s + to.a * t)
    }
  }
}

/// A gradient between two colours along a line; see `CIFilter.linearGradient()`.
public protocol CILinearGradient: CIFilterProtocol {
  /// Where the first colour ends.
  var point0: CGPoint { get set }
  /// Where the second colour starts.
  var point1: CGPoint { get set }
  /// The first colour.
  var color0: CIColor { get set }
  /// The second colour.
  var color1: CIColor { get set }
}

extension BuiltInFilter: CILinearGradient where Definition == LinearGradient {
  var point0: CGPoint {
    get { definition.point0 }
    set { definition.point0 = newValue }
  }
  var point1: CGPoint {
    get { definition.point1 }
    set { definition.point1 = newValue }
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
  /// A gradient between two colours along a line.
  ///
  /// ## Formula
  /// For the pixel's centre p: `t = clamp(dot(p - p0, p1 - p0) / |p1 - p0|^2, 0, 1)`, then the premultiplied colours
  /// mixed by t in linear light. With equal points `inputColor1` is everywhere.
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
  /// - `inputPoint0`: default [0 0], in pixels.
  /// - `inputPoint1`: default [200 200], in pixels.
  /// - `inputColor0`: default white.
  /// - `inputColor1`: default black.
  public class func linearGradient() -> any CIFilter & CILinearGradient { BuiltInFilter<LinearGradient>() }
}
