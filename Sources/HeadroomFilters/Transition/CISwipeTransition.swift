public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Wipes from one image to another along a soft edge.
struct SwipeTransition: FilterDefinition {
  static let name = "CISwipeTransition"
  static let displayName = "Swipe"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .transition, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputTargetImageKey]

  @Input("inputExtent") var extent = CGRect(x: 0, y: 0, width: 300, height: 300)
  @Input("inputColor", type: .opaqueColor) var color = CIColor.white
  @Input("inputTime", type: .time, minimum: 0, maximum: 1, slider: 0...1, identity: 0) var time: Float = 0
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0
  @Input("inputWidth", type: .distance, minimum: 0.1, slider: 0.1...800) var width: Float = 300
  @Input("inputOpacity", minimum: 0, slider: 0...1, identity: 0) var opacity: Float = 0

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let target = inputs[kCIInputTargetImageKey] else { return nil }
    guard extent.hasCountablePixels else { return nil }
    if time == 0 || time == 1 { return (time == 0 ? image : target).cropped(to: extent) }
    let sweep = TransitionSweep(extent, angle: angle)
    let front = sweep.low - width / 2 + time * (sweep.high - sweep.low + width)
    return image.appending(
      point: Wipe(sweep: sweep, front: front, width: width, color: color, opacity: opacity), with: [target],
      extent: extent)
  }

  struct Wipe: PointImplementation {
    let sweep: TransitionSweep
    let front, width: Float
    let color: CIColor
    let opacity: Float

    var alphaRule: AlphaRule { .premultiplied }
    var usesPosition: Bool { true }
    var fingerprint: Fingerprint {
      Fingerprint("wipe", sweep.fingerprint + [front, width, opacity].map(Double.init) + color.fingerprint)
    }

    func peak(of inputs: [Float?]) -> Float? { nil }
    func isOpaque(_ inputs: [Bool]) -> Bool { inputs.allSatisfy { $0 } }
    private func mix(in space: WorkingSpace) -> Mix {
      Mix(
        sweep: sweep, low: front - width / 2, perWidth: 1 / max(width, 1e-6), color: color.pixel(in: space),
        opacity: opacity)
    }
    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(positioned: mix(in: space)) }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      mix(in: space).apply(pixels[0], pixels[1], x: x, y: y)
    }

    struct Mix: PositionedBlend {
      let sweep: TransitionSweep
      let low, perWidth: Float
      let color: Pixel
      let opacity: Float

      @inline(__always) func apply(_ image: Pixel, _ target: Pixel, x: Float, y: Float) -> Pixel {
        let t = clamped((sweep.place(x, y) - low) * perWidth, 0, 1)
        let share = t * t * (3 - 2 * t)
        let under = target.mixed(with: image, share)
        let cover = smaller(opacity * 4 * share * (1 - share), 1)
        let rest = 1 - cover * color.a
        return Pixel(
          r: color.r * cover + under.r * rest, g: color.g * cover + under.g * rest, b: color.b * cover + under.b * rest,
          a: color.a * cover + under.a * rest)
      }
    }
  }
}

/// Wipes from one image to another along a soft edge; see `CIFilter.swipeTransition()`.
public protocol CISwipeTransition: CIFilterProtocol {
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
  /// How wide the edge is, in pixels.
  var width: Float { get set }
  /// How strong the colour is, 0 or more.
  var opacity: Float { get set }
}

extension BuiltInFilter: CISwipeTransition where Definition == SwipeTransition {
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
  /// Wipes from one image to another along a soft edge.
  ///
  /// ## Formula
  /// An edge `inputWidth` wide moves in the direction `inputAngle` across `inputExtent`, from before it to beyond it.
  /// Across the edge the share of the target falls as `1 - t * t * (3 - 2 * t)`; with m that share, the colour is laid
  /// over both with `4 * m * (1 - m) * inputOpacity` of its coverage, at most all of it. Core Image does not publish
  /// its formula. At 0 the result is the image itself, at 1 the target, cropped.
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
  /// - `inputExtent`: default [0 0 300 300], in pixels.
  /// - `inputColor`: default white.
  /// - `inputTime`: default and neutral value 0, 0...1.
  /// - `inputAngle`: default and neutral value 0, in radians.
  /// - `inputWidth`: default 300, 0.1 or more, in pixels.
  /// - `inputOpacity`: default and neutral value 0, 0 or more.
  public class func swipeTransition() -> any CIFilter & CISwipeTransition { BuiltInFilter<SwipeTransition>() }
}
