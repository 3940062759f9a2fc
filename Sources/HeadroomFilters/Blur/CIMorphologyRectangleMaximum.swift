internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Replaces every channel by its largest value in a rectangle around the pixel.
struct MorphologyRectangleMaximum: FilterDefinition {
  static let name = "CIMorphologyRectangleMaximum"
  static let introduced = FilterAvailability(iOS: "13.0", macOS: "10.15")
  static let categories: [FilterCategory] = [.blur, .highDynamicRange, .stillImage, .video]

  @Input("inputWidth", type: .integer, minimum: 1, honored: 1...400_000, slider: 1...49, identity: 1) var width: Float =
    5
  @Input("inputHeight", type: .integer, minimum: 1, honored: 1...400_000, slider: 1...49, identity: 1) var height:
    Float = 5

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.extreme(.largest, ofRectangle: width, height, isGrown: true)
  }
}

/// Replaces every channel by its largest value in a rectangle; see `CIFilter.morphologyRectangleMaximum()`.
public protocol CIMorphologyRectangleMaximum: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The width of the rectangle in pixels, 1 or more, rounded to an odd number.
  var width: Float { get set }
  /// The height of the rectangle in pixels, 1 or more, rounded to an odd number.
  var height: Float { get set }
}

extension BuiltInFilter: CIMorphologyRectangleMaximum where Definition == MorphologyRectangleMaximum {
  var width: Float {
    get { definition.width }
    set { definition.width = newValue }
  }
  var height: Float {
    get { definition.height }
    set { definition.height = newValue }
  }
}

extension CIFilter {
  /// Replaces every channel by its largest value in a rectangle around the pixel.
  ///
  /// ## Formula
  /// The maximum over a rectangle, per channel; its sides are the odd numbers nearest to `inputWidth` and
  /// `inputHeight`, of two that are equally near, the larger. A rectangle of one pixel leaves the image as it is. NaN
  /// counts as 0.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike. Outside its extent the image is transparent, and transparent pixels count.
  ///
  /// ## Extent
  /// Grows by half the rectangle on each side. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputWidth`, `inputHeight`: default 5, 1 or more, neutral value 1, in pixels.
  public class func morphologyRectangleMaximum() -> any CIFilter & CIMorphologyRectangleMaximum {
    BuiltInFilter<MorphologyRectangleMaximum>()
  }
}
