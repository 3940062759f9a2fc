public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Shows the image in rings, as in print.
struct CircularScreen: PlacedFilter {
  static let name = "CICircularScreen"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.halftoneEffect, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputWidth", type: .distance, minimum: 1, slider: 2...50) var width: Float = 6
  @Input("inputSharpness", minimum: 0, maximum: 1, slider: 0...1) var sharpness: Float = 0.7

  var isNeutral: Bool { false }
  func peak(of inputs: [Float?]) -> Float? { 1 }

  func kernel(in space: WorkingSpace) -> Screen {
    Screen(grid: HalftoneGrid(center, angle: 0, width: width), edge: HalftoneEdge(sharpness: sharpness))
  }

  struct Screen: PlacedKernel {
    let grid: HalftoneGrid
    let edge: HalftoneEdge

    @inline(__always) func apply(_ p: Pixel, x: Float, y: Float) -> Pixel {
      let (u, v) = grid.local(x, y)
      let s = 0.5 + 0.5 * HalftoneGrid.wave(root(u * u + v * v))
      return edge.printed(p, s)
    }
  }
}

/// Shows the image in rings, as in print; see `CIFilter.circularScreen()`.
public protocol CICircularScreen: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of a dot or line.
  var center: CGPoint { get set }
  /// The distance between dots or lines in pixels, 1 or more.
  var width: Float { get set }
  /// How hard the edges are, 0...1.
  var sharpness: Float { get set }
}

extension BuiltInFilter: CICircularScreen where Definition == CircularScreen {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
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
  /// Shows the image in rings, as in print.
  ///
  /// ## Formula
  /// `s = 0.5 + 0.5 * cos(2 pi r / inputWidth)`, r the distance from the centre. A pixel is
  /// `smoothstep(-k, k, luma - (1 - s))` in all channels, with `luma = 0.2125 r + 0.7154 g + 0.0721 b` of
  /// unpremultiplied colour clamped to 0...1 and `k = max(0.001, (1 - inputSharpness) / 2)`. Core Image does not
  /// publish its formula.
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
  /// - `inputWidth`: default 6, 1 or more, in pixels.
  /// - `inputSharpness`: default 0.7, 0...1.
  public class func circularScreen() -> any CIFilter & CICircularScreen { BuiltInFilter<CircularScreen>() }
}
