internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Moves the corners of the image to four points, as a plane seen in perspective.
struct PerspectiveTransform: FourCornerDefinition {
  static let name = "CIPerspectiveTransform"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.geometryAdjustment, .highDynamicRange, .stillImage, .video]

  @Input("inputTopLeft") var topLeft = CGPoint(x: 118, y: 484)
  @Input("inputTopRight") var topRight = CGPoint(x: 646, y: 507)
  @Input("inputBottomRight") var bottomRight = CGPoint(x: 548, y: 140)
  @Input("inputBottomLeft") var bottomLeft = CGPoint(x: 155, y: 153)

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, !image.extent.isUnbounded else { return nil }
    if image.extent.isNull || image.extent.isEmpty { return image }
    guard
      let map = PerspectiveMap(
        of: image.extent, toBottomLeft: bottomLeft, bottomRight: bottomRight, topRight: topRight, topLeft: topLeft)
    else { return .empty() }
    let bounds = CGRect.enclosing([topLeft, topRight, bottomRight, bottomLeft])
    return image.appending(warp: map, extent: PixelRect(enclosing: bounds).cgRect)
  }
}

/// Moves the corners of the image to four points; see `CIFilter.perspectiveTransform()`.
public protocol CIPerspectiveTransform: CIFourCoordinateGeometryFilter {}

extension BuiltInFilter: CIPerspectiveTransform where Definition == PerspectiveTransform {}

extension CIFilter {
  /// Moves the corners of the image to four points, as a plane seen in perspective.
  ///
  /// ## Formula
  /// The homography that takes the corners of the extent to the points; each output pixel is sampled bilinearly where
  /// its inverse takes the pixel's centre. Everything behind the horizon is transparent.
  ///
  /// ## Extended range
  /// Linear light; interpolation never leaves the range of the pixels.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The integral bounding box of the four points. An infinite image has no corners: the result is nil. Points on one
  /// line give an empty image. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputTopLeft`: default [118 484], in pixels.
  /// - `inputTopRight`: default [646 507], in pixels.
  /// - `inputBottomRight`: default [548 140], in pixels.
  /// - `inputBottomLeft`: default [155 153], in pixels.
  public class func perspectiveTransform() -> any CIFilter & CIPerspectiveTransform {
    BuiltInFilter<PerspectiveTransform>()
  }
}
