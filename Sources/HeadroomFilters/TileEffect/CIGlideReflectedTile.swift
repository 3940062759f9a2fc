public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Repeats a square of the image by moving and mirroring it.
struct GlideReflectedTile: FoldedTile {
  static let name = "CIGlideReflectedTile"
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
      let column = u.rounded(.down)
      let isMirrored = column != 2 * (0.5 * column).rounded(.down)
      let up = fraction(v)
      return frame.place(u - column, isMirrored ? 1 - up : up)
    }
  }
}

/// Repeats a square of the image by moving and mirroring it; see `CIFilter.glideReflectedTile()`.
public protocol CIGlideReflectedTile: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// A corner of the part that is repeated.
  var center: CGPoint { get set }
  /// How far the pattern is turned, in radians, counter-clockwise.
  var angle: Float { get set }
  /// The side of the part that is repeated, in pixels, 0 or more.
  var width: Float { get set }
}

extension BuiltInFilter: CIGlideReflectedTile where Definition == GlideReflectedTile {
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
  /// Repeats a square of the image by moving and mirroring it.
  ///
  /// ## Formula
  /// With u and v the coordinates around the centre, turned by `inputAngle` and in units of `inputWidth`: squares of
  /// side 1 lie side by side, every other column of them upside down. Bilinear. Widths below 1 count as 1.
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
  public class func glideReflectedTile() -> any CIFilter & CIGlideReflectedTile { BuiltInFilter<GlideReflectedTile>() }
}
