internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Where in a rectangle red is not 0.
struct AreaBoundsRed: AreaReduction {
  static let name = "CIAreaBoundsRed"
  static let introduced = FilterAvailability(iOS: "18.0", macOS: "15.0")
  static let categories: [FilterCategory] = [.highDynamicRange, .reduction, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect.zero

  var outputSize: (width: Int, height: Int) { (1, 1) }

  func reduction(of region: PixelRect) -> RedBounds { RedBounds(region: region) }

  struct RedBounds: ReductionImplementation {
    let region: PixelRect

    /// Smaller values count as 0.
    static let least: Float = 1e-6

    var fingerprint: Fingerprint { Fingerprint("bounds of red", region.fingerprint) }

    func peak(of inputs: [Float?]) -> Float? { 1 }
    func isOpaque(_ inputs: [Bool]) -> Bool { false }
    func makePartial() -> PixelRect { .empty }

    func accumulate(_ rows: RowPointers, count: Int, x: Int, y: Int, into partial: inout PixelRect) {
      let row = unsafe rows.r
      guard let first = (0..<count).first(where: { unsafe abs(row[$0]) > Self.least }),
        let last = (first..<count).last(where: { unsafe abs(row[$0]) > Self.least })
      else { return }
      partial = partial.union(PixelRect(minX: x + first, minY: y, maxX: x + last + 1, maxY: y + 1))
    }

    func merge(_ other: PixelRect, into partial: inout PixelRect) { partial = partial.union(other) }

    func finish(_ partial: PixelRect, pixelCount: Int) -> [Pixel] {
      let (width, height) = (Float(region.width), Float(region.height))
      return [
        Pixel(
          r: Float(partial.isEmpty ? 0 : partial.minX - region.minX) / width,
          g: Float(partial.isEmpty ? 0 : partial.minY - region.minY) / height, b: Float(partial.width) / width,
          a: Float(partial.height) / height)
      ]
    }

    func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
      let places = pixels.indices.filter { abs(pixels[$0].r) > Self.least }
      let (columns, rows) = (places.map { $0 % region.width }, places.map { $0 / region.width })
      guard let left = columns.min(), let right = columns.max(), let bottom = rows.min(), let top = rows.max() else {
        return [.clear]
      }
      let (width, height) = (Float(region.width), Float(region.height))
      return [
        Pixel(
          r: Float(left) / width, g: Float(bottom) / height, b: Float(right + 1 - left) / width,
          a: Float(top + 1 - bottom) / height)
      ]
    }
  }
}

/// Where in a rectangle red is not 0; see `CIFilter.areaBoundsRed()`.
public protocol CIAreaBoundsRed: CIAreaReductionFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIAreaBoundsRed where Definition == AreaBoundsRed {}

extension CIFilter {
  /// Where in a rectangle red is not 0.
  ///
  /// ## Formula
  /// The smallest rectangle around the pixels whose premultiplied red is further than 1e-6 from 0, as x, y, width and
  /// height in red, green, blue and alpha: shares of the part of `inputExtent`, rounded outwards, that lies in the
  /// image, from its lower left corner. All are 0 where there is no such pixel.
  ///
  /// ## Extended range
  /// Any amount of red counts, also below 0.
  ///
  /// ## Extent
  /// One pixel at the origin. No result where this part is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 0 0], in pixels.
  public class func areaBoundsRed() -> any CIFilter & CIAreaBoundsRed { BuiltInFilter<AreaBoundsRed>() }
}
