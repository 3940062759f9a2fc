public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Extends the pixels on a circle outwards without end.
struct CircleSplashDistortion: WarpFilter {
  static let name = "CICircleSplashDistortion"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...1000) var radius: Float = 150

  var isNeutral: Bool { false }

  func extent(of input: CGRect) -> CGRect { .infinite }

  func region(for output: PixelRect) -> PixelRect {
    let reach = CGFloat(min(radius, 1e9)) + 1
    return PixelRect(enclosing: CGRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach))
  }

  var kernel: Splash { Splash(centreX: Float(center.x), centreY: Float(center.y), radius: radius) }

  struct Splash: WarpKernel {
    let centreX, centreY, radius: Float

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (dx, dy) = (x - centreX, y - centreY)
      let factor = smaller(radius / larger(root(dx * dx + dy * dy), 1e-12), 1)
      return (centreX + dx * factor, centreY + dy * factor)
    }
  }
}

/// Extends the pixels on a circle outwards without end; see `CIFilter.circleSplashDistortion()`.
public protocol CICircleSplashDistortion: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of the circle.
  var center: CGPoint { get set }
  /// The circle's radius in pixels, 0 or more.
  var radius: Float { get set }
}

extension BuiltInFilter: CICircleSplashDistortion where Definition == CircleSplashDistortion {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// Extends the pixels on a circle outwards without end.
  ///
  /// ## Formula
  /// Inside the circle nothing changes; a pixel outside shows the point on the circle in its direction. Bilinear. Core
  /// Image does not publish its formula.
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
  /// - `inputRadius`: default 150, 0 or more, in pixels.
  public class func circleSplashDistortion() -> any CIFilter & CICircleSplashDistortion {
    BuiltInFilter<CircleSplashDistortion>()
  }
}
