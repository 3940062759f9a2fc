internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Draws a histogram as bars.
struct HistogramDisplayFilter: FilterDefinition, ParameterPointImplementation {
  static let name = "CIHistogramDisplayFilter"
  static let displayName = "Histogram Display"
  static let introduced = FilterAvailability(iOS: "8.0", macOS: "10.x (not stated in the dumps)")
  static let categories: [FilterCategory] = [.reduction, .stillImage, .video]

  @Input("inputHeight", minimum: 1, maximum: 200, slider: 1...100) var height: Float = 100
  @Input("inputHighLimit", minimum: 0, maximum: 1, slider: 0...1) var highLimit: Float = 1
  @Input("inputLowLimit", minimum: 0, maximum: 1, slider: 0...1) var lowLimit: Float = 0

  var isNeutral: Bool { false }
  var alphaRule: AlphaRule { .premultiplied }
  var usesPosition: Bool { true }
  var parameterCount: Int { 1 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let bins = PixelRect(enclosing: image.extent)
    guard !bins.isEmpty, !bins.isInfinite, bins.width <= 65536 else { return nil }
    let row = image.cropped(to: PixelRect(x: bins.minX, y: bins.minY, width: bins.width, height: 1).cgRect)
      .transformed(by: CGAffineTransform(translationX: -CGFloat(bins.minX), y: -CGFloat(bins.minY)))
    let extent = CGRect(x: 0, y: 0, width: CGFloat(bins.width), height: CGFloat(height.rounded(.up)))
    return row.clampedToExtent().appending(point: self, with: [row], extent: .infinite).cropped(to: extent)
  }

  func peak(of inputs: [Float?]) -> Float? { 1 }
  func isOpaque(_ inputs: [Bool]) -> Bool { true }

  /// The heights of the red, green and blue bars, and how the pixels of a column are mixed with white, or darkened.
  private struct Bars: Sendable {
    let heights: [SIMD4<Float>]

    init(_ parameters: [ParameterPixels], _ filter: HistogramDisplayFilter) {
      let bins = parameters.first?.pixels ?? []
      func whole(_ value: Float) -> Float { value.isFinite ? max(value, 0) : 0 }
      let largest = bins.reduce(Float(0)) { max($0, max(whole($1.r), max(whole($1.g), whole($1.b)))) }
      let scale = largest > 0 ? filter.height / largest : 0
      heights = bins.map { SIMD4(whole($0.r), whole($0.g), whole($0.b), 0) * scale }
    }

    func color(_ column: Int, _ y: Float, _ filter: HistogramDisplayFilter) -> Pixel {
      guard heights.indices.contains(column) else { return .clear }
      let (bars, place) = (heights[column], (Float(column) + 0.5) / Float(heights.count))
      let (lift, gain): (Float, Float) =
        place > filter.highLimit ? (0.5, 0.5) : place < filter.lowLimit ? (0, 0.5) : (0, 1)
      func lit(_ height: Float) -> Float { lift + (y < height ? gain : 0) }
      return Pixel(r: lit(bars.x), g: lit(bars.y), b: lit(bars.z), a: 1)
    }
  }

  func makeStage(in space: WorkingSpace, parameters: [ParameterPixels]) -> RowStage {
    let (bars, filter) = (Bars(parameters, self), self)
    return unsafe RowStage { rows, _, count, x, y in
      for i in 0..<count {
        let pixel = bars.color(x + i, Float(y) + 0.5, filter)
        unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (pixel.r, pixel.g, pixel.b, pixel.a)
      }
    }
  }

  func evaluate(
    _ pixels: [Pixel], parameters: [ParameterPixels], x: Float, y: Float, in space: WorkingSpace
  ) -> Pixel {
    Bars(parameters, self).color(Int(x.rounded(.down)), y, self)
  }
}

/// Draws a histogram as bars; see `CIFilter.histogramDisplay()`.
public protocol CIHistogramDisplay: CIFilterProtocol {
  /// The histogram, a bin for each pixel of its lowest row.
  var inputImage: CIImage? { get set }
  /// How high the picture is, in pixels, 1...200.
  var height: Float { get set }
  /// Where bright columns begin, as a share of the width, 0...1.
  var highLimit: Float { get set }
  /// Where dark columns end, as a share of the width, 0...1.
  var lowLimit: Float { get set }
}

extension BuiltInFilter: CIHistogramDisplay where Definition == HistogramDisplayFilter {
  var height: Float {
    get { definition.height }
    set { definition.height = newValue }
  }
  var highLimit: Float {
    get { definition.highLimit }
    set { definition.highLimit = newValue }
  }
  var lowLimit: Float {
    get { definition.lowLimit }
    set { definition.lowLimit = newValue }
  }
}

extension CIFilter {
  /// Draws a histogram as bars.
  ///
  /// ## Formula
  /// Column x shows bin x of the image's lowest row: red where the pixel's centre is below `inputHeight` times the
  /// bin's red over the largest value of all bins and colours, likewise for green and blue; black above. Columns beyond
  /// `inputHighLimit` of the width are mixed half and half with white, those before `inputLowLimit` are half as bright.
  /// Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// The values of the histogram may be anything; those of its picture are 0, 1 or a half.
  ///
  /// ## Alpha
  /// Opaque.
  ///
  /// ## Extent
  /// From the origin, as wide as the image and `inputHeight` high, rounded up. No result for infinite images, or for
  /// more than 65536 bins.
  ///
  /// ## Keys
  /// - `inputHeight`: default 100, 1...200.
  /// - `inputHighLimit`: default 1, 0...1.
  /// - `inputLowLimit`: default 0, 0...1.
  public class func histogramDisplay() -> any CIFilter & CIHistogramDisplay { BuiltInFilter<HistogramDisplayFilter>() }
}
