internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Replaces every channel by its smallest value in a disc around the pixel.
struct MorphologyMinimum: FilterDefinition {
  static let name = "CIMorphologyMinimum"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [.blur, .highDynamicRange, .stillImage, .video]

  @Input("inputRadius", type: .distance, honored: 0...200_000, slider: 0...50, identity: 0, example: 5)
  var radius: Float = 0

  var isNeutral: Bool { radius < 0.75 }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.extreme(.smallest, ofDisc: Double(radius), isGrown: false)
  }
}

/// Replaces every channel by its smallest value in a disc around the pixel; see `CIFilter.morphologyMinimum()`.
public protocol CIMorphologyMinimum: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The radius of the disc in pixels, 0 or more; 0 leaves the image as it is.
  var radius: Float { get set }
}

extension BuiltInFilter: CIMorphologyMinimum where Definition == MorphologyMinimum {
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// Replaces every channel by its smallest value in a disc around the pixel.
  ///
  /// ## Formula
  /// The minimum over a disc,
  /// per channel. Pixels of the disc lie within `inputRadius` + 0.25 of its centre: a radius of 1 holds the four
  /// neighbours. Below a radius of 0.75 the image stays as it is. NaN counts as 0.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike. Outside its extent the image is transparent, and transparent pixels count,
  /// so edges are eaten away; use `clampedToExtent()` before and `cropped(to:)` after where they should stay.
  ///
  /// ## Extent
  /// That of the image. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputRadius`: default 0, 0 or more, neutral value 0, in pixels; beyond 200,000 it counts as that.
  public class func morphologyMinimum() -> any CIFilter & CIMorphologyMinimum { BuiltInFilter<MorphologyMinimum>() }
}
