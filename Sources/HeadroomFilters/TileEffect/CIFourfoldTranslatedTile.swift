public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Repeats a rhombus of the image by moving it.
struct FourfoldTranslatedTile: FoldedTile {
  static let name = "CIFourfoldTranslatedTile"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .tileEffect, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0
  @Input("inputWidth", type: .distance, minimum: 0, slider: 1...200, identity: 100) var width: Float = 100
  @Input("inputAcuteAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 1.5707963268) var acuteAngle:
    Float = 1.5707963268

  var isNeutral: Bool { false }

  private var frame: SkewedFrame {
    SkewedFrame(center: center, angle: angle, width: width, acuteAngle: acuteAngle)
  }

  var cell: PixelRect { frame.cell }

  var kernel: Fold { Fold(frame: frame) }

  struct Fold: WarpKernel {
    let frame: SkewedFrame

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (u, v) = frame.local(x, y)
      return frame.place(fraction(u), fraction(v))
    }
  }
}

/// Repeats a rhombus of the image by moving it; see `CIFilter.fourfoldTranslatedTile()`.
public protocol CIFourfoldTranslatedTile: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// A corner of the part that is repeated.
  var center: CGPoint { get set }
  /// How far the pattern is turned, in radians, counter-clockwise.
  var angle: Float { get set }
  /// The side of the part that is repeated, in pixels, 0 or more.
  var width: Float { get set }
  /// The angle between the sides of the part that is repeated, in radians.
  var acuteAngle: Float { get set }
}

extension BuiltInFilter: CIFourfoldTranslatedTile where Definition == FourfoldTranslatedTile {
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
  var acuteAngle: Float {
    get { definition.acuteAngle }
    set { definition.acuteAngle = newValue }
  }
}

extension CIFilter {
  /// Repeats a rhombus of the image by moving it.
  ///
  /// ## Formula
  /// Coordinates run from the centre along two sides of length `inputWidth`, the first in the direction `inputAngle`,
  /// the second `inputAcuteAngle` further. A pixel comes from the position of the fractional parts of its coordinates.
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
  /// - `inputWidth`: default and neutral value 100, 0 or more, in pixels.
  /// - `inputAcuteAngle`: default and neutral value pi / 2, in radians.
  public class func fourfoldTranslatedTile() -> any CIFilter & CIFourfoldTranslatedTile {
    BuiltInFilter<FourfoldTranslatedTile>()
  }
}
