internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage

/// Turns colour about the grey axis.
struct HueAdjust: ColorMatrixFilter {
  static let name = "CIHueAdjust"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputAngle", type: .angle, slider: -3.1415926536...3.1415926536, identity: 0) var angle: Float = 0

  func matrix(in space: WorkingSpace) -> ColorMatrix {
    let (sine, cosine) = (sin(Double(angle)), cos(Double(angle)))
    let turned = Luma.matrix.mixed(with: .identity, share: cosine)
    return ColorMatrix(turned.adding(Self.sineMatrix.scaled(by: sine)))
  }

  /// What the sine of the angle is multiplied by; its rows sum to 0, so that greys stay.
  private static let sineMatrix = Matrix3x3(
    rows: [-Luma.red, -Luma.green, 1 - Luma.blue], [0.143, 0.140, -0.283], [-(1 - Luma.red), Luma.green, Luma.blue])
}

/// Turns colour about the grey axis; see `CIFilter.hueAdjust()`.
public protocol CIHueAdjust: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The angle in radians; 0 leaves the image as it is, a third of a turn takes red towards green.
  var angle: Float { get set }
}

extension BuiltInFilter: CIHueAdjust where Definition == HueAdjust {
  var angle: Float {
    get { definition.angle }
    set { definition.angle = newValue }
  }
}

extension CIFilter {
  /// Turns colour about the grey axis.
  ///
  /// ## Formula
  /// The matrix of `hue-rotate` in SVG and CSS (Filter Effects Module Level 1) with the weights `w = (0.2125, 0.7154,
  /// 0.0721)`: `W + cos(angle) * (I - W) + sin(angle) * K`, where every row of `W` is `w`. Greys stay; 120 degrees take
  /// red towards green. Core Image does not publish its matrix.
  ///
  /// ## Extended range
  /// Linear, so values above 1 and below 0 turn like all others.
  ///
  /// ## Alpha
  /// Kept; the same on premultiplied colour.
  ///
  /// ## Keys
  /// - `inputAngle`: default and neutral value 0, in radians.
  public class func hueAdjust() -> any CIFilter & CIHueAdjust { BuiltInFilter<HueAdjust>() }
}
