public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Repeats a triangle of the image by mirroring it in eight directions.
struct EightfoldReflectedTile: FoldedTile {
  static let name = "CIEightfoldReflectedTile"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .tileEffect, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0
  @Input("inputWidth", type: .distance, minimum: 0, slider: 1...200, identity: 100) var width: Float = 100

  var isNeutral: Bool { false }

  private var frame: TileFrame { TileFrame(center: center, angle: angle, width: width) }

  var cell: PixelRect { frame.bounds([(0, 0), (0.5, 0), (0.5, 0.5)]) }

  var kernel: Fold { Fold(frame: frame) }

  struct Fold: WarpKernel {
    let frame: TileFrame

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (u, v) = frame.local(x, y)
      let (across, up) = (abs(u - (u + 0.5).rounded(.down)), abs(v - (v + 0.5).rounded(.down)))
      return frame.place(larger(across, up), smaller(across, up))
    }
  }
}

/// Repeats a triangle of the image by mirroring it in eight directions; see `CIFilter.eightfoldReflectedTile()`.
public protocol CIEightfoldReflectedTile: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of one of the squares.
  var center: CGPoint { get set }
  /// How far the pattern is turned, in radians, counter-clockwise.
  var angle: Float { get set }
  /// The side of the squares in pixels, 0 or more.
  var width: Float { get set }
}

extension BuiltInFilter: CIEightfoldReflectedTile where Definition == EightfoldReflectedTile {
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
  /// Repeats a triangle of the image by mirroring it in eight directions.
  ///
  /// ## Formula
  /// With u and v the coordinates around the centre, turned by `inputAngle` and in units of `inputWidth`: squares of
  /// side 1 fill the plane, one of them around the centre. In each, the triangle between its middle, the middle of its
  /// right side and a corner is mirrored at both axes and at the diagonals. Bilinear. Widths below 1 count as 1.
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
  public class func eightfoldReflectedTile() -> any CIFilter & CIEightfoldReflectedTile {
    BuiltInFilter<EightfoldReflectedTile>()
  }
}
