internal import HeadroomEngine
public import HeadroomImage

/// Makes each component 1 or 0.
struct ColorThreshold: PointFilter {
  static let name = "CIColorThreshold"
  static let introduced = FilterAvailability(iOS: "14.0", macOS: "11.0")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputThreshold", slider: 0...1) var threshold: Float = 0.5

  func kernel(in space: WorkingSpace) -> Step { Step(r: threshold, g: threshold, b: threshold) }

  func peak(of inputs: [Float?]) -> Float? { 1 }

  struct Step: PointKernel {
    let r, g, b: Float

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      Pixel(r: p.r > r ? 1 : 0, g: p.g > g ? 1 : 0, b: p.b > b ? 1 : 0, a: p.a)
    }
  }
}

/// Makes each component 1 or 0; see `CIFilter.colorThreshold()`.
public protocol CIColorThreshold: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Brighter values become 1, all others 0.
  var threshold: Float { get set }
}

extension BuiltInFilter: CIColorThreshold where Definition == ColorThreshold {
  var threshold: Float {
    get { definition.threshold }
    set { definition.threshold = newValue }
  }
}

extension CIFilter {
  /// Makes each component 1 or 0.
  ///
  /// ## Formula
  /// 1 where unpremultiplied linear red, green or blue is above `inputThreshold`, else 0.
  ///
  /// ## Extended range
  /// Thresholds above 1 and below 0 work as well.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputThreshold`: default 0.5.
  public class func colorThreshold() -> any CIFilter & CIColorThreshold { BuiltInFilter<ColorThreshold>() }
}
