public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Goes from one image to another behind a bar of light.
struct CopyMachineTransition: FilterDefinition {
  static let name = "CICopyMachineTransition"
  static let displayName = "Copy Machine"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .transition, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputTargetImageKey]

  @Input("inputExtent") var extent = CGRect(x: 0, y: 0, width: 300, height: 300)
  @Input("inputColor", type: .opaqueColor) var color = CIColor(red: 0.6, green: 1, blue: 0.8, alpha: 1)
  @Input("inputTime", type: .time, minimum: 0, maximum: 1, slider: 0...1, identity: 0) var time: Float = 0
  @Input("inputAngle", type: .angle, minimum: 0, slider: 0...2 * Double.pi, identity: 0) var angle: Float = 0
  @Input("inputWidth", type: .distance, minimum: 0.1, slider: 0.1...500, identity: 200) var width: Float = 200
  @Input("inputOpacity", minimum: 0, slider: 0...3, identity: 1.3) var opacity: Float = 1.3

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let target = inputs[kCIInputTargetImageKey] else { return nil }
    guard extent.hasCountablePixels else { return nil }
    if time == 0 || time == 1 { return (time == 0 ? image : target).cropped(to: extent) }
    let sweep = TransitionSweep(extent, angle: angle)
    let front = sweep.low - width + time * (sweep.high - sweep.low + 2 * width)
    return image.appending(
      point: Scan(sweep: sweep, front: front, width: width, color: color, opacity: opacity), with: [target],
      extent: extent)
  }

  struct Scan: PointImplementation {
    let sweep: TransitionSweep
    let front, width: Float
    let color: CIColor
    let opacity: Float

    var alphaRule: AlphaRule { .premultiplied }
    var usesPosition: Bool { true }
    var fingerprint: Fingerprint {
      Fingerprint("copy machine", sweep.fingerprint + [front, width, opacity].map(Double.init) + color.fingerprint)
    }

    func peak(of inputs: [Float?]) -> Float? { nil }
    func isOpaque(_ inputs: [Bool]) -> Bool { inputs.allSatisfy { $0 } }
    private func mix(in space: WorkingSpace) -> Mix {
      Mix(
        sweep: sweep, front: front, perWidth: 1 / (0.4 * max(width, 1e-6)), color: color.pixel(in: space),
        opacity: opacity)
    }
    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(positioned: mix(in: space)) }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      mix(in: space).apply(pixels[0], pixels[1], x: x, y: y)
    }

    struct Mix: PositionedBlend {
      let sweep: TransitionSweep
      let front, perWidth: Float
      let color: Pixel
      let opacity: Float

      @inline(__always) func apply(_ image: Pixel, _ target: Pixel, x: Float, y: Float) -> Pixel {
        let ahead = sweep.place(x, y) - front
        let under = ahead > 0 ? image : target
        let away = ahead * perWidth
        let light = opacity * expFast(larger(-away * away, -80))
        return Pixel(
          r: under.r + color.r * light, g: under.g + color.g * light, b: under.b + color.b * light,
          a: smaller(under.a + color.a * light, 1))
      }
    }
  }
}

/// Goes from one image to another behind a bar of light; see `CIFilter.copyMachineTransition()`.
public protocol CICopyMachineTransition: CIFilterProtocol {
  /// The image at time 0.
  var inputImage: CIImage? { get set }
  /// The image at time 1.
  var targetImage: CIImage? { get set }
  /// The rectangle of the transition.
  var extent: CGRect { get set }
  /// The colour of the light.
  var color: CIColor { get set }
  /// The progress of the transition, 0...1.
  var time: Float { get set }
  /// The direction in radians, counter-clockwise from the right.
  var angle: Float { get set }
  /// How wide the bar of light is, in pixels.
  var width: Float { get set }
  /// How strong the colour is, 0 or more.
  var opacity: Float { get set }
}

extension BuiltInFilter: CICopyMachineTransition where Definition == CopyMachineTransition {
  var targetImage: CIImage? {
    get { value(forKey: "inputTargetImage") as? CIImage }
    set { setValue(newValue, forKey: "inputTargetImage") }
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
  var angle: Float {
    get { definition.angle }
    set { definition.angle = newValue }
  }
  var width: Float {
    get { definition.width }
    set { definition.width = newValue }
  }
  var opacity: Float {
    get { definition.opacity }
    set { definition.opacity = newValue }
  }
}

extension CIFilter {
  /// Goes from one image to another behind a bar of light.
  ///
  /// ## Formula
  /// A front moves in the direction `inputAngle` from `inputWidth` before `inputExtent` to `inputWidth` beyond it:
  /// behind it lies the target, ahead of it the image. At distance d from the front, `inputOpacity * exp(-(d / (0.4 *
  /// inputWidth))^2)` times the colour is added. Core Image does not publish its formula. At 0 the result is the image
  /// itself, at 1 the target, cropped.
  ///
  /// ## Extended range
  /// The light is added and not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike; alpha is at most 1.
  ///
  /// ## Extent
  /// `inputExtent`. No result where that is infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 300 300], in pixels.
  /// - `inputColor`: default [0.6 1 0.8 1].
  /// - `inputTime`: default and neutral value 0, 0...1.
  /// - `inputAngle`: default and neutral value 0, 0 or more, in radians.
  /// - `inputWidth`: default and neutral value 200, 0.1 or more, in pixels.
  /// - `inputOpacity`: default and neutral value 1.3, 0 or more.
  public class func copyMachineTransition() -> any CIFilter & CICopyMachineTransition {
    BuiltInFilter<CopyMachineTransition>()
  }
}
