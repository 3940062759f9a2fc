public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Repeats a triangle of the image by mirroring it in twelve directions.
struct TwelvefoldReflectedTile: FoldedTile {
  static let name = "CITwelvefoldReflectedTile"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .tileEffect, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0
  @Input("inputWidth", type: .distance, minimum: 0, slider: 1...200, identity: 100) var width: Float = 100

  var isNeutral: Bool { false }

  private var frame: TileFrame { TileFrame(center: center, angle: angle, width: width) }

  var cell: PixelRect { frame.bounds([(0, 0), (0.5, 0), (0.5, 0.2887)]) }

  var kernel: Fold { Fold(frame: frame) }

  struct Fold: WarpKernel {
    let frame: TileFrame

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (u, v) = frame.local(x, y)
      let corners = TriangularFold.weights(u, v)
      let (second, third) = (corners.second, corners.third)
      let first = 1 - second - third
      let (low, high) = (smaller(second, third), larger(second, third))
      // Of the three corners, the centre is the nearest, and the one to its right comes next.
      let middle = larger(low, smaller(high, first))
      let place = TriangularFold.place(middle, smaller(low, first))
      return frame.place(place.u, place.v)
    }
  }
}

/// Repeats a triangle of the image by mirroring it in twelve directions; see `CIFilter.twelvefoldReflectedTile()`.
public protocol CITwelvefoldReflectedTile: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Where twelve of the triangles meet.
  var center: CGPoint { get set }
  /// How far the pattern is turned, in radians, counter-clockwise.
  var angle: Float { get set }
  /// The side of the triangles in pixels, 0 or more.
  var width: Float { get set }
}

extension BuiltInFilter: CITwelvefoldReflectedTile where Definition == TwelvefoldReflectedTile {
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
  /// Repeats a triangle of the image by mirroring it in twelve directions.
  ///
  /// ## Formula
  /// With u and v the coordinates around the centre, turned by `inputAngle` and in units of `inputWidth`: equilateral
  /// triangles of side 1 fill the plane, one of them between the centre, u = 1 and a corner above them. Each is cut
  /// by its three middle lines into six; all show the one between the centre, the middle of the side to the right and
  /// the middle of the triangle, or its mirror image. Bilinear. Widths below 1 count as 1.
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
  public class func twelvefoldReflectedTile() -> any CIFilter & CITwelvefoldReflectedTile {
    BuiltInFilter<TwelvefoldReflectedTile>()
  }
}
