internal import Foundation
public import HeadroomImage
internal import HeadroomPixels

/// The pixel of a rectangle with the smallest alpha.
struct AreaMinimumAlpha: AreaReduction {
  static let name = "CIAreaMinimumAlpha"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .reduction, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect.zero

  var outputSize: (width: Int, height: Int) { (1, 1) }

  func reduction(of region: PixelRect) -> AlphaExtreme { AlphaExtreme(region: region, isLargest: false) }
}

/// The pixel of a rectangle with the smallest alpha; see `CIFilter.areaMinimumAlpha()`.
public protocol CIAreaMinimumAlpha: CIAreaReductionFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIAreaMinimumAlpha where Definition == AreaMinimumAlpha {}

extension CIFilter {
  /// The pixel of a rectangle with the smallest alpha.
  ///
  /// ## Formula
  /// The premultiplied pixel with the smallest alpha among those that `inputExtent`, rounded outwards, shares with the
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
  public class func areaMinimumAlpha() -> any CIFilter & CIAreaMinimumAlpha { BuiltInFilter<AreaMinimumAlpha>() }
}
