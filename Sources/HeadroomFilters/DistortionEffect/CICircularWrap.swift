public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Wraps the image around a circle.
struct CircularWrap: FilterDefinition {
  static let name = "CICircularWrap"
  static let displayName = "Circular Wrap Distortion"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...600) var radius: Float = 150
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let input = image.extent
    if input.isNull || input.isEmpty { return image }
    if input.isUnbounded { return nil }
    let side = CGFloat(radius) + input.height
    let extent = CGRect(x: center.x - side, y: center.y - side, width: 2 * side, height: 2 * side)
    let wrap = Wrap(
      centreX: Float(center.x), centreY: Float(center.y), angle: angle, radius: radius, left: Float(input.minX),
      bottom: Float(input.minY))
    let numbers = [wrap.centreX, wrap.centreY, angle, radius, wrap.left, wrap.bottom].map(Double.init)
    let reads = PixelRect(enclosing: input).expanded(dx: 1, dy: 1)
    return image.warped(
      by: ComputedWarp("circular wrap", numbers, wrap) { $0.isEmpty ? .empty : reads },
      extent: PixelRect(enclosing: extent).cgRect)
  }

  struct Wrap: WarpKernel {
    let centreX, centreY, angle, radius, left, bottom: Float

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (dx, dy) = (x - centreX, y - centreY)
      let turns = (atan2Fast(dy, dx) - angle) * (1 / (2 * Float.pi))
      let height = root(dx * dx + dy * dy) - radius
      let along = fraction(turns) * 2 * Float.pi * radius
      return (left + along, height < 0 ? .nan : bottom + height)
    }
  }
}

/// Wraps the image around a circle; see `CIFilter.circularWrap()`.
public protocol CICircularWrap: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of the circle.
  var center: CGPoint { get set }
  /// The circle's radius in pixels, 0 or more.
  var radius: Float { get set }
  /// Where the image begins, in radians, counter-clockwise from the right.
  var angle: Float { get set }
}

extension BuiltInFilter: CICircularWrap where Definition == CircularWrap {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
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
  /// Wraps the image around a circle.
  ///
  /// ## Formula
  /// A pixel at distance r from the centre, in the direction a, shows the point `inputRadius * (a - inputAngle)` to the
  /// right (the angle from 0 to 2 pi) and `r - inputRadius` above the lower left corner of the image. Inside the circle
  /// and beyond the end of the image there is nothing. Bilinear. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// A square around the centre, as wide as the circle plus twice the image's height. No result for an infinite image.
  /// Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputRadius`: default 150, 0 or more, in pixels.
  /// - `inputAngle`: default and neutral value 0, in radians.
  public class func circularWrap() -> any CIFilter & CICircularWrap { BuiltInFilter<CircularWrap>() }
}
