internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// The mean and the largest red of a rectangle.
struct AreaAverageMaximumRed: AreaReduction {
  static let name = "CIAreaAverageMaximumRed"
  static let displayName = "Area Average and Maximum Red"
  static let introduced = FilterAvailability(iOS: "26.0", macOS: "26.0")
  static let categories: [FilterCategory] = [.highDynamicRange, .reduction, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect.zero

  var outputSize: (width: Int, height: Int) { (1, 1) }

  func reduction(of region: PixelRect) -> MeanAndMaximum { MeanAndMaximum(region: region) }

  struct MeanAndMaximum: ReductionImplementation {
    let region: PixelRect

    var fingerprint: Fingerprint { Fingerprint("mean and maximum of red", region.fingerprint) }

    func isOpaque(_ inputs: [Bool]) -> Bool { true }
    func makePartial() -> (sum: Double, largest: Float) { (0, -.infinity) }

    func accumulate(
      _ rows: RowPointers, count: Int, x: Int, y: Int, into partial: inout (sum: Double, largest: Float)
    ) {
      unsafe partial.sum += RowSum.sum(rows.r, count)
      unsafe partial.largest = max(partial.largest, RowRange.range(rows.r, count).high)
    }

    func merge(_ other: (sum: Double, largest: Float), into partial: inout (sum: Double, largest: Float)) {
      partial = (partial.sum + other.sum, max(partial.largest, other.largest))
    }

    func finish(_ partial: (sum: Double, largest: Float), pixelCount: Int) -> [Pixel] {
      [Pixel(r: Float(partial.sum / Double(region.area)), g: partial.largest, b: 0, a: 1)]
    }

    func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
      let reds = pixels.map { $0.r.isNaN ? 0 : Double($0.r) }
      return [Pixel(r: Float(reds.reduce(0, +) / Double(reds.count)), g: Float(reds.max() ?? 0), b: 0, a: 1)]
    }
  }
}

/// The mean and the largest red of a rectangle; see `CIFilter.areaAverageMaximumRed()`.
public protocol CIAreaAverageMaximumRed: CIAreaReductionFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIAreaAverageMaximumRed where Definition == AreaAverageMaximumRed {}

extension CIFilter {
  /// The mean and the largest red of a rectangle.
  ///
  /// ## Formula
  /// Red is the mean, green the largest premultiplied red over the pixels that `inputExtent`, rounded outwards,
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
  public class func areaAverageMaximumRed() -> any CIFilter & CIAreaAverageMaximumRed {
    BuiltInFilter<AreaAverageMaximumRed>()
  }
}
