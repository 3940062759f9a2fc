internal import Foundation
public import HeadroomImage
internal import HeadroomPixels

/// The smallest red, green, blue and alpha of a rectangle.
struct AreaMinimum: AreaReduction {
  static let name = "CIAreaMinimum"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .reduction, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect.zero

  var outputSize: (width: Int, height: Int) { (1, 1) }

  func reduction(of region: PixelRect) -> ChannelRange { ChannelRange(region: region, result: .low) }
}

/// The smallest red, green, blue and alpha of a rectangle; see `CIFilter.areaMinimum()`.
public protocol CIAreaMinimum: CIAreaReductionFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIAreaMinimum where Definition == AreaMinimum {}

extension CIFilter {
  /// The smallest red, green, blue and alpha of a rectangle.
  ///
  /// ## Formula
  /// The smallest value of each premultiplied channel by itself over the pixels that `inputExtent`, rounded outwards,
  /// shares with the image. NaN counts as 0.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Extent
  /// One pixel at the origin. No result where this part is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 0 0], in pixels.
  public class func areaMinimum() -> any CIFilter & CIAreaMinimum { BuiltInFilter<AreaMinimum>() }
}
