public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Repeats a triangle of the image by moving and turning it.
struct TriangleTile: FoldedTile {
  static let name = "CITriangleTile"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .tileEffect, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0
  @Input("inputWidth", type: .distance, minimum: 0, slider: 1...200) var width: Float = 100

  var isNeutral: Bool { false }

  private var frame: TileFrame { TileFrame(center: center, angle: angle, width: width) }

  var cell: PixelRect { frame.bounds([(0, 0), (1, 0), (0.5, 0.866)]) }

  var kernel: Fold { Fold(frame: frame) }

  struct Fold: WarpKernel {
    let frame: TileFrame

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (u, v) = frame.local(x, y)
      let third = v * 1.154_700_5
      let second = u - 0.5 * third
      let (across, up) = (fraction(second), fraction(third))
      let isUpper = across + up > 1
      let place = TriangularFold.place(isUpper ? 1 - across : across, isUpper ? 1 - up : up)
      return frame.place(place.u, place.v)
    }
  }
}

/// Repeats a triangle of the image by moving and turning it; see `CIFilter.triangleTile()`.
public protocol CITriangleTile: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// A corner of the triangle that is repeated.
  var center: CGPoint { get set }
  /// How far the pattern is turned, in radians, counter-clockwise.
  var angle: Float { get set }
  /// The side of the triangles in pixels, 0 or more.
  var width: Float { get set }
}

extension BuiltInFilter: CITriangleTile where Definition == TriangleTile {
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
  /// Repeats a triangle of the image by moving and turning it.
  ///
  /// ## Formula
  /// With u and v the coordinates around the centre, turned by `inputAngle` and in units of `inputWidth`: equilateral
  /// triangles of side 1 fill the plane, one of them between the centre, u = 1 and a corner above them. Triangles that
  /// stand on a side show the content of that one; those that stand on a corner show it rotated by half a turn.
  /// Bilinear. Widths below 1 count as 1.
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
  /// - `inputWidth`: default 100, 0 or more, in pixels.
  public class func triangleTile() -> any CIFilter & CITriangleTile { BuiltInFilter<TriangleTile>() }
}
