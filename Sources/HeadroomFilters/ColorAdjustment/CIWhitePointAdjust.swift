internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage

/// Multiplies by a colour, so that white becomes that colour and greys become its shades.
struct WhitePointAdjust: ColorMatrixFilter {
  static let name = "CIWhitePointAdjust"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputColor", identity: .white, example: CIColor(red: 1, green: 0.8, blue: 0.6)) var color = CIColor.white

  func matrix(in space: WorkingSpace) -> ColorMatrix { ColorMatrix(Matrix3x3(diagonal: color.light(in: space))) }
}

/// Multiplies by a colour; see `CIFilter.whitePointAdjust()`.
public protocol CIWhitePointAdjust: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// What white becomes; white leaves the image as it is.
  var color: CIColor { get set }
}

extension BuiltInFilter: CIWhitePointAdjust where Definition == WhitePointAdjust {
  var color: CIColor {
    get { definition.color }
    set { definition.color = newValue }
  }
}

extension CIFilter {
  /// Multiplies by a colour, so that white becomes that colour and greys become its shades.
  ///
  /// ## Formula
  /// `rgb * inputColor.rgb`, the colour converted to the working space first; its alpha does not count.
  ///
  /// ## Extended range
  /// Not clamped; components of the colour above 1 brighten.
  ///
  /// ## Alpha
  /// Kept; the same on premultiplied colour.
  ///
  /// ## Keys
  /// - `inputColor`: default and neutral value white.
  public class func whitePointAdjust() -> any CIFilter & CIWhitePointAdjust { BuiltInFilter<WhitePointAdjust>() }
}
