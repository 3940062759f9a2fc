public import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// A pattern of upright stripes in two colours.
struct StripesGenerator: GeneratorFilter {
  static let name = "CIStripesGenerator"
  static let displayName = "Stripes"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.generator, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputColor0") var color0 = CIColor.white
  @Input("inputColor1") var color1 = CIColor.black
  @Input("inputWidth", type: .distance, slider: 0...800) var width: Float = 80
  @Input("inputSharpness", minimum: 0, maximum: 1, slider: 0...1) var sharpness: Float = 1

  func kernel(in space: WorkingSpace) -> Stripes {
    let side = max(abs(width), 1e-3)
    return Stripes(
      first: color0.pixel(in: space), second: color1.pixel(in: space), x: Float(center.x), side: side,
      perSide: 1 / side,
      perRamp: 1 / max(side * (1 - sharpness) / 2, 0.5))
  }

  func peak(of inputs: [Float?]) -> Float? { max(color0.peak, color1.peak, 0) }

  func isOpaque(_ inputs: [Bool]) -> Bool { color0.isOpaque && color1.isOpaque }

  struct Stripes: GeneratorKernel {
    let first, second: Pixel
    let x, side, perSide, perRamp: Float

    @inline(__always) func apply(x px: Float, y: Float) -> Pixel {
      let place = (px - x) * perSide
      let inside = (place - place.rounded(.down)) * side
      let height = smaller(smaller(inside, side - inside) * perRamp, 1)
      let half = place.rounded(.down) * 0.5
      let t = 0.5 + 0.5 * (half == half.rounded(.down) ? height : -height)
      return second.mixed(with: first, t)
    }
  }
}

/// A pattern of upright stripes in two colours; see `CIFilter.stripesGenerator()`.
public protocol CIStripesGenerator: CIFilterProtocol {
  /// Where the first stripe begins.
  var center: CGPoint { get set }
  /// The first colour.
  var color0: CIColor { get set }
  /// The second colour.
  var color1: CIColor { get set }
  /// How wide a stripe is, in pixels.
  var width: Float { get set }
  /// How hard the edges are, 0...1.
  var sharpness: Float { get set }
}

extension BuiltInFilter: CIStripesGenerator where Definition == StripesGenerator {
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
  /// A pattern of upright stripes in two colours.
  ///
  /// ## Formula
  /// Stripes of `inputWidth`, the first one, of `inputColor0`, to the right of the centre. At their edges the colours
  /// are mixed linearly over `inputWidth * (1 - inputSharpness) / 2` on each side, at least half a pixel.
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
  /// - `inputColor0`: default white.
  /// - `inputColor1`: default black.
  /// - `inputWidth`: default 80, in pixels.
  /// - `inputSharpness`: default 1, 0...1.
  public class func stripesGenerator() -> any CIFilter & CIStripesGenerator { BuiltInFilter<StripesGenerator>() }
}
