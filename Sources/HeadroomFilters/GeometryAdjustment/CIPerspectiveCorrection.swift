internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Straightens the part of the image between four points.
struct PerspectiveCorrection: FourCornerDefinition {
  static let name = "CIPerspectiveCorrection"
  static let introduced = FilterAvailability(iOS: "8.0", macOS: "10.10")
  static let categories: [FilterCategory] = [.geometryAdjustment, .highDynamicRange, .stillImage, .video]

  @Input("inputTopLeft") var topLeft = CGPoint(x: 118, y: 484)
  @Input("inputTopRight") var topRight = CGPoint(x: 646, y: 507)
  @Input("inputBottomRight") var bottomRight = CGPoint(x: 548, y: 140)
  @Input("inputBottomLeft") var bottomLeft = CGPoint(x: 155, y: 153)
  @Input("inputCrop", minimum: 0, maximum: 1) var crop = true

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    if image.extent.isNull || image.extent.isEmpty { return image }
    func length(_ from: CGPoint, _ to: CGPoint) -> Double { hypot(Double(to.x - from.x), Double(to.y - from.y)) }
    let width = ((length(topLeft, topRight) + length(bottomLeft, bottomRight)) / 2).rounded()
    let height = ((length(topLeft, bottomLeft) + length(topRight, bottomRight)) / 2).rounded()
    if width < 1 || height < 1 || width > 1e6 || height > 1e6 { return .empty() }
    guard
      let map = PerspectiveMap(
        straightening: bottomLeft, bottomRight: bottomRight, topRight: topRight, topLeft: topLeft,
        to: CGSize(width: width, height: height), picture: PixelRect(enclosing: image.extent))
    else { return .empty() }
    let rectangle = CGRect(x: 0, y: 0, width: width, height: height)
    if crop || image.extent.isUnbounded { return image.appending(warp: map, extent: rectangle) }
    let middle = map.source(x: Float(width / 2), y: Float(height / 2))
    let bounds = map.bounds(of: image.extent, around: CGPoint(x: CGFloat(middle.x), y: CGFloat(middle.y)))
    return bounds.isNull ? .empty() : image.appending(warp: map, extent: bounds)
  }
}

/// Straightens the part of the image between four points; see `CIFilter.perspectiveCorrection()`.
public protocol CIPerspectiveCorrection: CIFourCoordinateGeometryFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Whether the part outside the four points is cropped.
  var crop: Bool { get set }
}

extension BuiltInFilter: CIPerspectiveCorrection where Definition == PerspectiveCorrection {
  var crop: Bool {
    get { definition.crop }
    set { definition.crop = newValue }
  }
}

extension CIFilter {
  /// Straightens the part of the image between four points.
  ///
  /// ## Formula
  /// The homography that takes a rectangle at the origin to the four points: its width is the mean of the lengths of
  /// the upper and the lower side, its height that of the left and the right side, rounded. Each pixel is sampled
  /// bilinearly where it takes the pixel's centre. Core Image does not publish the rule for the size.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The rectangle; without `inputCrop` all of the image, up to where it appears ten times as large as the middle.
  /// Points on one line give an empty image. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputTopLeft`: default [118 484], in pixels.
  /// - `inputTopRight`: default [646 507], in pixels.
  /// - `inputBottomRight`: default [548 140], in pixels.
  /// - `inputBottomLeft`: default [155 153], in pixels.
  /// - `inputCrop`: default true.
  public class func perspectiveCorrection() -> any CIFilter & CIPerspectiveCorrection {
    BuiltInFilter<PerspectiveCorrection>()
  }
}
