public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Bulges the image inside a circle.
struct BumpDistortion: CircularWarp {
  static let name = "CIBumpDistortion"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...600) var radius: Float = 300
  @Input("inputScale", slider: -1...1, identity: 0) var scale: Float = 0.5

  var isNeutral: Bool { scale == 0 || radius == 0 }

  /// Strong pinches read pixels beyond the circle.
  func region(for output: PixelRect) -> PixelRect {
    let reach = Double(radius) * max(abs(Double(scale)), 1)
    let box = PixelRect(
      enclosing: CGRect(x: Double(center.x) - reach, y: Double(center.y) - reach, width: 2 * reach, height: 2 * reach))
    return output.intersection(box).isEmpty ? output : output.union(box)
  }

  var kernel: Bump {
    Bump(centreX: Float(center.x), centreY: Float(center.y), perRadius: 1 / larger(radius, 1e-6), scale: scale)
  }

  struct Bump: WarpKernel {
    let centreX, centreY, perRadius, scale: Float

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (dx, dy) = (x - centreX, y - centreY)
      let rest = larger(1 - (dx * dx + dy * dy) * perRadius * perRadius, 0)
      let factor = 1 - scale * rest * rest
      return (centreX + dx * factor, centreY + dy * factor)
    }
  }
}

/// Bulges the image inside a circle; see `CIFilter.bumpDistortion()`.
public protocol CIBumpDistortion: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of the circle.
  var center: CGPoint { get set }
  /// The circle's radius in pixels, 0 or more.
  var radius: Float { get set }
  /// How much; 0 leaves the image as it is, below 0 pulls inwards.
  var scale: Float { get set }
}

extension BuiltInFilter: CIBumpDistortion where Definition == BumpDistortion {
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
}

extension CIFilter {
  /// Bulges the image inside a circle.
  ///
  /// ## Formula
  /// A pixel at d from the centre comes from `d * (1 - inputScale * (1 - |d|^2 / inputRadius^2)^2)` from there; outside
  /// the circle nothing changes. Bilinear. Core Image does not publish its formula.
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
  /// - `inputScale`: default 0.5, neutral value 0.
  public class func bumpDistortion() -> any CIFilter & CIBumpDistortion { BuiltInFilter<BumpDistortion>() }
}
