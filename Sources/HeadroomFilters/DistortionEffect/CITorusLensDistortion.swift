public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Shows the image through a ring of glass.
struct TorusLensDistortion: WarpFilter {
  static let name = "CITorusLensDistortion"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...500, identity: 0) var radius: Float = 160
  @Input("inputWidth", type: .distance, minimum: 0, slider: 0...200, identity: 0) var width: Float = 80
  @Input("inputRefraction", minimum: 0, slider: 0...5, identity: 1) var refraction: Float = 1.7

  var isNeutral: Bool { strength == 0 || width == 0 }

  /// The strength of the refraction; 0 without refraction.
  private var strength: Float { refraction > 0 ? 1 - 1 / larger(refraction, 1e-3) : 0 }

  func region(for output: PixelRect) -> PixelRect {
    let reach = Int(min(0.5 * width * abs(strength), 1e9)) + 2
    return output.expanded(dx: reach, dy: reach)
  }

  var kernel: Ring {
    let half = larger(0.5 * width, 1e-6)
    return Ring(
      centreX: Float(center.x), centreY: Float(center.y), middle: radius - half, perHalf: 1 / half,
      shift: half * strength)
  }

  struct Ring: WarpKernel {
    let centreX, centreY, middle, perHalf, shift: Float

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (dx, dy) = (x - centreX, y - centreY)
      let distance = root(dx * dx + dy * dy)
      let place = clamped((distance - middle) * perHalf, -1, 1)
      let height = root(1 - place * place)
      // Nothing moves on the rim of the ring or outside the ring.
      let move = abs(place) < 1 ? shift * place * (1 - height) : 0
      let factor = 1 - move / larger(distance, 1e-6)
      return (centreX + dx * factor, centreY + dy * factor)
    }
  }
}

/// Shows the image through a ring of glass; see `CIFilter.torusLensDistortion()`.
public protocol CITorusLensDistortion: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of the circle.
  var center: CGPoint { get set }
  /// The outer radius of the ring in pixels, 0 or more.
  var radius: Float { get set }
  /// How wide the ring is, in pixels, 0 or more.
  var width: Float { get set }
  /// The index of refraction, 0 or more; 1 leaves the image as it is, and so does 0.
  var refraction: Float { get set }
}

extension BuiltInFilter: CITorusLensDistortion where Definition == TorusLensDistortion {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var width: Float {
    get { definition.width }
    set { definition.width = newValue }
  }
  var refraction: Float {
    get { definition.refraction }
    set { definition.refraction = newValue }
  }
}

extension CIFilter {
  /// Shows the image through a ring of glass.
  ///
  /// ## Formula
  /// The ring lies between `inputRadius - inputWidth` and `inputRadius` from the centre. With q from -1 at its inner
  /// to 1 at its outer rim, a pixel comes from `q * (1 - sqrt(1 - q^2)) * (1 - 1 / inputRefraction) * inputWidth / 2`
  /// further inwards. Bilinear. Core Image does not publish its formula.
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
  /// - `inputRadius`: default 160, 0 or more, neutral value 0, in pixels.
  /// - `inputWidth`: default 80, 0 or more, neutral value 0, in pixels.
  /// - `inputRefraction`: default 1.7, 0 or more, neutral value 1.
  public class func torusLensDistortion() -> any CIFilter & CITorusLensDistortion {
    BuiltInFilter<TorusLensDistortion>()
  }
}
