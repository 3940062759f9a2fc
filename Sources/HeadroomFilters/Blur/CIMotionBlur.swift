internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Blurs along a line, as a moving camera does.
struct MotionBlur: FilterDefinition {
  static let name = "CIMotionBlur"
  static let introduced = FilterAvailability(iOS: "8.3", macOS: "10.4")
  static let categories: [FilterCategory] = [.blur, .highDynamicRange, .stillImage, .video]

  @Input("inputRadius", type: .distance, minimum: 0, honored: 0...1000, slider: 0...100, identity: 0) var radius:
    Float = 20
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0

  var isNeutral: Bool { radius == 0 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let line = LineWeights(radius: Double(radius), angle: Double(angle))
    let grown = image.extent.grown(byX: line.pattern.reachX, y: line.pattern.reachY)
    return image.applyingNeighbourhood(extent: image.extent.isUnbounded ? image.extent : grown) {
      PatternConvolution("line", [Double(radius), Double(angle)], line.pattern, edge: $0)
    }
  }
}

/// The weights of all pixels that bilinear samples along a line touch.
struct LineWeights {
  let pattern: TapPattern

  init(radius: Double, angle: Double) {
    let (across, up) = (cos(angle), sin(angle))
    let count = Int(radius)
    let reachX = Int((Double(count) * abs(across) - 1e-4).rounded(.up))
    let reachY = Int((Double(count) * abs(up) - 1e-4).rounded(.up))
    let width = 2 * reachX + 1
    var weights = [Double](repeating: 0, count: width * (2 * reachY + 1))
    for step in -count...count {
      let weight = exp(-2 * Double(step * step) / max(radius * radius, 1e-12))
      // Angles are rounded, so an offset within 1e-4 of a whole pixel counts as whole.
      let (x, y) = (Double(step) * across, Double(step) * up)
      let (left, bottom) = ((x + 1e-4).rounded(.down), (y + 1e-4).rounded(.down))
      for (dy, shareY) in [(0, 1 - (y - bottom)), (1, y - bottom)] where shareY > 2e-4 {
        for (dx, shareX) in [(0, 1 - (x - left)), (1, x - left)] where shareX > 2e-4 {
          weights[(Int(bottom) + dy + reachY) * width + Int(left) + dx + reachX] += weight * shareX * shareY
        }
      }
    }
    let sum = weights.reduce(0, +)
    pattern = TapPattern(reachX: reachX, reachY: reachY, weights: weights.map { $0 / sum })
  }
}

/// Blurs along a line, as a moving camera does; see `CIFilter.motionBlur()`.
public protocol CIMotionBlur: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How far the line reaches to both sides, in pixels, 0 or more; 0 leaves the image as it is.
  var radius: Float { get set }
  /// The direction of the movement in radians, counter-clockwise from the right.
  var angle: Float { get set }
}

extension BuiltInFilter: CIMotionBlur where Definition == MotionBlur {
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var angle: Float {
    get { definition.angle }
    set { definition.angle = newValue }
  }
}

extension CIFilter {
  /// Blurs along a line, as a moving camera does.
  ///
  /// ## Formula
  /// Samples at steps of one pixel along the direction `inputAngle`, up to `inputRadius` to both sides, each
  /// interpolated between four pixels. Their weights are `exp(-d^2 / (2 s^2))` of the distance d, with s half the
  /// radius, divided by their sum. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha are spread alike. Outside its extent the image is transparent.
  ///
  /// ## Extent
  /// Grows as far as the samples reach. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputRadius`: default 20, 0 or more, neutral value 0, in pixels; beyond 1000 it counts as that.
  /// - `inputAngle`: default and neutral value 0, in radians.
  public class func motionBlur() -> any CIFilter & CIMotionBlur { BuiltInFilter<MotionBlur>() }
}
