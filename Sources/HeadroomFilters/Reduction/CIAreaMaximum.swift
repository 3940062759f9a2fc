internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// The largest red, green, blue and alpha of a rectangle.
struct AreaMaximum: AreaReduction {
  static let name = "CIAreaMaximum"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .reduction, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect.zero

  var outputSize: (width: Int, height: Int) { (1, 1) }

  func reduction(of region: PixelRect) -> Maximum { Maximum(region: region) }

  struct Maximum: ReductionImplementation {
    let region: PixelRect

    var fingerprint: Fingerprint { Fingerprint("maximum", region.fingerprint) }

    func makePartial() -> ColumnMaxima { ColumnMaxima() }

    func accumulate(_ rows: RowPointers, count: Int, x: Int, y: Int, into partial: inout ColumnMaxima) {
      unsafe partial.add(rows, count: count)
    }

    func merge(_ other: ColumnMaxima, into partial: inout ColumnMaxima) { partial.merge(other) }

    func finish(_ partial: ColumnMaxima, pixelCount: Int) -> [Pixel] { [partial.largest] }

    func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
      func maximum(_ value: (Pixel) -> Float) -> Float {
        pixels.map { value($0).isNaN ? 0 : value($0) }.max() ?? 0
      }
      return [Pixel(r: maximum(\.r), g: maximum(\.g), b: maximum(\.b), a: maximum(\.a))]
    }
  }
}

/// The largest of each component of a rectangle; see `CIFilter.areaMaximum()`.
public protocol CIAreaMaximum: CIAreaReductionFilter {}

extension BuiltInFilter: CIAreaMaximum where Definition == AreaMaximum {}

extension CIFilter {
  /// The largest red, green, blue and alpha of a rectangle.
  ///
  /// ## Formula
  /// Each component's maximum over the pixels that `inputExtent`, rounded outwards, shares with the image;
  /// premultiplied. NaN counts as 0.
  ///
  /// ## Extended range
  /// Exact for any number.
  ///
  /// ## Extent
  /// One pixel at the origin. No result where this part is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 0 0], in pixels.
  public class func areaMaximum() -> any CIFilter & CIAreaMaximum { BuiltInFilter<AreaMaximum>() }
}
