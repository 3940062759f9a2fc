public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Goes from one image to another through a flash of light.
struct FlashTransition: FilterDefinition {
  static let name = "CIFlashTransition"
  static let displayName = "Flash"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .transition, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputTargetImageKey]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputExtent") var extent = CGRect(x: 0, y: 0, width: 300, height: 300)
  @Input("inputColor") var color = CIColor(red: 1, green: 0.8, blue: 0.6, alpha: 1)
  @Input("inputTime", type: .time, minimum: 0, maximum: 1, slider: 0...1, identity: 0) var time: Float = 0
  @Input("inputMaxStriationRadius", minimum: 0, slider: 0...10) var maxStriationRadius: Float = 2.58
  @Input("inputStriationStrength", minimum: 0, slider: 0...3) var striationStrength: Float = 0.5
  @Input("inputStriationContrast", minimum: 0, slider: 0...5) var striationContrast: Float = 1.375
  @Input("inputFadeThreshold", minimum: 0, maximum: 1, slider: 0...1) var fadeThreshold: Float = 0.85

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let target = inputs[kCIInputTargetImageKey] else { return nil }
    guard extent.hasCountablePixels else { return nil }
    if time == 0 || time == 1 { return (time == 0 ? image : target).cropped(to: extent) }
    let (x, y) = (Double(center.x), Double(center.y))
    let farX = max(abs(Double(extent.minX) - x), abs(Double(extent.maxX) - x))
    let farY = max(abs(Double(extent.minY) - y), abs(Double(extent.maxY) - y))
    let grown = fadeThreshold > 0 ? min(time / fadeThreshold, 1) : 1
    let sun = Striation.sun(
      center, radius: grown * 1.2 * Float((farX * farX + farY * farY).squareRoot()), reach: maxStriationRadius,
      strength: striationStrength * striationContrast, time: time)
    let fade = fadeThreshold < 1 ? max(time - fadeThreshold, 0) / (1 - fadeThreshold) : 0
    return image.appending(point: Flash(sun: sun, color: color, fade: fade), with: [target], extent: extent)
  }

  struct Flash: PointImplementation {
    let sun: Striation
    let color: CIColor
    /// How far the light has faded to the target.
    let fade: Float

    var alphaRule: AlphaRule { .premultiplied }
    var usesPosition: Bool { true }
    var fingerprint: Fingerprint { Fingerprint("flash", sun.fingerprint + [Double(fade)] + color.fingerprint) }
    func peak(of inputs: [Float?]) -> Float? { nil }
    func isOpaque(_ inputs: [Bool]) -> Bool { inputs.allSatisfy { $0 } && color.isOpaque }
    func makeStage(in space: WorkingSpace) -> RowStage {
      RowStage(positioned: Kernel(sun: sun, color: color.pixel(in: space), fade: fade))
    }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      Kernel(sun: sun, color: color.pixel(in: space), fade: fade).apply(pixels[0], pixels[1], x: x, y: y)
    }

    struct Kernel: PositionedBlend {
      let sun: Striation
      let color: Pixel
      let fade: Float

      @inline(__always) func apply(_ image: Pixel, _ target: Pixel, x: Float, y: Float) -> Pixel {
        let cover = sun.cover(x, y)
        let rest = 1 - cover * color.a
        let lit = Pixel(
          r: color.r * cover + image.r * rest, g: color.g * cover + image.g * rest, b: color.b * cover + image.b * rest,
          a: color.a * cover + image.a * rest)
        return lit.mixed(with: target, fade)
      }
    }
  }
}

/// Goes from one image to another through a flash of light; see `CIFilter.flashTransition()`.
public protocol CIFlashTransition: CIFilterProtocol {
  /// The image at time 0.
  var inputImage: CIImage? { get set }
  /// The image at time 1.
  var targetImage: CIImage? { get set }
  /// Where the light begins.
  var center: CGPoint { get set }
  /// The rectangle of the transition.
  var extent: CGRect { get set }
  /// The colour of the light.
  var color: CIColor { get set }
  /// The progress of the transition, 0...1.
  var time: Float { get set }
  /// How far the beams reach, in radii of the sun, 0 or more.
  var maxStriationRadius: Float { get set }
  /// How different the beams are, 0 or more.
  var striationStrength: Float { get set }
  /// A factor on that, 0 or more.
  var striationContrast: Float { get set }
  /// The time at which the light covers everything and begins to fade, 0...1.
  var fadeThreshold: Float { get set }
}

extension BuiltInFilter: CIFlashTransition where Definition == FlashTransition {
  var targetImage: CIImage? {
    get { value(forKey: "inputTargetImage") as? CIImage }
    set { setValue(newValue, forKey: "inputTargetImage") }
  }
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var extent: CGRect {
    get { definition.extent }
    set { definition.extent = newValue }
  }
  var color: CIColor {
    get { definition.color }
    set { definition.color = newValue }
  }
  var time: Float {
    get { definition.time }
    set { definition.time = newValue }
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
  var fadeThreshold: Float {
    get { definition.fadeThreshold }
    set { definition.fadeThreshold = newValue }
  }
}

extension CIFilter {
  /// Goes from one image to another through a flash of light.
  ///
  /// ## Formula
  /// Until `inputFadeThreshold` a sun with beams as in ``sunbeamsGenerator()`` grows over the image from the centre, to
  /// a radius of 1.2 times the distance of the furthest corner of `inputExtent`; after it the light fades to the
  /// target, linearly. Core Image does not publish its formula. At 0 the result is the image itself, at 1 the target,
  /// cropped.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// `inputExtent`. No result where that is infinite.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputExtent`: default [0 0 300 300], in pixels.
  /// - `inputColor`: default [1 0.8 0.6 1].
  /// - `inputTime`: default and neutral value 0, 0...1.
  /// - `inputMaxStriationRadius`: default 2.58, 0 or more.
  /// - `inputStriationStrength`: default 0.5, 0 or more.
  /// - `inputStriationContrast`: default 1.375, 0 or more.
  /// - `inputFadeThreshold`: default 0.85, 0...1.
  public class func flashTransition() -> any CIFilter & CIFlashTransition { BuiltInFilter<FlashTransition>() }
}
