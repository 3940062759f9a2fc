internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage

/// Fades from one image to another.
struct DissolveTransition: FilterDefinition, PointImplementation {
  static let name = "CIDissolveTransition"
  static let displayName = "Dissolve"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .transition, .video,
  ]
  static let imageKeys = [kCIInputImageKey, kCIInputTargetImageKey]

  @Input("inputTime", type: .time, minimum: 0, maximum: 1, slider: 0...1, identity: 0) var time: Float = 0

  var alphaRule: AlphaRule { .premultiplied }

  /// Returns the image itself at 0, and the target itself at 1.
  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let target = inputs[kCIInputTargetImageKey] else { return nil }
    if time == 0 || time == 1 { return time == 0 ? image : target }
    return image.appending(point: self, with: [target], extent: image.node.extent.joined(with: target.node.extent))
  }

  func peak(of inputs: [Float?]) -> Float? {
    guard inputs.count == 2, let from = inputs[0], let to = inputs[1] else { return nil }
    return max(from, to)
  }

  func contentHeadroom(of inputs: [Float]) -> Float? { inputs.max() }

  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.allSatisfy { $0 } }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(components: Fade(time: time)) }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    func mix(_ value: (Pixel) -> Float) -> Float { value(pixels[0]) + (value(pixels[1]) - value(pixels[0])) * time }
    return Pixel(r: mix(\.r), g: mix(\.g), b: mix(\.b), a: mix(\.a))
  }

  struct Fade: ComponentKernel {
    let time: Float

    @inline(__always) func color(_ from: Float, _ to: Float) -> Float { from * (1 - time) + to * time }
  }
}

/// Fades from one image to another; see `CIFilter.dissolveTransition()`.
public protocol CIDissolveTransition: CIFilterProtocol {
  /// The image at time 0.
  var inputImage: CIImage? { get set }
  /// The image at time 1.
  var targetImage: CIImage? { get set }
  /// The progress of the transition, 0...1.
  var time: Float { get set }
}

extension BuiltInFilter: CIDissolveTransition where Definition == DissolveTransition {
  var targetImage: CIImage? {
    get { value(forKey: kCIInputTargetImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputTargetImageKey) }
  }
  var time: Float {
    get { definition.time }
    set { definition.time = newValue }
  }
}

extension CIFilter {
  /// Fades from one image to another.
  ///
  /// ## Formula
  /// `image * (1 - inputTime) + target * inputTime` in linear light. At 0 the result is the image itself, at 1 the target.
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
  /// - `inputTime`: default 0, 0...1.
  public class func dissolveTransition() -> any CIFilter & CIDissolveTransition { BuiltInFilter<DissolveTransition>() }
}
