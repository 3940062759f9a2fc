internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage

/// Reduces the image to shades of one colour.
struct ColorMonochrome: ColorMatrixFilter {
  static let name = "CIColorMonochrome"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputColor", type: .opaqueColor) var color = CIColor(red: 0.6, green: 0.45, blue: 0.3, alpha: 1)
  @Input("inputIntensity", minimum: 0, slider: 0...1, identity: 0) var intensity: Float = 1

  var isNeutral: Bool { intensity == 0 }

  func matrix(in space: WorkingSpace) -> ColorMatrix {
    let light = color.light(in: space)
    func row(_ channel: Double) -> SIMD3<Double> { SIMD3(Luma.red, Luma.green, Luma.blue) * channel }
    let shades = Matrix3x3(rows: row(light.x), row(light.y), row(light.z))
    return ColorMatrix(Matrix3x3.identity.mixed(with: shades, share: Double(intensity)))
  }
}

/// Reduces the image to shades of one colour; see `CIFilter.colorMonochrome()`.
public protocol CIColorMonochrome: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The colour of the shades.
  var color: CIColor { get set }
  /// How much, 0 or more; 0 leaves the image as it is, 1 is the full effect.
  var intensity: Float { get set }
}

extension BuiltInFilter: CIColorMonochrome where Definition == ColorMonochrome {
  var color: CIColor {
    get { definition.color }
    set { definition.color = newValue }
  }
  var intensity: Float {
    get { definition.intensity }
    set { definition.intensity = newValue }
  }
}

extension CIFilter {
  /// Reduces the image to shades of one colour.
  ///
  /// ## Formula
  /// The colour mixed with `Y * inputColor` by `inputIntensity`, Y = `0.2125 r + 0.7154 g + 0.0721 b` of
  /// unpremultiplied colour, in linear light. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear, not clamped.
  ///
  /// ## Alpha
  /// Kept; the colour's own alpha does not count.
  ///
  /// ## Keys
  /// - `inputColor`: default [0.6 0.45 0.3 1].
  /// - `inputIntensity`: default 1, 0 or more, neutral value 0.
  public class func colorMonochrome() -> any CIFilter & CIColorMonochrome { BuiltInFilter<ColorMonochrome>() }
}
