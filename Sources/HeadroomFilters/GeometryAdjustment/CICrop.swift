internal import Foundation
internal import HeadroomGraphics
internal import HeadroomImage

/// Keeps the part of the image inside a rectangle.
///
/// ## Formula
/// The same as `cropped(to:)`: exact. Pixels that a fractional rectangle covers in part are kept whole.
///
/// ## Extended range
/// Pixels stay as they are.
///
/// ## Alpha
/// Transparent outside.
///
/// ## Extent
/// The intersection; an empty one gives an empty image. Colour space and content headroom are kept.
struct Crop: CompositeFilter {
  static let name = "CICrop"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.geometryAdjustment, .highDynamicRange, .stillImage, .video]

  /// What to keep, in pixels.
  @Input("inputRectangle", identity: .infinite) var rectangle = CGRect.infinite

  func image(from inputs: FilterImages) -> CIImage? { inputs.main?.cropped(to: rectangle) }
}
