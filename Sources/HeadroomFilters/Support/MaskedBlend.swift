internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage

/// Mixes the image with a background by one channel of a mask.
protocol MaskedBlendFilter: FilterDefinition, PointImplementation {
  /// The channel of the mask that counts.
  static var mask: MaskMix { get }
}

extension MaskedBlendFilter {
  var alphaRule: AlphaRule { .premultiplied }

  func peak(of inputs: [Float?]) -> Float? {
    guard inputs.count == 3, let image = inputs[0], let background = inputs[1] else { return nil }
    return max(image, background)
  }

  func contentHeadroom(of inputs: [Float]) -> Float? { inputs.prefix(2).max() }

  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.prefix(2).allSatisfy { $0 } }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(maskedBlend: Self.mask) }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let m = Self.mask.value(of: pixels[2])
    func mix(_ value: (Pixel) -> Float) -> Float { value(pixels[1]) * (1 - m) + value(pixels[0]) * m }
    return Pixel(r: mix(\.r), g: mix(\.g), b: mix(\.b), a: mix(\.a))
  }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let mask = inputs[kCIInputMaskImageKey] else { return nil }
    let background = inputs[kCIInputBackgroundImageKey] ?? .empty()
    return image.appending(
      point: self, with: [background, mask], extent: image.node.extent.joined(with: background.node.extent))
  }
}

extension RegisteredFilter where Self: MaskedBlendFilter {
  static var imageKeys: [String] { [kCIInputImageKey, kCIInputBackgroundImageKey, kCIInputMaskImageKey] }
  var isNeutral: Bool { false }
}

/// `mix(background, image, m)` on premultiplied pixels, m a channel of the mask clamped to 0...1.
struct MaskMix: MaskedBlendKernel {
  let r, g, b, a: Float

  static let red = MaskMix(r: 1, g: 0, b: 0, a: 0)
  static let green = MaskMix(r: 0, g: 1, b: 0, a: 0)
  static let blue = MaskMix(r: 0, g: 0, b: 1, a: 0)
  static let alpha = MaskMix(r: 0, g: 0, b: 0, a: 1)

  @inline(__always) func value(of mask: Pixel) -> Float {
    clamped(r * mask.r + g * mask.g + b * mask.b + a * mask.a, 0, 1)
  }

  @inline(__always) func apply(_ s: Pixel, _ d: Pixel, _ mask: Pixel) -> Pixel {
    let m = value(of: mask)
    let rest = 1 - m
    return Pixel(
      r: d.r * rest + s.r * m, g: d.g * rest + s.g * m, b: d.b * rest + s.b * m, a: d.a * rest + s.a * m)
  }
}

/// The inputs shared by filters that mix two images by a mask; see `CIFilter.blendWithMask()`.
public protocol CIBlendWithMask: CIFilterProtocol {
  /// Shown where the mask is 1.
  var inputImage: CIImage? { get set }
  /// Shown where the mask is 0; nil is transparent.
  var backgroundImage: CIImage? { get set }
  /// The mask that selects between the two images.
  var maskImage: CIImage? { get set }
}

extension BuiltInFilter: CIBlendWithMask where Definition: MaskedBlendFilter {
  var maskImage: CIImage? {
    get { value(forKey: kCIInputMaskImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputMaskImageKey) }
  }
}
