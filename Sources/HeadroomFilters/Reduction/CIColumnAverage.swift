internal import Foundation
public import HeadroomImage
internal import HeadroomPixels

/// The mean of every column of a rectangle.
struct ColumnAverage: AreaReduction {
  static let name = "CIColumnAverage"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .reduction, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect.zero

  var outputSize: (width: Int, height: Int) { (1, 1) }

  func image(from inputs: FilterImages) -> CIImage? { lineMeans(of: inputs.main, .columns) }
  func reduction(of region: PixelRect) -> LineMeans { LineMeans(region: region, lines: .columns) }
}

/// The mean of every column of a rectangle; see `CIFilter.columnAverage()`.
public protocol CIColumnAverage: CIAreaReductionFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIColumnAverage where Definition == ColumnAverage {}

extension CIFilter {
  /// The mean of every column of a rectangle.
  ///
  /// ## Formula
  /// The mean of each premultiplied channel over the pixels of a column that `inputExtent`, rounded outwards, shares
  /// with the image, from left to right. Sums run in double precision. NaN counts as 0.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Extent
  /// As many pixels in a row from the origin as the rectangle is wide. No result where this part is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 0 0], in pixels.
  public class func columnAverage() -> any CIFilter & CIColumnAverage { BuiltInFilter<ColumnAverage>() }
}
