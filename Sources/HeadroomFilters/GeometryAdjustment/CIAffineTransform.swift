internal import Foundation
internal import HeadroomGraphics
internal import HeadroomImage

/// Moves, turns, scales or slants the image.
///
/// ## Formula
/// Each output pixel is sampled where the inverse of `inputTransform` takes its centre: bilinearly, or nearest after
/// `samplingNearest()`. Moves by whole pixels are exact copies. The same as `transformed(by:)`.
///
/// ## Extended range
/// Linear light; interpolation never leaves the range of the pixels.
///
/// ## Alpha
/// Premultiplied colour and alpha alike.
///
/// ## Extent
/// The integral bounding box of the transformed extent. Colour space and content headroom are kept.
struct AffineTransformation: CompositeFilter {
  static let name = "CIAffineTransform"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.geometryAdjustment, .highDynamicRange, .stillImage, .video]

  /// The map from the input's coordinates to the output's.
  @Input("inputTransform", identity: .identity) var transform = CGAffineTransform.identity

  func image(from inputs: FilterImages) -> CIImage? { inputs.main?.transformed(by: transform) }
}
