public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// A rectangle, blurred by a Gaussian.
struct BlurredRectangleGenerator: GeneratorFilter {
  static let name = "CIBlurredRectangleGenerator"
  static let introduced = FilterAvailability(iOS: "17.0", macOS: "14.0")
  static let categories: [FilterCategory] = [.generator, .highDynamicRange, .stillImage]

  @Input("inputExtent") var extent = CGRect(x: 0, y: 0, width: 100, height: 100)
  @Input("inputSigma", type: .distance, minimum: 0, honored: 0...1_000_000, slider: 0...100) var sigma: Float = 10
  @Input("inputColor") var color = CIColor.white

  func image(from inputs: FilterImages) -> CIImage? {
    guard !extent.isNull, !extent.isEmpty, !extent.isUnbounded else { return nil }
    return CIImage(
      generator: self,
      extent: PixelRect(enclosing: extent.grown(by: (3 * CGFloat(sigma)).rounded(.up))).cgRect)
  }

  func peak(of inputs: [Float?]) -> Float? { max(color.peak, 0) }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  func kernel(in space: WorkingSpace) -> Soft {
    let scale = 1 / (max(sigma, 1e-3) * Float(2).squareRoot())
    return Soft(
      color: color.pixel(in: space), left: Float(extent.minX), right: Float(extent.maxX), bottom: Float(extent.minY),
      top: Float(extent.maxY), scale: scale)
  }

  struct Soft: GeneratorKernel {
    let color: Pixel
    let left, right, bottom, top, scale: Float

    @inline(__always) func apply(x: Float, y: Float) -> Pixel {
      let across = errorFunction((right - x) * scale) - errorFunction((left - x) * scale)
      let up = errorFunction((top - y) * scale) - errorFunction((bottom - y) * scale)
      return Pixel.clear.mixed(with: color, 0.25 * across * up)
    }
  }
}

/// A rectangle, blurred by a Gaussian; see `CIFilter.blurredRectangleGenerator()`.
public protocol CIBlurredRectangleGenerator: CIFilterProtocol {
  /// The rectangle.
  var extent: CGRect { get set }
  /// The standard deviation of the blur in pixels, 0 or more.
  var sigma: Float { get set }
  /// The colour.
  var color: CIColor { get set }
}

extension BuiltInFilter: CIBlurredRectangleGenerator where Definition == BlurredRectangleGenerator {
  var extent: CGRect {
    get { definition.extent }
    set { definition.extent = newValue }
  }
  var sigma: Float {
    get { definition.sigma }
    set { definition.sigma = newValue }
  }
  var color: CIColor {
    get { definition.color }
    set { definition.color = newValue }
  }
}

extension CIFilter {
  /// A rectangle, blurred by a Gaussian.
  ///
  /// ## Formula
  /// The colour times `(erf((x1 - x) / (s sqrt 2)) - erf((x0 - x) / (s sqrt 2))) / 2` along x, and likewise along y, at
  /// the centres of pixels; s is `inputSigma`. The error function is that of Abramowitz and Stegun, 7.1.26, within
  /// 1.5e-7.
  ///
  /// ## Extended range
  /// Colours above 1 stay as they are.
  ///
  /// ## Alpha
  /// Premultiplied.
  ///
  /// ## Extent
  /// `inputExtent`, three sigma larger on each side, rounded outwards. No result where that is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 100 100], in pixels.
  /// - `inputSigma`: default 10, 0 or more, in pixels; beyond 1,000,000 it counts as that.
  /// - `inputColor`: default white.
  public class func blurredRectangleGenerator() -> any CIFilter & CIBlurredRectangleGenerator {
    BuiltInFilter<BlurredRectangleGenerator>()
  }
}
