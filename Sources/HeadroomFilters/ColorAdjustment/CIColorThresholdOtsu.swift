internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Makes each component 1 or 0, with the thresholds that separate the picture best.
struct ColorThresholdOtsu: FilterDefinition, ParameterPointImplementation {
  static let name = "CIColorThresholdOtsu"
  static let introduced = FilterAvailability(iOS: "14.0", macOS: "11.0")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  var isNeutral: Bool { false }
  var alphaRule: AlphaRule { .straight }
  var parameterCount: Int { 1 }

  /// The thresholds are a reduction of the picture; a point operation reads them and applies them.
  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let region = PixelRect(enclosing: image.node.extent)
    guard !region.isEmpty, !region.isInfinite else { return nil }
    let thresholds = image.appending(
      reduction: OtsuThresholds(region: region), extent: CGRect(x: 0, y: 0, width: 1, height: 1))
    return image.appending(point: self, with: [thresholds], extent: image.node.extent)
  }

  func peak(of inputs: [Float?]) -> Float? { 1 }

  func makeStage(in space: WorkingSpace, parameters: [ParameterPixels]) -> RowStage {
    let thresholds = parameters.first?.pixels.first ?? .clear
    return RowStage(kernel: ColorThreshold.Step(r: thresholds.r, g: thresholds.g, b: thresholds.b))
  }

  func evaluate(
    _ pixels: [Pixel], parameters: [ParameterPixels], x: Float, y: Float, in space: WorkingSpace
  ) -> Pixel {
    let (p, t) = (pixels[0], parameters.first?.pixels.first ?? .clear)
    func step(_ value: Float, _ threshold: Float) -> Float { value > threshold ? 1 : 0 }
    return Pixel(r: step(p.r, t.r), g: step(p.g, t.g), b: step(p.b, t.b), a: p.a)
  }
}

/// For each channel the threshold that separates its histogram best.
///
/// Otsu, "A Threshold Selection Method from Gray-Level Histograms", IEEE Trans. SMC 9, 1979.
struct OtsuThresholds: ReductionImplementation {
  static let binCount = 256
  let region: PixelRect

  var fingerprint: Fingerprint { Fingerprint("Otsu's thresholds", region.fingerprint) }

  func peak(of inputs: [Float?]) -> Float? { 1 }
  func isOpaque(_ inputs: [Bool]) -> Bool { true }

  /// Bins of red, then green, then blue.
  func makePartial() -> [Int] { [Int](repeating: 0, count: 3 * Self.binCount) }

  func accumulate(_ rows: RowPointers, count: Int, x: Int, y: Int, into partial: inout [Int]) {
    for i in 0..<count {
      let alpha = unsafe rows.a[i]
      guard alpha > 0 else { continue }
      let perAlpha = 1 / alpha
      unsafe partial[Self.bin(rows.r[i] * perAlpha)] += 1
      unsafe partial[Self.binCount + Self.bin(rows.g[i] * perAlpha)] += 1
      unsafe partial[2 * Self.binCount + Self.bin(rows.b[i] * perAlpha)] += 1
    }
  }

  private static func bin(_ value: Float) -> Int {
    let position = value * Float(binCount)
    return position > 0 ? (position < Float(binCount) ? Int(position) : binCount - 1) : 0
  }

  func merge(_ other: [Int], into partial: inout [Int]) {
    for index in partial.indices { partial[index] += other[index] }
  }

  func finish(_ partial: [Int], pixelCount: Int) -> [Pixel] {
    func threshold(_ channel: Int) -> Float {
      Self.threshold(partial[channel * Self.binCount..<(channel + 1) * Self.binCount].map(Double.init))
    }
    return [Pixel(r: threshold(0), g: threshold(1), b: threshold(2), a: 1)]
  }

  /// The upper edge of the last bin below the threshold with the largest variance between the classes; values at the edge
  /// belong above.
  static func threshold(_ bins: [Double]) -> Float {
    let count = bins.reduce(0, +)
    let total = bins.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
    var (below, sum, best, place) = (0.0, 0.0, -1.0, 0)
    for (index, bin) in bins.enumerated() {
      below += bin
      sum += Double(index) * bin
      guard below > 0, below < count else { continue }
      let distance = sum / below - (total - sum) / (count - below)
      let variance = below * (count - below) * distance * distance
      if variance > best { (best, place) = (variance, index) }
    }
    return (Float(place + 1) / Float(binCount)).nextDown
  }

  func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
    let visible = pixels.filter { $0.a > 0 }
    func threshold(_ value: (Pixel) -> Float) -> Float {
      var bins = [Double](repeating: 0, count: Self.binCount)
      for pixel in visible {
        let straight = Double(value(pixel)) / Double(pixel.a)
        bins[straight > 0 ? Int(min(straight * 256, 255)) : 0] += 1
      }
      return Self.threshold(bins)
    }
    return [Pixel(r: threshold(\.r), g: threshold(\.g), b: threshold(\.b), a: 1)]
  }
}

/// Makes each component 1 or 0, with the thresholds that separate the picture best; see
/// `CIFilter.colorThresholdOtsu()`.
public protocol CIColorThresholdOtsu: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIColorThresholdOtsu where Definition == ColorThresholdOtsu {}

extension CIFilter {
  /// Makes each component 1 or 0, with the thresholds that separate the picture best.
  ///
  /// ## Formula
  /// Otsu's threshold (1979) for each channel, from 256 equal bins of unpremultiplied linear colour in 0...1; pixels
  /// without alpha are left out, and values beyond go into the end bins. The thresholds are applied as in
  /// ``colorThreshold()``.
  ///
  /// ## Extended range
  /// Light above white counts as white.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Extent
  /// The image's. No result for an infinite one.
  public class func colorThresholdOtsu() -> any CIFilter & CIColorThresholdOtsu { BuiltInFilter<ColorThresholdOtsu>() }
}
