public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// A sun with beams.
struct SunbeamsGenerator: GeneratorFilter {
  static let name = "CISunbeamsGenerator"
  static let displayName = "Sunbeams"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.generator, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputColor") var color = CIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  @Input("inputSunRadius", type: .distance, minimum: 0, slider: 0...800, identity: 40) var sunRadius: Float = 40
  @Input("inputMaxStriationRadius", minimum: 0, slider: 0...10, identity: 2.58) var maxStriationRadius: Float = 2.58
  @Input("inputStriationStrength", minimum: 0, slider: 0...3, identity: 0.5) var striationStrength: Float = 0.5
  @Input("inputStriationContrast", minimum: 0, slider: 0...5, identity: 1.375) var striationContrast: Float = 1.375
  @Input("inputTime", minimum: 0, maximum: 1, slider: 0...1, identity: 0) var time: Float = 0

  func peak(of inputs: [Float?]) -> Float? { max(color.peak, 0) }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  func kernel(in space: WorkingSpace) -> Beams {
    Beams(
      color: color.pixel(in: space),
      sun: Striation.sun(
        center, radius: sunRadius, reach: maxStriationRadius, strength: striationStrength * striationContrast,
        time: time))
  }

  struct Beams: GeneratorKernel {
    let color: Pixel
    let sun: Striation

    @inline(__always) func apply(x: Float, y: Float) -> Pixel { Pixel.clear.mixed(with: color, sun.cover(x, y)) }
  }
}

/// A sun with beams; see `CIFilter.sunbeamsGenerator()`.
public protocol CISunbeamsGenerator: CIFilterProtocol {
  /// The middle of the sun.
  var center: CGPoint { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The radius of the sun in pixels, 0 or more.
  var sunRadius: Float { get set }
  /// How far the beams reach, in radii of the sun, 0 or more.
  var maxStriationRadius: Float { get set }
  /// How much the beams vary in brightness, 0 or more.
  var striationStrength: Float { get set }
  /// A factor on the strength of the rays, 0 or more.
  var striationContrast: Float { get set }
  /// The time that places the beams, 0...1.
  var time: Float { get set }
}

extension BuiltInFilter: CISunbeamsGenerator where Definition == SunbeamsGenerator {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var color: CIColor {
    get { definition.color }
    set { definition.color = newValue }
  }
  var sunRadius: Float {
    get { definition.sunRadius }
    set { definition.sunRadius = newValue }
  }
  var maxStriationRadius: Float {
    get { definition.maxStriationRadius }
    set { definition.maxStriationRadius = newValue }
  }
  var striationStrength: Float {
    get { definition.striationStrength }
    set { definition.striationStrength = newValue }
  }
  var striationContrast: Float {
    get { definition.striationContrast }
    set { definition.striationContrast = newValue }
  }
  var time: Float {
    get { definition.time }
    set { definition.time = newValue }
  }
}

extension CIFilter {
  /// A sun with beams.
  ///
  /// ## Formula
  /// With q the distance from the centre over `inputSunRadius`: the disc is `1 - smoothstep(0.9, 1.1, q)`, a beam
  /// `clamp(1 - (q - 1) / inputMaxStriationRadius, 0, 1)^2 * max(0, 1 + inputStriationStrength *
  /// inputStriationContrast * (n - 0.5))`; the larger of the two, at most 1, is the coverage of the colour. n is a
  /// smooth noise from 0 to 1 of 64 cells around the circle: from cell to cell `f * f * (3 - 2 * f)` leads from one
  /// random number (pcg4d of the cell) to the next, and `inputTime` moves it by 64 cells. Core Image does not publish
  /// its formula.
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
  /// - `inputColor`: default [1 0.5 0 1].
  /// - `inputSunRadius`: default and neutral value 40, 0 or more, in pixels.
  /// - `inputMaxStriationRadius`: default and neutral value 2.58, 0 or more.
  /// - `inputStriationStrength`: default and neutral value 0.5, 0 or more.
  /// - `inputStriationContrast`: default and neutral value 1.375, 0 or more.
  /// - `inputTime`: default and neutral value 0, 0...1.
  public class func sunbeamsGenerator() -> any CIFilter & CISunbeamsGenerator { BuiltInFilter<SunbeamsGenerator>() }
}
