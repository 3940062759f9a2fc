public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// A rectangle with round corners.
struct RoundedRectangleGenerator: GeneratorFilter {
  static let name = "CIRoundedRectangleGenerator"
  static let introduced = FilterAvailability(iOS: "13.0", macOS: "10.15")
  static let categories: [FilterCategory] = [.generator, .highDynamicRange, .stillImage]

  @Input("inputExtent") var extent = CGRect(x: 0, y: 0, width: 100, height: 100)
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...100) var radius: Float = 10
  @Input("inputSmoothness", minimum: 0, maximum: 1, slider: 0...1) var smoothness: Float = 0
  @Input("inputColor") var color = CIColor.white

  func image(from inputs: FilterImages) -> CIImage? {
    guard !extent.isNull, !extent.isEmpty, !extent.isUnbounded else { return nil }
    return CIImage(generator: self, extent: PixelRect(enclosing: extent).cgRect)
  }

  func peak(of inputs: [Float?]) -> Float? { max(color.peak, 0) }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  func kernel(in space: WorkingSpace) -> Filled {
    Filled(
      color: color.pixel(in: space), shape: RoundedShape(extent, radius: radius, smoothness: smoothness))
  }

  struct Filled: GeneratorKernel {
    let color: Pixel
    let shape: RoundedShape

    @inline(__always) func apply(x: Float, y: Float) -> Pixel {
      Pixel.clear.mixed(with: color, clamped(0.5 - shape.distance(x, y), 0, 1))
    }
  }
}

/// A rectangle with round corners; see `CIFilter.roundedRectangleGenerator()`.
public protocol CIRoundedRectangleGenerator: CIFilterProtocol {
  /// The rectangle.
  var extent: CGRect { get set }
  /// The radius of the corners in pixels, 0 or more; at most half of the shorter side.
  var radius: Float { get set }
  /// The shape of the corners, from 0, circles, to 1.
  var smoothness: Float { get set }
  /// The colour.
  var color: CIColor { get set }
}

extension BuiltInFilter: CIRoundedRectangleGenerator where Definition == RoundedRectangleGenerator {
  var extent: CGRect {
    get { definition.extent }
    set { definition.extent = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var smoothness: Float {
    get { definition.smoothness }
    set { definition.smoothness = newValue }
  }
  var color: CIColor {
    get { definition.color }
    set { definition.color = newValue }
  }
}

extension CIFilter {
  /// A rectangle with round corners.
  ///
  /// ## Formula
  /// The signed distance d of a pixel's centre from the outline: with q how far it lies beyond the corner's centre
  /// along each axis, it is `(q.x^n + q.y^n)^(1/n) - radius` beyond both and otherwise the larger of the two minus the
  /// radius, where n is `2 + 3 * inputSmoothness` and the radius at most half of the shorter side. The colour covers
  /// `clamp(0.5 - d, 0, 1)` of the pixel.
  ///
  /// ## Extended range
  /// Colours above 1 stay as they are.
  ///
  /// ## Alpha
  /// Premultiplied.
  ///
  /// ## Extent
  /// `inputExtent`, rounded outwards. No result where that is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 100 100], in pixels.
  /// - `inputRadius`: default 10, 0 or more, in pixels.
  /// - `inputSmoothness`: default 0, 0...1.
  /// - `inputColor`: default white.
  public class func roundedRectangleGenerator() -> any CIFilter & CIRoundedRectangleGenerator {
    BuiltInFilter<RoundedRectangleGenerator>()
  }
}
