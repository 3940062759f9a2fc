internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Maps brightness to a ramp between two colours.
struct FalseColor: PointFilter {
  static let name = "CIFalseColor"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputColor0") var color0 = CIColor(red: 0.3, green: 0, blue: 0, alpha: 1)
  @Input("inputColor1") var color1 = CIColor(red: 1, green: 0.9, blue: 0.8, alpha: 1)

  var isNeutral: Bool { false }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }

  func kernel(in space: WorkingSpace) -> Ramp {
    let (dark, bright) = (color0.light(in: space), color1.light(in: space))
    func pixel(_ light: SIMD3<Double>) -> Pixel { Pixel(r: Float(light.x), g: Float(light.y), b: Float(light.z), a: 1) }
    return Ramp(from: pixel(dark), to: pixel(bright))
  }

  struct Ramp: PointKernel {
    let from, to: Pixel

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let luma = Luma.of(p.r, p.g, p.b)
      let ramp = from.mixed(with: to, luma)
      return Pixel(r: ramp.r, g: ramp.g, b: ramp.b, a: p.a)
    }
  }
}

/// Maps brightness to a ramp between two colours; see `CIFilter.falseColor()`.
public protocol CIFalseColor: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The colour of black.
  var color0: CIColor { get set }
  /// The colour of white.
  var color1: CIColor { get set }
}

extension BuiltInFilter: CIFalseColor where Definition == FalseColor {
  var color0: CIColor {
    get { definition.color0 }
    set { definition.color0 = newValue }
  }
  var color1: CIColor {
    get { definition.color1 }
    set { definition.color1 = newValue }
  }
}

extension CIFilter {
  /// Maps brightness to a ramp between two colours.
  ///
  /// ## Formula
  /// `inputColor0 * (1 - Y) + inputColor1 * Y` with Y = `0.2125 r + 0.7154 g + 0.0721 b` of unpremultiplied colour, in
  /// linear light. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// The ramp continues above 1 and below 0.
  ///
  /// ## Alpha
  /// Kept; the colours' own alpha does not count.
  ///
  /// ## Keys
  /// - `inputColor0`: default [0.3 0 0 1].
  /// - `inputColor1`: default [1 0.9 0.8 1].
  public class func falseColor() -> any CIFilter & CIFalseColor { BuiltInFilter<FalseColor>() }
}
