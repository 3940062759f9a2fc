public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Repeats a triangle of the image by turning it in six directions.
struct SixfoldRotatedTile: FoldedTile {
  static let name = "CISixfoldRotatedTile"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .tileEffect, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0
  @Input("inputWidth", type: .distance, minimum: 0, slider: 1...200, identity: 100) var width: Float = 100

  var isNeutral: Bool { false }

  private var frame: TileFrame { TileFrame(center: center, angle: angle, width: width) }

  var cell: PixelRect { frame.bounds([(0, 0), (1, 0), (0.5, 0.866)]) }

  var kernel: Fold { Fold(frame: frame) }

  struct Fold: WarpKernel {
    let frame: TileFrame

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (u, v) = frame.local(x, y)
      // The middle of the hexagon: integer steps in three directions whose sum is 0; the one with the largest rounding
      // error is corrected.
      let q = u * (2 / 3 as Float)
      let r = v * 0.577_350_27 - u * (1 / 3 as Float)
      let (wholeQ, wholeR, wholeS) = ((q + 0.5).rounded(.down), (r + 0.5).rounded(.down), (0.5 - q - r).rounded(.down))
      let (errorQ, errorR, errorS) = (abs(wholeQ - q), abs(wholeR - r), abs(wholeS + q + r))
      let column = errorQ > errorR && errorQ > errorS ? -wholeR - wholeS : wholeQ
      let row = errorR >= errorQ && errorR > errorS ? -wholeQ - wholeS : wholeR
      let (du, dv) = (u - 1.5 * column, v - 1.732_050_8 * (row + 0.5 * column))
      let sixth = Float.pi / 3
      let turn = (atan2Fast(dv, du) * (1 / sixth)).rounded(.down) * sixth
      let (sine, cosine) = sinCosFast(turn)
      return frame.place(du * cosine + dv * sine, dv * cosine - du * sine)
    }
  }
}

/// Repeats a triangle of the image by turning it in six directions; see `CIFilter.sixfoldRotatedTile()`.
public protocol CISixfoldRotatedTile: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of one of the hexagons.
  var center: CGPoint { get set }
  /// How far the pattern is turned, in radians, counter-clockwise.
  var angle: Float { get set }
  /// The side of the hexagons in pixels, 0 or more.
  var width: Float { get set }
}

extension BuiltInFilter: CISixfoldRotatedTile where Definition == SixfoldRotatedTile {
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
}

extension CIFilter {
  /// Repeats a triangle of the image by turning it in six directions.
  ///
  /// ## Formula
  /// With u and v the coordinates around the centre, turned by `inputAngle` and in units of `inputWidth`: hexagons of
  /// side 1 fill the plane, one of them around the centre. In each the equilateral triangle between the middle and the
  /// side above and to the right is rotated by sixths of a turn about the middle. Bilinear. Widths below 1 count as 1.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// Infinite, transparent where the repeated part extends beyond the image. Colour space and content headroom are
  /// kept.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputAngle`: default and neutral value 0, in radians.
  /// - `inputWidth`: default and neutral value 100, 0 or more, in pixels.
  public class func sixfoldRotatedTile() -> any CIFilter & CISixfoldRotatedTile { BuiltInFilter<SixfoldRotatedTile>() }
}
