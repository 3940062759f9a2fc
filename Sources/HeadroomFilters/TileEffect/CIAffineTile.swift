internal import Foundation
public import HeadroomGraphics
public import HeadroomImage

/// Repeats the image over the plane and transforms it.
struct AffineTile: CompositeFilter {
  static let name = "CIAffineTile"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .tileEffect, .video]

  @Input("inputTransform", identity: .identity) var transform = CGAffineTransform.identity

  /// The image is repeated even without a transform.
  var isNeutral: Bool { false }

  /// Repeated before the transform, so that interpolation sees the neighbours across a seam.
  func image(from inputs: FilterImages) -> CIImage? { inputs.main?.extended(.repeat).transformed(by: transform) }
}

/// Repeats the image and transforms it; see `CIFilter.affineTile()`.
public protocol CIAffineTile: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The map from the input's to the output's coordinates.
  var transform: CGAffineTransform { get set }
}

extension BuiltInFilter: CIAffineTile where Definition == AffineTile {
  var transform: CGAffineTransform {
    get { definition.transform }
    set { definition.transform = newValue }
  }
}

extension CIFilter {
  /// Repeats the image over the plane and transforms it.
  ///
  /// ## Formula
  /// The image is repeated to all sides, in whole pixels, followed by `transformed(by:)`: each output pixel is sampled
  /// where the inverse maps its centre, across seams as well. Where it shrinks by two or more, the image is halved
  /// first.
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
  public class func affineTile() -> any CIFilter & CIAffineTile { BuiltInFilter<AffineTile>() }
}
