internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// How often each brightness occurs in a rectangle, by stops.
struct AreaLogarithmicHistogram: AreaReduction {
  static let name = "CIAreaLogarithmicHistogram"
  static let introduced = FilterAvailability(iOS: "16.0", macOS: "13.0")
  static let categories: [FilterCategory] = [.highDynamicRange, .reduction, .stillImage, .video]

  @Input("inputExtent") var extent = CGRect.zero
  @Input("inputScale", minimum: 0, slider: 0...1) var scale: Float = 1
  @Input("inputCount", type: .scalar, minimum: 1, maximum: 2048, slider: 10...1000) var count: Int = 64
  @Input("inputMinimumStop", slider: -12 ... -4, unit: .stops) var minimumStop: Float = -10
  @Input("inputMaximumStop", slider: 0...8, unit: .stops) var maximumStop: Float = 4

  var outputSize: (width: Int, height: Int) { (count, 1) }

  func reduction(of region: PixelRect) -> StopCounts {
    StopCounts(region: region, count: count, minimumStop: minimumStop, maximumStop: maximumStop, scale: scale)
  }
}

/// Counts of pixels by stops.
struct StopCounts: ReductionImplementation {
  let region: PixelRect
  let count: Int
  let minimumStop: Float
  let maximumStop: Float
  let scale: Float

  var fingerprint: Fingerprint {
    Fingerprint(
      "logarithmic histogram",
      region.fingerprint + [Double(count), Double(minimumStop), Double(maximumStop), Double(scale)])
  }

  func peak(of inputs: [Float?]) -> Float? { scale }

  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  func makePartial() -> BinCounts { BinCounts(count: count) }

  func accumulate(_ rows: RowPointers, count width: Int, x: Int, y: Int, into partial: inout BinCounts) {
    let perStop = Float(count) / max(maximumStop - minimumStop, 1e-6)
    for plane in 0..<3 {
      let row = unsafe rows.plane(plane)
      // Values at and below 0 give minus infinity and NaN, which go into the first bin.
      partial.add(channel: plane, pixels: width) { unsafe (log2Fast(row[$0]) - minimumStop) * perStop }
    }
    let (alpha, factor) = unsafe (rows.a, Float(count))
    partial.add(channel: 3, pixels: width) { unsafe alpha[$0] * factor }
  }

  func merge(_ other: BinCounts, into partial: inout BinCounts) { partial.merge(other) }

  func finish(_ partial: BinCounts, pixelCount: Int) -> [Pixel] {
    let share = Double(scale) / Double(region.area)
    func bin(_ plane: Int, _ index: Int) -> Float { Float(Double(partial.total(plane, index)) * share) }
    return (0..<count).map { Pixel(r: bin(0, $0), g: bin(1, $0), b: bin(2, $0), a: bin(3, $0)) }
  }

  func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
    var result = [Pixel](repeating: .clear, count: count)
    let share = scale / Float(region.area)
    let range = Double(maximumStop) - Double(minimumStop)
    func bin(_ position: Double) -> Int {
      position > 0 ? min(Int(min(position * Double(count), Double(count))), count - 1) : 0
    }
    func colorBin(_ value: Float) -> Int { bin((log2(Double(value)) - Double(minimumStop)) / max(range, 1e-6)) }
    for pixel in pixels {
      result[colorBin(pixel.r)].r += share
      result[colorBin(pixel.g)].g += share
      result[colorBin(pixel.b)].b += share
      result[bin(Double(pixel.a))].a += share
    }
    return result
  }
}

/// How often each brightness occurs, by stops; see `CIFilter.areaLogarithmicHistogram()`.
public protocol CIAreaLogarithmicHistogram: CIAreaReductionFilter {
  /// The sum of a channel's bins, 0 or more.
  var scale: Float { get set }
  /// How many bins, 1...2048.
  var count: Int { get set }
  /// The stop where the first bin starts; 0 is reference white.
  var minimumStop: Float { get set }
  /// The stop where the last bin ends.
  var maximumStop: Float { get set }
}

extension BuiltInFilter: CIAreaLogarithmicHistogram where Definition == AreaLogarithmicHistogram {
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
  var count: Int {
    get { definition.count }
    set { definition.count = newValue }
  }
  var minimumStop: Float {
    get { definition.minimumStop }
    set { definition.minimumStop = newValue }
  }
  var maximumStop: Float {
    get { definition.maximumStop }
    set { definition.maximumStop = newValue }
  }
}

extension CIFilter {
  /// How often each brightness occurs in a rectangle, by stops.
  ///
  /// ## Formula
  /// A pixel's bin is `floor(inputCount * u)` with `u = (log2(v) - inputMinimumStop) / (inputMaximumStop -
  /// inputMinimumStop)` for red, green and blue; 0 and less go into the first bin, values above the last stop into the
  /// last. Alpha is binned linearly on 0...1. A bin's value is `inputScale` times its share of all pixels. Values are
  /// premultiplied.
  ///
  /// ## Extended range
  /// Covered by the stops: 4 stops above white is 16 times reference white.
  ///
  /// ## Extent
  /// `inputCount` pixels in a row from the origin. No result where this part is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 0 0], in pixels.
  /// - `inputScale`: default 1, 0 or more.
  /// - `inputCount`: default 64, 1...2048.
  /// - `inputMinimumStop`: default -10, in stops.
  /// - `inputMaximumStop`: default 4, in stops.
  public class func areaLogarithmicHistogram() -> any CIFilter & CIAreaLogarithmicHistogram {
    BuiltInFilter<AreaLogarithmicHistogram>()
  }
}
