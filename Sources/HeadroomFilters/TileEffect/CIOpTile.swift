public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Splits the image into squares, and scales and rotates the content of each.
struct OpTile: WarpFilter {
  static let name = "CIOpTile"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .tileEffect, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputScale", minimum: 0, honored: (1 / 32)...(.infinity), slider: 0.1...10, identity: 1) var scale: Float =
    2.8
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0
  @Input("inputWidth", type: .distance, minimum: 0, honored: 1...(.infinity), slider: 1...1000, identity: 65) var width:
    Float = 65

  /// The image is repeated even with neutral values.
  var isNeutral: Bool { false }

  func extent(of input: CGRect) -> CGRect { .infinite }
  var edge: ImageEdge { .repeat }
  /// Squares that show much more than their own area would read all of a large picture for each of their pixels.
  var shrinking: Float { 1 / scale }

  /// No pixel comes from further away than half the diagonal of its square plus the same divided by the scale.
  func region(for output: PixelRect) -> PixelRect {
    let reach = Int(min(0.7072 * (1 + shrinking) * width + 1, 1e9))
    return output.expanded(dx: reach, dy: reach)
  }

  var kernel: Squares {
    Squares(
      centreX: Float(center.x), centreY: Float(center.y), side: width, perSide: 1 / width,
      cosine: Foundation.cos(angle) * shrinking, sine: Foundation.sin(angle) * shrinking)
  }

  struct Squares: WarpKernel {
    let centreX, centreY, side, perSide, cosine, sine: Float

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let middleX = centreX + ((x - centreX) * perSide + 0.5).rounded(.down) * side
      let middleY = centreY + ((y - centreY) * perSide + 0.5).rounded(.down) * side
      let (dx, dy) = (x - middleX, y - middleY)
      return (middleX + dx * cosine + dy * sine, middleY + dy * cosine - dx * sine)
    }
  }
}

/// Splits the image into squares, and scales and rotates the content of each; see `CIFilter.opTile()`.
public protocol CIOpTile: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of one of the squares.
  var center: CGPoint { get set }
  /// How much the content of the squares is enlarged, 0 or more; 1 leaves it as it is.
  var scale: Float { get set }
  /// How far the content is rotated, in radians.
  var angle: Float { get set }
  /// The side of the squares in pixels, 1 or more.
  var width: Float { get set }
}

extension BuiltInFilter: CIOpTile where Definition == OpTile {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
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
  /// Splits the image into squares, and scales and rotates the content of each.
  ///
  /// ## Formula
  /// Squares of side `inputWidth` lie around the centre. A pixel at d from the middle of its square comes from the
  /// offset d, rotated clockwise by `inputAngle` and divided by `inputScale`, from the same middle. Bilinear; where the
  /// scale is 1/2 or less, the image is halved first. The image is repeated beyond its extent. Core Image does not
  /// publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// Infinite. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputScale`: default 2.8, 0 or more, neutral value 1; below 1/32 it counts as that.
  /// - `inputAngle`: default 0, in radians.
  /// - `inputWidth`: default 65, in pixels; below 1 it counts as 1.
  public class func opTile() -> any CIFilter & CIOpTile { BuiltInFilter<OpTile>() }
}
