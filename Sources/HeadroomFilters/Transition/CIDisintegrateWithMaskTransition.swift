public import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Goes from one image to another in the order of a mask, with a shadow.
struct DisintegrateWithMaskTransition: FilterDefinition, PointImplementation {
  static let name = "CIDisintegrateWithMaskTransition"
  static let displayName = "Disintegrate With Mask"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .transition, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputTargetImageKey, kCIInputMaskImageKey]

  @Input("inputTime", type: .time, minimum: 0, maximum: 1, slider: 0...1, identity: 0) var time: Float = 0
  @Input("inputShadowRadius", type: .distance, minimum: 0, honored: 0...100_000, slider: 0...50) var shadowRadius:
    Float = 8
  @Input("inputShadowDensity", minimum: 0, maximum: 1, slider: 0...1, identity: 0) var shadowDensity: Float = 0.65
  @Input("inputShadowOffset", type: .offset, identity: CGPoint(x: 0, y: 0)) var shadowOffset = CGPoint(x: 0, y: -10)

  var isNeutral: Bool { false }

  var alphaRule: AlphaRule { .premultiplied }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let target = inputs[kCIInputTargetImageKey], let mask = inputs[kCIInputMaskImageKey]
    else { return nil }
    if time == 0 || time == 1 { return time == 0 ? image : target }
    let extent = image.node.extent.joined(with: target.node.extent)
    let left = mask.appending(point: Remaining(time: time), extent: mask.extent)
    let shadow = left.gaussianBlurred(sigma: Double(max(shadowRadius, 0.16)))
      .transformed(by: CGAffineTransform(translationX: shadowOffset.x, y: shadowOffset.y))
    return image.appending(point: self, with: [target, left, shadow], extent: extent)
  }

  func peak(of inputs: [Float?]) -> Float? {
    guard inputs.count == 4, let from = inputs[0], let to = inputs[1] else { return nil }
    return max(from, to, 0)
  }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.prefix(2).allSatisfy { $0 } }

  func makeStage(in space: WorkingSpace) -> RowStage {
    let density = shadowDensity
    return unsafe RowStage { rows, others, count, _, _ in
      let (left, shadow) = unsafe (others[1].r, others[2].r)
      for plane in 0..<4 {
        let (image, target) = unsafe (rows.plane(plane), others[0].plane(plane))
        let dark = plane < 3 ? density : 0
        for i in 0..<count {
          let lit = unsafe target[i] * (1 - dark * shadow[i])
          let own = unsafe image[i]
          unsafe image[i] = left[i] > 0.5 ? own : lit
        }
      }
    }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    if pixels[2].r > 0.5 { return pixels[0] }
    let (target, light) = (pixels[1], 1 - shadowDensity * pixels[3].r)
    return Pixel(r: target.r * light, g: target.g * light, b: target.b * light, a: target.a)
  }

  /// White where the first image is still shown.
  struct Remaining: PointImplementation {
    let time: Float

    var alphaRule: AlphaRule { .premultiplied }
    var fingerprint: Fingerprint { Fingerprint("remaining", [Double(time)]) }
    func peak(of inputs: [Float?]) -> Float? { 1 }
    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(kernel: Kernel(time: time)) }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      Kernel(time: time).apply(pixels[0])
    }

    struct Kernel: PointKernel {
      let time: Float

      @inline(__always) func apply(_ p: Pixel) -> Pixel {
        let value: Float = Luma.of(p.r, p.g, p.b) > time ? 1 : 0
        return Pixel(r: value, g: value, b: value, a: value)
      }
    }
  }
}

/// Goes from one image to another in the order of a mask, with a shadow; see
/// `CIFilter.disintegrateWithMaskTransition()`.
public protocol CIDisintegrateWithMaskTransition: CIFilterProtocol {
  /// The image at time 0.
  var inputImage: CIImage? { get set }
  /// The image at time 1.
  var targetImage: CIImage? { get set }
  /// The order: dark parts change first.
  var maskImage: CIImage? { get set }
  /// The progress of the transition, 0...1.
  var time: Float { get set }
  /// How soft the shadow is, as the standard deviation of a blur in pixels, 0 or more.
  var shadowRadius: Float { get set }
  /// How dark the shadow is, 0...1.
  var shadowDensity: Float { get set }
  /// Where the shadow falls, in pixels.
  var shadowOffset: CGPoint { get set }
}

extension BuiltInFilter: CIDisintegrateWithMaskTransition where Definition == DisintegrateWithMaskTransition {
  var targetImage: CIImage? {
    get { value(forKey: "inputTargetImage") as? CIImage }
    set { setValue(newValue, forKey: "inputTargetImage") }
  }
  var maskImage: CIImage? {
    get { value(forKey: "inputMaskImage") as? CIImage }
    set { setValue(newValue, forKey: "inputMaskImage") }
  }
  var time: Float {
    get { definition.time }
    set { definition.time = newValue }
  }
  var shadowRadius: Float {
    get { definition.shadowRadius }
    set { definition.shadowRadius = newValue }
  }
  var shadowDensity: Float {
    get { definition.shadowDensity }
    set { definition.shadowDensity = newValue }
  }
  var shadowOffset: CGPoint {
    get { definition.shadowOffset }
    set { definition.shadowOffset = newValue }
  }
}

extension CIFilter {
  /// Goes from one image to another in the order of a mask, with a shadow.
  ///
  /// ## Formula
  /// The target shows where the premultiplied luma of the mask (0.2125 r + 0.7154 g + 0.0721 b) is at most `inputTime`,
  /// and outside the mask. The remaining image casts a shadow on it: its shape, blurred by a Gaussian of
  /// `inputShadowRadius` and shifted by `inputShadowOffset`, times `inputShadowDensity`, darkens the target. Core Image
  /// does not publish its formula. At 0 the result is the image itself, at 1 the target: where the mask is 1 or more,
  /// the image stays until then.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The union.
  ///
  /// ## Keys
  /// - `inputTime`: default and neutral value 0, 0...1.
  /// - `inputShadowRadius`: default 8, 0 or more, in pixels; beyond 100,000 it counts as that.
  /// - `inputShadowDensity`: default 0.65, 0...1, neutral value 0.
  /// - `inputShadowOffset`: default [0 -10], in pixels.
  public class func disintegrateWithMaskTransition() -> any CIFilter & CIDisintegrateWithMaskTransition {
    BuiltInFilter<DisintegrateWithMaskTransition>()
  }
}
