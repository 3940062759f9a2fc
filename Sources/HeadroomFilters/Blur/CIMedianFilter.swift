internal import Foundation
public import HeadroomImage

/// Replaces every channel by the middle one of nine values.
struct MedianFilter: FilterDefinition {
  static let name = "CIMedianFilter"
  static let displayName = "Median"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.blur, .highDynamicRange, .stillImage, .video]

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.applyingNeighbourhood(growth: 0) { MedianOfWindow(reach: 1, edge: $0) }
  }
}

/// Replaces every channel by the middle one of nine values; see `CIFilter.median()`.
public protocol CIMedian: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIMedian where Definition == MedianFilter {}

extension CIFilter {
  /// Replaces every channel by the middle one of nine values: removes single bright and dark pixels and keeps edges.
  ///
  /// ## Formula
  /// The median of the pixel and its eight neighbours, per channel. NaN counts as 0.
  ///
  /// ## Extended range
  /// Linear light, not clamped: only the order of values counts.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike. Outside its extent the image is transparent, and transparent pixels count.
  ///
  /// ## Extent
  /// That of the image. Colour space and content headroom are kept.
  public class func median() -> any CIFilter & CIMedian { BuiltInFilter<MedianFilter>() }
}
