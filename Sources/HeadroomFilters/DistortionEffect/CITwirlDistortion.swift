public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Turns the pixels inside a circle, most at its centre.
struct TwirlDistortion: CircularWarp {
  static let name = "CITwirlDistortion"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...500, identity: 300) var radius: Float = 300
  @Input("inputAngle", type: .angle, slider: -4 * Double.pi...4 * Double.pi, identity: 0) var angle: Float = 3.1415927

  var isNeutral: Bool { angle == 0 || radius == 0 }

  var kernel: Twirl {
    Twirl(centreX: Float(center.x), centreY: Float(center.y), perRadius: 1 / larger(radius, 1e-6), angle: angle)
  }

  struct Twirl: WarpKernel {
    let centreX, centreY, perRadius, angle: Float

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (dx, dy) = (x - centreX, y - centreY)
      let rest = larger(1 - root(dx * dx + dy * dy) * perRadius, 0)
      let (sine, cosine) = sinCosFast(angle * rest * rest)
      return (centreX + dx * cosine - dy * sine, centreY + dx * sine + dy * cosine)
    }
  }
}

/// Turns the pixels inside a circle; see `CIFilter.twirlDistortion()`.
public protocol CITwirlDistortion: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of the circle.
  var center: CGPoint { get set }
  /// The circle's radius in pixels, 0 or more.
  var radius: Float { get set }
  /// How far the middle is turned, in radians; 0 leaves the image as it is.
  var angle: Float { get set }
}

extension BuiltInFilter: CITwirlDistortion where Definition == TwirlDistortion {
  var angle: Float {
    get { definition.angle }
    set { definition.angle = newValue }
  }
}

extension CIFilter {
  /// Turns the pixels inside a circle, most at its centre.
  ///
  /// ## Formula
  /// A pixel at distance r from the centre shows the point at its own position turned counter-clockwise by
  /// `inputAngle * (1 - r / inputRadius)^2`; outside the circle nothing changes. Bilinear. Core Image does not publish
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
  /// - `inputRadius`: default 300, 0 or more, in pixels.
  /// - `inputAngle`: default pi, neutral value 0, in radians.
  public class func twirlDistortion() -> any CIFilter & CITwirlDistortion { BuiltInFilter<TwirlDistortion>() }
}
