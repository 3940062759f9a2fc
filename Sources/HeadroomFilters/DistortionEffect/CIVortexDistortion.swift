public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Turns the pixels inside a circle many times, most at its centre.
struct VortexDistortion: CircularWarp {
  static let name = "CIVortexDistortion"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...800, identity: 0) var radius: Float = 300
  @Input("inputAngle", type: .angle, honored: -100_000...100_000, slider: -30 * Double.pi...30 * Double.pi, identity: 0)
  var angle: Float =
    56.5486677646

  var isNeutral: Bool { angle == 0 || radius == 0 }

  var kernel: Vortex {
    Vortex(
      centreX: Float(center.x), centreY: Float(center.y), perRadius: 1 / larger(radius, 1e-6),
      angle: angle)
  }

  struct Vortex: WarpKernel {
    let centreX, centreY, perRadius, angle: Float

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (dx, dy) = (x - centreX, y - centreY)
      let rest = larger(1 - root(dx * dx + dy * dy) * perRadius, 0)
      let square = rest * rest
      let (sine, cosine) = sinCosFast(angle * square * square)
      return (centreX + dx * cosine - dy * sine, centreY + dx * sine + dy * cosine)
    }
  }
}

/// Turns the pixels inside a circle many times, most at its centre; see `CIFilter.vortexDistortion()`.
public protocol CIVortexDistortion: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of the circle.
  var center: CGPoint { get set }
  /// The circle's radius in pixels, 0 or more.
  var radius: Float { get set }
  /// How far the middle is turned, in radians; 0 leaves the image as it is.
  var angle: Float { get set }
}

extension BuiltInFilter: CIVortexDistortion where Definition == VortexDistortion {
  var angle: Float {
    get { definition.angle }
    set { definition.angle = newValue }
  }
}

extension CIFilter {
  /// Turns the pixels inside a circle many times, most at its centre.
  ///
  /// ## Formula
  /// A pixel at distance r from the centre shows the point at its own position turned counter-clockwise by
  /// `inputAngle * (1 - r / inputRadius)^4`; outside the circle nothing changes. Bilinear. Core Image does not publish
  /// its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The image's.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputRadius`: default 300, 0 or more, neutral value 0, in pixels.
  /// - `inputAngle`: default 56.5486677646, neutral value 0, in radians; below -100,000 and above 100,000 it counts as these.
  public class func vortexDistortion() -> any CIFilter & CIVortexDistortion { BuiltInFilter<VortexDistortion>() }
}
