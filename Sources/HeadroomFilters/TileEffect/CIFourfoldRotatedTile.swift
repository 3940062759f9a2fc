public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Repeats a square of the image by turning it about its corners.
struct FourfoldRotatedTile: FoldedTile {
  static let name = "CIFourfoldRotatedTile"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .tileEffect, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0
  @Input("inputWidth", type: .distance, minimum: 0, slider: 1...200, identity: 100) var width: Float = 100

  var isNeutral: Bool { false }

  private var frame: TileFrame { TileFrame(center: center, angle: angle, width: width) }

  var cell: PixelRect { frame.bounds([(0, 0), (1, 0), (0, 1), (1, 1)]) }

  var kernel: Fold { Fold(frame: frame) }

  struct Fold: WarpKernel {
    let frame: TileFrame

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (u, v) = frame.local(x, y)
      let (a, b) = (u - 2 * (0.5 * u + 0.5).rounded(.down), v - 2 * (0.5 * v + 0.5).rounded(.down))
      // Four squares around a corner, each rotated by a quarter turn from the next.
      let (isLeft, isBelow) = (a < 0, b < 0)
      let across = isLeft == isBelow ? (isLeft ? -a : a) : (isLeft ? b : -b)
      let up = isLeft == isBelow ? (isLeft ? -b : b) : (isLeft ? -a : a)
      return frame.place(across, up)
    }
  }
}

/// Repeats a square of the image by turning it about its corners; see `CIFilter.fourfoldRotatedTile()`.
public protocol CIFourfoldRotatedTile: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// A corner of the part that is repeated.
  var center: CGPoint { get set }
  /// How far the pattern is turned, in radians, counter-clockwise.
  var angle: Float { get set }
  /// The side of the part that is repeated, in pixels, 0 or more.
  var width: Float { get set }
}

extension BuiltInFilter: CIFourfoldRotatedTile where Definition == FourfoldRotatedTile {
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
  /// Repeats a square of the image by turning it about its corners.
  ///
  /// ## Formula
  /// With u and v the coordinates around the centre, turned by `inputAngle` and in units of `inputWidth`: the square
  /// from 0 to 1 is rotated by quarter turns about 0 into the other three around it, and the four are repeated every
  /// two units. Bilinear. Widths below 1 count as 1.
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
  public class func fourfoldRotatedTile() -> any CIFilter & CIFourfoldRotatedTile {
    BuiltInFilter<FourfoldRotatedTile>()
  }
}
