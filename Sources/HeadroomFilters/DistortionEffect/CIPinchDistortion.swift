public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Pulls the pixels inside a circle towards its centre.
struct PinchDistortion: CircularWarp {
  static let name = "CIPinchDistortion"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...1000, identity: 0) var radius: Float = 300
  @Input("inputScale", minimum: 0, slider: 0...2, identity: 0) var scale: Float = 0.5

  var isNeutral: Bool { scale == 0 || radius == 0 }

  var kernel: Pinch {
    Pinch(
      centreX: Float(center.x), centreY: Float(center.y), perRadius: 1 / larger(radius, 1e-6), power: -0.5 * scale)
  }

  struct Pinch: WarpKernel {
    let centreX, centreY, perRadius, power: Float

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (dx, dy) = (x - centreX, y - centreY)
      let share = root(dx * dx + dy * dy) * perRadius
      // r / radius to the power 1 - scale / 2, as a factor on the distance.
      let stretched = powFast(clamped(share, 1e-6, 1), power)
      return (centreX + dx * stretched, centreY + dy * stretched)
    }
  }
}

/// Pulls the pixels inside a circle towards its centre; see `CIFilter.pinchDistortion()`.
public protocol CIPinchDistortion: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of the circle.
  var center: CGPoint { get set }
  /// The circle's radius in pixels, 0 or more.
  var radius: Float { get set }
  /// How much, 0 or more; 0 leaves the image as it is.
  var scale: Float { get set }
}

extension BuiltInFilter: CIPinchDistortion where Definition == PinchDistortion {
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
}

extension CIFilter {
  /// Pulls the pixels inside a circle towards its centre.
  ///
  /// ## Formula
  /// A pixel at distance r from the centre comes from the distance `inputRadius * (r / inputRadius)^(1 - inputScale /
  /// 2)` in the same direction; outside the circle nothing changes. Bilinear. Core Image does not publish its formula.
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
  /// - `inputScale`: default 0.5, 0 or more, neutral value 0.
  public class func pinchDistortion() -> any CIFilter & CIPinchDistortion { BuiltInFilter<PinchDistortion>() }
}
