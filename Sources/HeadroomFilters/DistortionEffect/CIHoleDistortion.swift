public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Opens a round hole and pushes the image aside.
struct HoleDistortion: WarpFilter {
  static let name = "CIHoleDistortion"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputRadius", type: .distance, minimum: 0.01, slider: 0.01...1000, identity: 0.1) var radius: Float = 150

  var isNeutral: Bool { false }

  func extent(of input: CGRect) -> CGRect { input.grown(by: CGFloat(radius)) }

  /// No pixel comes from further away than the radius.
  func region(for output: PixelRect) -> PixelRect {
    let reach = Int(min(radius, 1e9)) + 2
    return output.expanded(dx: reach, dy: reach)
  }

  var kernel: Hole { Hole(centreX: Float(center.x), centreY: Float(center.y), radius: radius) }

  struct Hole: WarpKernel {
    let centreX, centreY, radius: Float

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (dx, dy) = (x - centreX, y - centreY)
      let distance = root(dx * dx + dy * dy)
      let share = radius / larger(distance, 1e-12)
      // Pixels inside the hole have no source.
      let factor = distance > radius ? 1 - share * share : Float.nan
      return (centreX + dx * factor, centreY + dy * factor)
    }
  }
}

/// Opens a round hole and pushes the image aside; see `CIFilter.holeDistortion()`.
public protocol CIHoleDistortion: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of the circle.
  var center: CGPoint { get set }
  /// The circle's radius in pixels, 0 or more.
  var radius: Float { get set }
}

extension BuiltInFilter: CIHoleDistortion where Definition == HoleDistortion {
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
  /// Opens a round hole and pushes the image aside.
  ///
  /// ## Formula
  /// Inside the circle there is nothing. A pixel at distance r from the centre comes from the distance
  /// `r - inputRadius^2 / r` in the same direction: the centre becomes the rim, and far away nothing moves. Bilinear.
  /// Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The image's, a radius larger on each side. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputRadius`: default 150, 0.01 or more, neutral value 0.1, in pixels.
  public class func holeDistortion() -> any CIFilter & CIHoleDistortion { BuiltInFilter<HoleDistortion>() }
}
