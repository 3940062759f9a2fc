public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Moves the corners of a part of the image to four points, as a plane seen in perspective.
struct PerspectiveTransformWithExtent: FourCornerDefinition {
  static let name = "CIPerspectiveTransformWithExtent"
  static let displayName = "Perspective Transform with Extent"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.geometryAdjustment, .highDynamicRange, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect(x: 0, y: 0, width: 300, height: 300)
  @Input("inputTopLeft") var topLeft = CGPoint(x: 118, y: 484)
  @Input("inputTopRight") var topRight = CGPoint(x: 646, y: 507)
  @Input("inputBottomRight") var bottomRight = CGPoint(x: 548, y: 140)
  @Input("inputBottomLeft") var bottomLeft = CGPoint(x: 155, y: 153)

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    if extent.isUnbounded { return nil }
    if extent.isNull || extent.isEmpty { return .empty() }
    guard
      let map = PerspectiveMap(
        of: extent, toBottomLeft: bottomLeft, bottomRight: bottomRight, topRight: topRight, topLeft: topLeft)
    else { return .empty() }
    let bounds = CGRect.enclosing([topLeft, topRight, bottomRight, bottomLeft])
    return image.cropped(to: extent).appending(warp: map, extent: PixelRect(enclosing: bounds).cgRect)
  }
}

/// Moves the corners of a part of the image to four points, as a plane seen in perspective; see
/// `CIFilter.perspectiveTransformWithExtent()`.
public protocol CIPerspectiveTransformWithExtent: CIFourCoordinateGeometryFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The part of the image that is moved.
  var extent: CGRect { get set }
}

extension BuiltInFilter: CIPerspectiveTransformWithExtent where Definition == PerspectiveTransformWithExtent {
  var extent: CGRect {
    get { definition.extent }
    set { definition.extent = newValue }
  }
}

extension CIFilter {
  /// Moves the corners of a part of the image to four points, as a plane seen in perspective.
  ///
  /// ## Formula
  /// The same as ``perspectiveTransform()`` of the image cropped to `inputExtent`, with the corners of that rectangle.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The integral bounding box of the four points. An infinite rectangle gives no result; an empty one, or points on
  /// one line, give an empty image. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 300 300], in pixels.
  /// - `inputTopLeft`: default [118 484], in pixels.
  /// - `inputTopRight`: default [646 507], in pixels.
  /// - `inputBottomRight`: default [548 140], in pixels.
  /// - `inputBottomLeft`: default [155 153], in pixels.
  public class func perspectiveTransformWithExtent() -> any CIFilter & CIPerspectiveTransformWithExtent {
    BuiltInFilter<PerspectiveTransformWithExtent>()
  }
}
