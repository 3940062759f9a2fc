public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// A spot that fades from one colour to another as a Gaussian.
struct GaussianGradient: GeneratorFilter {
  static let name = "CIGaussianGradient"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.gradient, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputColor0") var color0 = CIColor.white
  @Input("inputColor1") var color1 = CIColor.clear
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...800) var radius: Float = 300

  func kernel(in space: WorkingSpace) -> Spot {
    let sigma = max(Double(radius), 1e-3) / 3
    return Spot(
      from: color0.pixel(in: space), to: color1.pixel(in: space), x: Float(center.x), y: Float(center.y),
      exponent: Float(-0.5 / (sigma * sigma)))
  }

  func peak(of inputs: [Float?]) -> Float? { max(color0.peak, color1.peak, 0) }

  func isOpaque(_ inputs: [Bool]) -> Bool { color0.isOpaque && color1.isOpaque }

  struct Spot: GeneratorKernel {
    let from, to: Pixel
    let x, y, exponent: Float

    @inline(__always) func apply(x px: Float, y py: Float) -> Pixel {
      let (dx, dy) = (px - x, py - y)
      return to.mixed(with: from, expFast(larger(exponent * (dx * dx + dy * dy), -80)))
    }
  }
}

/// A spot that fades from one colour to another as a Gaussian; see `CIFilter.gaussianGradient()`.
public protocol CIGaussianGradient: CIFilterProtocol {
  /// The middle of the spot.
  var center: CGPoint { get set }
  /// The colour in the middle.
  var color0: CIColor { get set }
  /// The colour far away.
  var color1: CIColor { get set }
  /// How far the spot is visible, in pixels, 0 or more.
  var radius: Float { get set }
}

extension BuiltInFilter: CIGaussianGradient where Definition == GaussianGradient {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var color0: CIColor {
    get { definition.color0 }
    set { definition.color0 = newValue }
  }
  var color1: CIColor {
    get { definition.color1 }
    set { definition.color1 = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// A spot that fades from one colour to another as a Gaussian.
  ///
  /// ## Formula
  /// At distance r from the centre the share of `inputColor0` is `exp(-r^2 / (2 s^2))`, with s a third of
  /// `inputRadius`; premultiplied, in linear light. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Colours above 1 stay as they are.
  ///
  /// ## Alpha
  /// Premultiplied.
  ///
  /// ## Extent
  /// Infinite.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputColor0`: default white.
  /// - `inputColor1`: default clear.
  /// - `inputRadius`: default 300, 0 or more, in pixels.
  public class func gaussianGradient() -> any CIFilter & CIGaussianGradient { BuiltInFilter<GaussianGradient>() }
}
