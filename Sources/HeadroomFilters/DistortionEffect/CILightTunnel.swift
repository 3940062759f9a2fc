public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Twists the pixels on a circle outwards into a tunnel of light.
struct LightTunnel: WarpFilter {
  static let name = "CILightTunnel"
  static let displayName = "Light Tunnel Distortion"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.10")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputRotation", type: .angle, honored: -100_000...100_000, slider: 0...Double.pi / 2, identity: 0)
  var rotation: Float = 0
  @Input("inputRadius", type: .distance, honored: 0...(.infinity), slider: 1...500, identity: 0) var radius: Float = 100

  var isNeutral: Bool { false }

  func extent(of input: CGRect) -> CGRect { .infinite }
  var edge: ImageEdge { .clamp }

  func region(for output: PixelRect) -> PixelRect {
    let reach = CGFloat(min(radius, 1e9)) + 1
    return PixelRect(enclosing: CGRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach))
  }

  var kernel: Tunnel {
    Tunnel(
      centreX: Float(center.x), centreY: Float(center.y), radius: radius, rotation: rotation)
  }

  struct Tunnel: WarpKernel {
    let centreX, centreY, radius, rotation: Float

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (dx, dy) = (x - centreX, y - centreY)
      let factor = smaller(radius / larger(root(dx * dx + dy * dy), 1e-12), 1)
      let (sine, cosine) = sinCosFast(rotation * (1 - factor))
      return (centreX + factor * (dx * cosine - dy * sine), centreY + factor * (dx * sine + dy * cosine))
    }
  }
}

/// Twists the pixels on a circle outwards into a tunnel of light; see `CIFilter.lightTunnel()`.
public protocol CILightTunnel: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of the circle.
  var center: CGPoint { get set }
  /// How far the tunnel turns, in radians.
  var rotation: Float { get set }
  /// The circle's radius in pixels.
  var radius: Float { get set }
}

extension BuiltInFilter: CILightTunnel where Definition == LightTunnel {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var rotation: Float {
    get { definition.rotation }
    set { definition.rotation = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// Twists the pixels on a circle outwards into a tunnel of light.
  ///
  /// ## Formula
  /// Inside the circle nothing changes. A pixel at distance r outside shows the point on the circle in its direction,
  /// turned counter-clockwise by `inputRotation * (1 - inputRadius / r)`. Bilinear; beyond the image its edge is
  /// repeated. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// Infinite. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputRotation`: default and neutral value 0, in radians; below -100,000 and above 100,000 it counts as these.
  /// - `inputRadius`: default 100, neutral value 0, in pixels; below 0 it counts as that.
  public class func lightTunnel() -> any CIFilter & CILightTunnel { BuiltInFilter<LightTunnel>() }
}
