internal import Foundation
public import HeadroomImage
internal import HeadroomPixels

/// How often each value occurs in a rectangle.
struct AreaHistogram: HistogramDefinition {
  static let name = "CIAreaHistogram"
  static let introduced = FilterAvailability(iOS: "8.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.reduction, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect.zero
  @Input("inputScale", minimum: 0, slider: 0...1) var scale: Float = 1
  @Input("inputCount", type: .scalar, minimum: 1, maximum: 2048, slider: 10...1000) var count: Int = 64

  var outputSize: (width: Int, height: Int) { (count, 1) }

  func reduction(of region: PixelRect) -> ValueCounts {
    ValueCounts(region: region, count: count, scale: scale, weighsByAlpha: false)
  }
}

/// How often each value occurs; see `CIFilter.areaHistogram()`.
public protocol CIAreaHistogram: CIAreaReductionFilter {
  /// The sum of a channel's bins, 0 or more.
  var scale: Float { get set }
  /// How many bins, 1...2048.
  var count: Int { get set }
}

/// A definition behind ``CIAreaHistogram``.
protocol HistogramDefinition: AreaReduction {
  var scale: Float { get set }
  var count: Int { get set }
}

extension BuiltInFilter: CIAreaHistogram where Definition: HistogramDefinition {
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
  var count: Int {
    get { definition.count }
    set { definition.count = newValue }
  }
}

extension CIFilter {
  /// How often each value occurs in a rectangle.
  ///
  /// ## Formula
  /// The bin of a value v is `floor(inputCount * v)`, for premultiplied red, green, blue and alpha alike; values below
  /// 0 go into the first, 1 and more into the last. A bin's value is `inputScale` times its share of all pixels that
  /// `inputExtent`, rounded outwards, shares with the image.
  ///
  /// ## Extended range
  /// Light above 1 counts as 1; ``areaLogarithmicHistogram()`` resolves it.
  ///
  /// ## Extent
  /// `inputCount` pixels in a row from the origin. No result where this part is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 0 0], in pixels.
  /// - `inputScale`: default 1, 0 or more.
  /// - `inputCount`: default 64, 1...2048.
  public class func areaHistogram() -> any CIFilter & CIAreaHistogram { BuiltInFilter<AreaHistogram>() }
}
