public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// The outline of a rectangle with round corners.
struct RoundedRectangleStrokeGenerator: GeneratorFilter {
  static let name = "CIRoundedRectangleStrokeGenerator"
  static let introduced = FilterAvailability(iOS: "17.0", macOS: "14.0")
  static let categories: [FilterCategory] = [.generator, .highDynamicRange, .stillImage]

  @Input("inputExtent") var extent = CGRect(x: 0, y: 0, width: 100, height: 100)
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...100) var radius: Float = 10
  @Input("inputSmoothness", minimum: 0, maximum: 1, slider: 0...1) var smoothness: Float = 0
  @Input("inputColor") var color = CIColor.white
  @Input("inputWidth", type: .distance, minimum: 0, slider: 0...100) var width: Float = 10

  func image(from inputs: FilterImages) -> CIImage? {
    guard !extent.isNull, !extent.isEmpty, !extent.isUnbounded else { return nil }
    return CIImage(generator: self, extent: PixelRect(enclosing: extent.grown(by: CGFloat(width) / 2)).cgRect)
  }

  func peak(of inputs: [Float?]) -> Float? { max(color.peak, 0) }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  func kernel(in space: WorkingSpace) -> Stroke {
    Stroke(
      color: color.pixel(in: space), shape: RoundedShape(extent, radius: radius, smoothness: smoothness),
      half: width / 2)
  }

  struct Stroke: GeneratorKernel {
    let color: Pixel
    let shape: RoundedShape
    let half: Float

    @inline(__always) func apply(x: Float, y: Float) -> Pixel {
      Pixel.clear.mixed(with: color, clamped(0.5 + half - abs(shape.distance(x, y)), 0, smaller(2 * half, 1)))
    }
  }
}

/// The outline of a rectangle with round corners; see `CIFilter.roundedRectangleStrokeGenerator()`.
public protocol CIRoundedRectangleStrokeGenerator: CIFilterProtocol {
  /// The rectangle.
  var extent: CGRect { get set }
  /// The radius of the corners in pixels, 0 or more; at most half of the shorter side.
  var radius: Float { get set }
  /// The shape of the corners, from 0, circles, to 1.
  var smoothness: Float { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The width of the line in pixels, 0 or more.
  var width: Float { get set }
}

extension BuiltInFilter: CIRoundedRectangleStrokeGenerator where Definition == RoundedRectangleStrokeGenerator {
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
  var width: Float {
    get { definition.width }
    set { definition.width = newValue }
  }
}

extension CIFilter {
  /// The outline of a rectangle with round corners.
  ///
  /// ## Formula
  /// The signed distance d of a pixel's centre from the outline: with q how far it lies beyond the corner's centre
  /// along each axis, it is `(q.x^n + q.y^n)^(1/n) - radius` beyond both and otherwise the larger of the two minus the
  /// radius, where n is `2 + 3 * inputSmoothness` and the radius at most half of the shorter side. The colour covers
  /// `clamp(0.5 + inputWidth / 2 - |d|, 0, 1)` of the pixel: the line lies half inside and half outside. Lines thinner
  /// than a pixel cover no more than their width.
  ///
  /// ## Extended range
  /// Colours above 1 stay as they are.
  ///
  /// ## Alpha
  /// Premultiplied.
  ///
  /// ## Extent
  /// `inputExtent`, half the width larger on each side, rounded outwards. No result where that is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 100 100], in pixels.
  /// - `inputRadius`: default 10, 0 or more, in pixels.
  /// - `inputSmoothness`: default 0, 0...1.
  /// - `inputColor`: default white.
  /// - `inputWidth`: default 10, 0 or more, in pixels.
  public class func roundedRectangleStrokeGenerator() -> any CIFilter & CIRoundedRectangleStrokeGenerator {
    BuiltInFilter<RoundedRectangleStrokeGenerator>()
  }
}
