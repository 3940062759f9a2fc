internal import Foundation
public import HeadroomGraphics
public import HeadroomImage

/// Transforms the image and repeats its edge pixels without end.
struct AffineClamp: CompositeFilter {
  static let name = "CIAffineClamp"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .tileEffect, .video]

  @Input("inputTransform", identity: .identity) var transform = CGAffineTransform.identity

  /// The edges are repeated even without a transform.
  var isNeutral: Bool { false }

  /// Edges are repeated before the transform: after it, they would hold the transparency that interpolation mixes in.
  func image(from inputs: FilterImages) -> CIImage? { inputs.main?.clampedToExtent().transformed(by: transform) }
}

/// Transforms the image and repeats its edges; see `CIFilter.affineClamp()`.
public protocol CIAffineClamp: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The map from the input's to the output's coordinates.
  var transform: CGAffineTransform { get set }
}

extension BuiltInFilter: CIAffineClamp where Definition == AffineClamp {
  var transform: CGAffineTransform {
    get { definition.transform }
    set { definition.transform = newValue }
  }
}

extension CIFilter {
  /// Transforms the image and repeats its edge pixels without end.
  ///
  /// ## Formula
  /// The same as `clampedToExtent()` followed by `transformed(by:)`: each output pixel is sampled where the inverse
  /// maps its centre, clamped to the centres of the image's pixels.
  ///
  /// ## Extended range
  /// Linear light; interpolation never leaves the range of the pixels.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// Infinite. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputTransform`: default and neutral value [1 0 0 1 0 0].
  public class func affineClamp() -> any CIFilter & CIAffineClamp { BuiltInFilter<AffineClamp>() }
}
