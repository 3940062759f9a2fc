internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// The mean of a rectangle.
struct AreaAverage: AreaReduction {
  static let name = "CIAreaAverage"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .reduction, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect.zero

  var outputSize: (width: Int, height: Int) { (1, 1) }

  func reduction(of region: PixelRect) -> Mean { Mean(region: region) }

  struct Mean: ReductionImplementation {
    let region: PixelRect

    var fingerprint: Fingerprint { Fingerprint("mean", region.fingerprint) }

    func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

    func makePartial() -> SIMD4<Double> { .zero }

    func accumulate(_ rows: RowPointers, count: Int, x: Int, y: Int, into partial: inout SIMD4<Double>) {
      unsafe partial += SIMD4(
        RowSum.sum(rows.r, count), RowSum.sum(rows.g, count), RowSum.sum(rows.b, count), RowSum.sum(rows.a, count))
    }

    func merge(_ other: SIMD4<Double>, into partial: inout SIMD4<Double>) { partial += other }

    func finish(_ partial: SIMD4<Double>, pixelCount: Int) -> [Pixel] {
      let mean = partial / Double(region.area)
      return [Pixel(r: Float(mean.x), g: Float(mean.y), b: Float(mean.z), a: Float(mean.w))]
    }

    func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
      func mean(_ value: (Pixel) -> Float) -> Float {
        Float(pixels.map { Double(value($0)) }.filter { !$0.isNaN }.reduce(0, +) / Double(pixels.count))
      }
      return [Pixel(r: mean(\.r), g: mean(\.g), b: mean(\.b), a: mean(\.a))]
    }
  }
}

/// The mean of a rectangle; see `CIFilter.areaAverage()`.
public protocol CIAreaAverage: CIAreaReductionFilter {}

extension BuiltInFilter: CIAreaAverage where Definition == AreaAverage {}

extension CIFilter {
  /// The mean of a rectangle.
  ///
  /// ## Formula
  /// The mean of premultiplied red, green, blue and alpha over the pixels that `inputExtent`, rounded outwards, shares
  /// with the image; sums run in double precision. NaN counts as 0.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Extent
  /// One pixel at the origin. No result where this part is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 0 0], in pixels.
  public class func areaAverage() -> any CIFilter & CIAreaAverage { BuiltInFilter<AreaAverage>() }
}
