public import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// A gradient between two colours along a line, with soft ends.
struct SmoothLinearGradient: GeneratorFilter {
  static let name = "CISmoothLinearGradient"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.10")
  static let categories: [FilterCategory] = [.gradient, .highDynamicRange, .stillImage, .video]

  @Input("inputPoint0") var point0 = CGPoint(x: 0, y: 0)
  @Input("inputPoint1") var point1 = CGPoint(x: 200, y: 200)
  @Input("inputColor0") var color0 = CIColor.white
  @Input("inputColor1") var color1 = CIColor.black

  func kernel(in space: WorkingSpace) -> Ramp {
    var line = LinearGradient()
    (line.point0, line.point1, line.color0, line.color1) = (point0, point1, color0, color1)
    return Ramp(line: line.kernel(in: space))
  }

  func peak(of inputs: [Float?]) -> Float? { max(color0.peak, color1.peak, 0) }

  func isOpaque(_ inputs: [Bool]) -> Bool { color0.isOpaque && color1.isOpaque }

  /// A linear ramp, its share bent into an S curve.
  struct Ramp: GeneratorKernel {
    let line: LinearGradient.Ramp

    @inline(__always) func apply(x: Float, y: Float) -> Pixel {
      let t = clamped(line.a * x + line.b * y + line.c, 0, 1)
      return line.from.mixed(with: line.to, t * t * (3 - 2 * t))
    }
  }
}

/// A gradient between two colours along a line, with soft ends; see `CIFilter.smoothLinearGradient()`.
public protocol CISmoothLinearGradient: CIFilterProtocol {
  /// Where the first colour ends.
  var point0: CGPoint { get set }
  /// Where the second colour starts.
  var point1: CGPoint { get set }
  /// The first colour.
  var color0: CIColor { get set }
  /// The second colour.
  var color1: CIColor { get set }
}

extension BuiltInFilter: CISmoothLinearGradient where Definition == SmoothLinearGradient {
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
  /// A gradient between two colours along a line, with soft ends.
  ///
  /// ## Formula
  /// The same as ``linearGradient()`` with `t * t * (3 - 2 * t)` in place of t: for the pixel's centre p, `t =
  /// clamp(dot(p - p0, p1 - p0) / |p1 - p0|^2, 0, 1)`. Premultiplied colours are mixed in linear light. With equal
  /// points `inputColor1` is everywhere.
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
  public class func smoothLinearGradient() -> any CIFilter & CISmoothLinearGradient {
    BuiltInFilter<SmoothLinearGradient>()
  }
}
