internal import Foundation
public import HeadroomImage
internal import HeadroomPixels

/// The pixel of a rectangle with the largest alpha.
struct AreaMaximumAlpha: AreaReduction {
  static let name = "CIAreaMaximumAlpha"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .reduction, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect.zero

  var outputSize: (width: Int, height: Int) { (1, 1) }

  func reduction(of region: PixelRect) -> AlphaExtreme { AlphaExtreme(region: region, isLargest: true) }
}

/// The pixel of a rectangle with the largest alpha; see `CIFilter.areaMaximumAlpha()`.
public protocol CIAreaMaximumAlpha: CIAreaReductionFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIAreaMaximumAlpha where Definition == AreaMaximumAlpha {}

extension CIFilter {
  /// The pixel of a rectangle with the largest alpha.
  ///
  /// ## Formula
  /// The premultiplied pixel with the largest alpha among those that `inputExtent`, rounded outwards, shares with the
  /// image; of several such pixels the lowest, and in a row the leftmost. NaN counts as 0.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Extent
  /// One pixel at the origin. No result where this part is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 0 0], in pixels.
  public class func areaMaximumAlpha() -> any CIFilter & CIAreaMaximumAlpha { BuiltInFilter<AreaMaximumAlpha>() }
}
