internal import Foundation
public import HeadroomImage
internal import HeadroomPixels

/// The smallest and the largest red, green, blue and alpha of a rectangle.
struct AreaMinMax: AreaReduction {
  static let name = "CIAreaMinMax"
  static let displayName = "Area Min and Max"
  static let introduced = FilterAvailability(iOS: "12.0", macOS: "10.14")
  static let categories: [FilterCategory] = [.highDynamicRange, .reduction, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect.zero

  var outputSize: (width: Int, height: Int) { (2, 1) }

  func reduction(of region: PixelRect) -> ChannelRange { ChannelRange(region: region, result: .both) }
}

/// The smallest and the largest red, green, blue and alpha of a rectangle; see `CIFilter.areaMinMax()`.
public protocol CIAreaMinMax: CIAreaReductionFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIAreaMinMax where Definition == AreaMinMax {}

extension CIFilter {
  /// The smallest and the largest red, green, blue and alpha of a rectangle.
  ///
  /// ## Formula
  /// The smallest and the largest value of each premultiplied channel by itself over the pixels that `inputExtent`,
  /// rounded outwards, shares with the image. NaN counts as 0.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Extent
  /// Two pixels side by side from the origin, the smallest values to the left. No result where this part is empty or
  /// infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 0 0], in pixels.
  public class func areaMinMax() -> any CIFilter & CIAreaMinMax { BuiltInFilter<AreaMinMax>() }
}
