internal import Foundation
public import HeadroomImage
internal import HeadroomPixels

/// How often each value occurs in a rectangle, weighted by alpha.
struct AreaAlphaWeightedHistogram: HistogramDefinition {
  static let name = "CIAreaAlphaWeightedHistogram"
  static let introduced = FilterAvailability(iOS: "18.0", macOS: "15.0")
  static let categories: [FilterCategory] = [.reduction, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect.zero
  @Input("inputScale", minimum: 0, slider: 0...1) var scale: Float = 1
  @Input("inputCount", type: .scalar, minimum: 1, maximum: 2048, slider: 10...1000) var count: Int = 64

  var outputSize: (width: Int, height: Int) { (count, 1) }

  func reduction(of region: PixelRect) -> ValueCounts {
    ValueCounts(region: region, count: count, scale: scale, weighsByAlpha: true)
  }
}

extension CIFilter {
  /// How often each value occurs in a rectangle, weighted by alpha.
  ///
  /// ## Formula
  /// The bin of a value v is `floor(inputCount * v)`, for unpremultiplied red, green and blue; values below 0 go into
  /// the first, 1 and more into the last. A bin's value is `inputScale` times the sum of its pixels' alpha over that of
  /// all pixels that `inputExtent`, rounded outwards, shares with the image. In the alpha channel every pixel counts 1.
  ///
  /// ## Extended range
  /// Light above 1 counts as 1.
  ///
  /// ## Extent
  /// `inputCount` pixels in a row from the origin. No result where this part is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 0 0], in pixels.
  /// - `inputScale`: default 1, 0 or more.
  /// - `inputCount`: default 64, 1...2048.
  public class func areaAlphaWeightedHistogram() -> any CIFilter & CIAreaHistogram {
    BuiltInFilter<AreaAlphaWeightedHistogram>()
  }
}
