public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Shows the image in lines, as in print.
struct LineScreen: PlacedFilter {
  static let name = "CILineScreen"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.halftoneEffect, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0
  @Input("inputWidth", type: .distance, minimum: 1, slider: 2...50) var width: Float = 6
  @Input("inputSharpness", minimum: 0, maximum: 1, slider: 0...1) var sharpness: Float = 0.7

  var isNeutral: Bool { false }
  func peak(of inputs: [Float?]) -> Float? { 1 }

  func kernel(in space: WorkingSpace) -> Screen {
    Screen(grid: HalftoneGrid(center, angle: angle, width: width), edge: HalftoneEdge(sharpness: sharpness))
  }

  struct Screen: PlacedKernel {
    let grid: HalftoneGrid
    let edge: HalftoneEdge

    @inline(__always) func apply(_ p: Pixel, x: Float, y: Float) -> Pixel {
      let (u, v) = grid.local(x, y)
      let s = 0.5 + 0.5 * HalftoneGrid.wave(v + 0 * u)
      return edge.printed(p, s)
    }
  }
}

/// Shows the image in lines, as in print; see `CIFilter.lineScreen()`.
public protocol CILineScreen: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of a dot or line.
  var center: CGPoint { get set }
  /// How far the pattern is turned, in radians, counter-clockwise.
  var angle: Float { get set }
  /// The distance between dots or lines in pixels, 1 or more.
  var width: Float { get set }
  /// How hard the edges are, 0...1.
  var sharpness: Float { get set }
}

extension BuiltInFilter: CILineScreen where Definition == LineScreen {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var angle: Float {
    get { definition.angle }
    set { definition.angle = newValue }
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
  /// Shows the image in lines, as in print.
  ///
  /// ## Formula
  /// With u and v the coordinates around the centre, turned by `inputAngle` and in units of `inputWidth`: `s = 0.5 +
  /// 0.5 * cos(2 pi v)`. A pixel is `smoothstep(-k, k, luma - (1 - s))` in all channels, with `luma = 0.2125 r + 0.7154
  /// g + 0.0721 b` of unpremultiplied colour clamped to 0...1 and `k = max(0.001, (1 - inputSharpness) / 2)`. Core
  /// Image does not publish its formula.
  ///
  /// ## Extended range
  /// Light above 1 counts as 1: this is a picture for print.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Extent
  /// The image's.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputAngle`: default and neutral value 0, in radians.
  /// - `inputWidth`: default 6, 1 or more, in pixels.
  /// - `inputSharpness`: default 0.7, 0...1.
  public class func lineScreen() -> any CIFilter & CILineScreen { BuiltInFilter<LineScreen>() }
}
