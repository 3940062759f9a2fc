internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// How far each pixel lies from the edge of a mask, below 0 inside.
struct SignedDistanceGradientFromRedMask: FilterDefinition {
  static let name = "CISignedDistanceGradientFromRedMask"
  static let introduced = FilterAvailability(iOS: "26.0", macOS: "26.0")
  static let categories: [FilterCategory] = [.gradient, .stillImage, .video]

  @Input("inputMaximumDistance", type: .distance, minimum: 0, maximum: 1000, slider: 1...100) var maximumDistance:
    Float = 10

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let mask = inputs.main else { return nil }
    let extent = PixelRect(enclosing: mask.node.extent)
    guard !extent.isEmpty, !extent.isInfinite else { return nil }
    let reach = Int(maximumDistance.rounded(.up)) + 1
    let outside = DistanceTransform(maximum: maximumDistance, mask: extent)
    let grown = extent.expanded(dx: reach, dy: reach).cgRect
    return mask.appending(processor: outside, extent: grown)
      .appending(point: SignedDifference(), with: [mask.insideDistance(maximum: maximumDistance)], extent: grown)
      .clampedToExtent()
  }
}

/// Red of one image minus red of another where that is opaque, in all channels.
struct SignedDifference: PointImplementation {
  var alphaRule: AlphaRule { .premultiplied }
  var fingerprint: Fingerprint { Fingerprint("signed difference") }
  func peak(of inputs: [Float?]) -> Float? { inputs.first ?? nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }
  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: Kernel()) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    Kernel().apply(pixels[0], pixels[1])
  }

  struct Kernel: BlendKernel {
    @inline(__always) func apply(_ outside: Pixel, _ inside: Pixel) -> Pixel {
      let value = outside.r - inside.r
      return Pixel(r: value, g: value, b: value, a: outside.a)
    }
  }
}

extension CIImage {
  /// The distance of each pixel of a red mask to the nearest pixel outside of it, as a share of the largest distance; 0
  /// outside.
  func insideDistance(maximum: Float) -> CIImage {
    let extent = PixelRect(enclosing: node.extent)
    // The row of pixels around the image counts as outside.
    let framed = extent.expanded(dx: 1, dy: 1)
    let outside = appending(point: OutsideMask(), with: [], extent: node.extent)
      .composited(over: CIImage(color: .red).cropped(to: framed.cgRect))
    return outside.appending(processor: DistanceTransform(maximum: maximum, mask: framed), extent: framed.cgRect)
  }
}

/// Opaque red where a mask is not.
struct OutsideMask: PointImplementation {
  var alphaRule: AlphaRule { .premultiplied }
  var fingerprint: Fingerprint { Fingerprint("outside mask") }
  func peak(of inputs: [Float?]) -> Float? { 1 }
  func isOpaque(_ inputs: [Bool]) -> Bool { true }
  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(kernel: Kernel()) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel { Kernel().apply(pixels[0]) }

  struct Kernel: PointKernel {
    @inline(__always) func apply(_ p: Pixel) -> Pixel { Pixel(r: p.r > 0.5 ? 0 : 1, g: 0, b: 0, a: 1) }
  }
}

/// How far each pixel lies from the edge of a mask, below 0 inside; see
/// `CIFilter.signedDistanceGradientFromRedMask()`.
public protocol CISignedDistanceGradientFromRedMask: CIFilterProtocol {
  /// The mask: where red is above 0.5.
  var inputImage: CIImage? { get set }
  /// The distance at which the result is 1, in pixels, 0...1000.
  var maximumDistance: Float { get set }
}

extension BuiltInFilter: CISignedDistanceGradientFromRedMask where Definition == SignedDistanceGradientFromRedMask {
  var maximumDistance: Float {
    get { definition.maximumDistance }
    set { definition.maximumDistance = newValue }
  }
}

extension CIFilter {
  /// How far each pixel lies from the edge of a mask, below 0 inside.
  ///
  /// ## Formula
  /// Outside the mask (red at most 0.5, and everything beyond the image) the distance to the nearest pixel of it,
  /// inside the negative distance to the nearest pixel outside, both from centre to centre, over
  /// `inputMaximumDistance`, clamped to -1...1.
  ///
  /// ## Extended range
  /// -1...1 in red, green and blue.
  ///
  /// ## Alpha
  /// Opaque.
  ///
  /// ## Extent
  /// Infinite. No result for infinite and empty images.
  ///
  /// ## Keys
  /// - `inputMaximumDistance`: default 10, 0...1000, in pixels.
  public class func signedDistanceGradientFromRedMask() -> any CIFilter & CISignedDistanceGradientFromRedMask {
    BuiltInFilter<SignedDistanceGradientFromRedMask>()
  }
}
