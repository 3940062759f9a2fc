internal import Foundation
public import HeadroomImage
internal import HeadroomPixels

/// The smallest and the largest red of a rectangle.
struct AreaMinMaxRed: AreaReduction {
  static let name = "CIAreaMinMaxRed"
  static let displayName = "Area Min and Max Red"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [.highDynamicRange, .reduction, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect.zero

  var outputSize: (width: Int, height: Int) { (1, 1) }

  func reduction(of region: PixelRect) -> ChannelRange { ChannelRange(region: region, result: .redRange) }
}

/// The smallest and the largest red of a rectangle; see `CIFilter.areaMinMaxRed()`.
public protocol CIAreaMinMaxRed: CIAreaReductionFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIAreaMinMaxRed where Definition == AreaMinMaxRed {}

extension CIFilter {
  /// The smallest and the largest red of a rectangle.
  ///
  /// ## Formula
  /// Red is the smallest, green the largest premultiplied red over the pixels that `inputExtent`, rounded outwards,
  /// shares with the image; blue is 0, alpha 1. NaN counts as 0.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Extent
  /// One pixel at the origin. No result where this part is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 0 0], in pixels.
  public class func areaMinMaxRed() -> any CIFilter & CIAreaMinMaxRed { BuiltInFilter<AreaMinMaxRed>() }
}
