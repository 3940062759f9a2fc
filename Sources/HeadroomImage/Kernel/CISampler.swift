public import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomPixels

/// How a kernel reads an image: the pixels outside, the interpolation between centres, and a transform or colour space
/// applied first.
public final class CISampler: Sendable {
  private let sampled: CIImage
  private let isClamped: Bool

  /// Reads an image unchanged: transparent outside, interpolated, or the nearest pixel after
  /// `CIImage.samplingNearest()`.
  public convenience init(image: CIImage) { self.init(image: image, options: nil) }

  /// Reads an image with options: ``kCISamplerAffineMatrix``, ``kCISamplerWrapMode``, ``kCISamplerFilterMode``,
  /// ``kCISamplerColorSpace``. Missing options have their defaults; unknown ones are ignored.
  public init(image: CIImage, options: [AnyHashable: Any]?) {
    let options = options ?? [:]
    DeveloperNotes.ignored(options.keys.map { "\($0)" }, butFor: Self.keys, by: "CISampler")
    var image = image
    switch OptionValues.text(options[kCISamplerFilterMode]) {
    case kCISamplerFilterNearest: image = image.samplingNearest()
    case kCISamplerFilterLinear: image = image.samplingLinear()
    default: break
    }
    if let space = options[kCISamplerColorSpace] as? CGColorSpace {
      image = image.matchedFromWorkingSpace(to: space) ?? image
    }
    if let transform = Self.transform(options[kCISamplerAffineMatrix]) { image = image.transformed(by: transform) }
    sampled = image
    isClamped = OptionValues.text(options[kCISamplerWrapMode]) == kCISamplerWrapClamp
  }

  private static let keys: Set = [
    kCISamplerAffineMatrix, kCISamplerWrapMode, kCISamplerFilterMode, kCISamplerColorSpace,
  ]

  private static func transform(_ value: Any?) -> CGAffineTransform? {
    switch value {
    case let transform as CGAffineTransform: return transform
    case let transform as AffineTransform:
      return CGAffineTransform(
        a: transform.m11, b: transform.m12, c: transform.m21, d: transform.m22, tx: transform.tX, ty: transform.tY)
    case let vector as CIVector: return vector.count == 6 ? vector.cgAffineTransformValue : nil
    default:
      guard let numbers = OptionValues.numbers(value), numbers.count == 6 else { return nil }
      return CIVector(numbers.map { CGFloat($0) }).cgAffineTransformValue
    }
  }

  /// Where the sampled image has pixels of its own; a clamped one repeats its edge beyond.
  public var extent: CGRect { sampled.extent }

  /// The same as a shape.
  public var definition: CIFilterShape { CIFilterShape(rect: extent) }

  /// The image, with its edge repeated if the options ask for it.
  package var image: CIImage { isClamped ? sampled.clampedToExtent() : sampled }

  /// The image itself: a general kernel repeats the edge while it reads.
  package var source: CIImage { sampled }

  var settings: SamplerSettings {
    SamplerSettings(
      isNearest: sampled.samplesNearest, isClamped: isClamped, extent: PixelRect(enclosing: sampled.extent))
  }
}

/// A transform of the image before it is sampled: `CGAffineTransform`, `AffineTransform`, or six numbers.
public let kCISamplerAffineMatrix = "kCISamplerAffineMatrix"
/// The pixels outside the image: ``kCISamplerWrapBlack`` or ``kCISamplerWrapClamp``.
public let kCISamplerWrapMode = "kCISamplerWrapMode"
/// Transparent black; the default.
public let kCISamplerWrapBlack = "kCISamplerWrapBlack"
/// The nearest pixel of the edge.
public let kCISamplerWrapClamp = "kCISamplerWrapClamp"
/// The interpolation between pixel centres: ``kCISamplerFilterLinear`` or ``kCISamplerFilterNearest``.
public let kCISamplerFilterMode = "kCISamplerFilterMode"
/// The nearest pixel.
public let kCISamplerFilterNearest = "kCISamplerFilterNearest"
/// Interpolated between four; the default.
public let kCISamplerFilterLinear = "kCISamplerFilterLinear"
/// A `CGColorSpace`: the kernel gets numbers of that space instead of the working space's.
public let kCISamplerColorSpace = "kCISamplerColorSpace"
