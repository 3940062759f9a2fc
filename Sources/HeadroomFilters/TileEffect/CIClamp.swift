internal import Foundation
internal import HeadroomImage

/// Crops the image to a rectangle and repeats its edge without end.
///
/// ## Formula
/// The same as `clamped(to:)`: the pixels in the rectangle, and beyond it the nearest of them.
///
/// ## Extended range
/// Pixels stay as they are.
///
/// ## Alpha
/// Premultiplied colour and alpha alike.
///
/// ## Extent
/// Infinite; an empty rectangle gives an empty image. Colour space and content headroom are kept.
struct Clamp: CompositeFilter {
  static let name = "CIClamp"
  static let introduced = FilterAvailability(iOS: "10.0", macOS: "10.12")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .tileEffect, .video]

  /// The rectangle whose edge is repeated, in pixels.
  @Input("inputExtent") var extent = CGRect.zero

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? { inputs.main?.clamped(to: extent) }
}
