internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Scales linear light by a power of two, as a camera's exposure does.
struct ExposureAdjust: ColorMatrixFilter {
  static let name = "CIExposureAdjust"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
  ]

  @Input("inputEV", honored: -149...100, slider: -10...10, unit: .stops, identity: 0, example: 1) var ev: Float = 0

  func matrix(in space: WorkingSpace) -> ColorMatrix { ColorMatrix(gain: Float(exp2(Double(ev)))) }
}

/// Changes exposure; see `CIFilter.exposureAdjust()`.
public protocol CIExposureAdjust: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Exposure change in stops; 0 leaves the image as it is.
  var ev: Float { get set }
}

extension BuiltInFilter: CIExposureAdjust where Definition == ExposureAdjust {
  var ev: Float {
    get { definition.ev }
    set { definition.ev = newValue }
  }
}

extension CIFilter {
  /// Scales linear light by a power of two, as a camera's exposure does.
  ///
  /// ## Formula
  /// `rgb * 2^inputEV`
  ///
  /// ## Extended range
  /// Values above 1 and below 0 are scaled like all others.
  ///
  /// ## Alpha
  /// Kept. A pure gain is the same on premultiplied colour.
  ///
  /// ## Keys
  /// - `inputEV`: default and neutral value 0, in stops; below -149 and above 100 it counts as these.
  public class func exposureAdjust() -> any CIFilter & CIExposureAdjust { BuiltInFilter<ExposureAdjust>() }
}
