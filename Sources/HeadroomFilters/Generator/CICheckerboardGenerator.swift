public import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// A pattern of squares in two colours.
struct CheckerboardGenerator: GeneratorFilter {
  static let name = "CICheckerboardGenerator"
  static let displayName = "Checkerboard"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.generator, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputColor0") var color0 = CIColor.white
  @Input("inputColor1") var color1 = CIColor.black
  @Input("inputWidth", type: .distance, slider: 0...800) var width: Float = 80
  @Input("inputSharpness", minimum: 0, maximum: 1, slider: 0...1) var sharpness: Float = 1

  func kernel(in space: WorkingSpace) -> Squares {
    let side = max(abs(width), 1e-3)
    return Squares(
      first: color0.pixel(in: space), second: color1.pixel(in: space), x: Float(center.x), y: Float(center.y),
      side: side,
      perSide: 1 / side, perRamp: 1 / max(side * (1 - sharpness) / 2, 0.5))
  }

  func peak(of inputs: [Float?]) -> Float? { max(color0.peak, color1.peak) }
  func contentHeadroom(of inputs: [Float]) -> Float? { max(color0.peak, color1.peak) }

  func isOpaque(_ inputs: [Bool]) -> Bool { color0.isOpaque && color1.isOpaque }

  struct Squares: GeneratorKernel {
    let first: Pixel
    let second: Pixel
    let x: Float
    let y: Float
    let side: Float
    let perSide: Float
    let perRamp: Float

    @inline(__always) func apply(x: Float, y: Float) -> Pixel {
      let t = 0.5 + 0.5 * wave(x - self.x) * wave(y - self.y)
      let s = 1 - t
      return Pixel(
        r: first.r * t + second.r * s, g: first.g * t + second.g * s, b: first.b * t + second.b * s,
        a: first.a * t + second.a * s)
    }

    /// 1 in even cells, -1 in odd ones, a ramp where they meet.
    @inline(__always) func wave(_ distance: Float) -> Float {
      let cell = distance * perSide
      let pair = cell * 0.5
      let inPair = 2 * (pair - pair.rounded(.down))
      let inCell = inPair < 1 ? inPair : inPair - 1
      let toEdge = smaller(inCell, 1 - inCell) * side
      let height = smaller(toEdge * perRamp, 1)
      return inPair < 1 ? height : -height
    }
  }
}

/// A pattern of squares; see `CIFilter.checkerboardGenerator()`.
public protocol CICheckerboardGenerator: CIFilterProtocol {
  /// A corner of the squares.
  var center: CGPoint { get set }
  /// The colour of one half of the squares.
  var color0: CIColor { get set }
  /// The colour of the other half.
  var color1: CIColor { get set }
  /// The side of a square in pixels.
  var width: Float { get set }
  /// 1 for hard edges, 0 for the softest.
  var sharpness: Float { get set }
}

extension BuiltInFilter: CICheckerboardGenerator where Definition == CheckerboardGenerator {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var color0: CIColor {
    get { definition.color0 }
    set { definition.color0 = newValue }
  }
  var color1: CIColor {
    get { definition.color1 }
    set { definition.color1 = newValue }
  }
  var width: Float {
    get { definition.width }
    set { definition.width = newValue }
  }
  var sharpness: Float {
    get { definition.sharpness }
    set { definition.sharpness = newValue }
  }
}

extension CIFilter {
  /// A pattern of squares in two colours.
  ///
  /// ## Formula
  /// Squares of side `inputWidth` with a corner at `inputCenter`; the square above and to the right of the centre has
  /// the first colour. With sharpness s the edges are ramps of `inputWidth * (1 - s)` pixels, one pixel at least;
  /// colours mix premultiplied in linear light. Without width both mix evenly.
  ///
  /// ## Extended range
  /// Colours above 1 and below 0 are kept.
  ///
  /// ## Alpha
  /// Premultiplied.
  ///
  /// ## Extent
  /// Infinite.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputColor0`: default white.
  /// - `inputColor1`: default black.
  /// - `inputWidth`: default 80, in pixels.
  /// - `inputSharpness`: default 1, 0...1.
  public class func checkerboardGenerator() -> any CIFilter & CICheckerboardGenerator {
    BuiltInFilter<CheckerboardGenerator>()
  }
}
