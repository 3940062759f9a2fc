internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// A photo effect: a change of sRGB-encoded colour.
protocol PhotoEffectFilter: PointFilter {
  var extrapolate: Bool { get set }
}

extension PhotoEffectFilter {

  func peak(of inputs: [Float?]) -> Float? { extrapolate ? nil : 1 }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.inColorSpace(CGColorSpace(encoding: .extendedSRGB)) {
      $0.appending(point: self, extent: $0.node.extent)
    }
  }

  /// The range of colours that the look is applied to.
  var range: LookRange { extrapolate ? LookRange(low: -1e30, high: 1e30) : LookRange(low: 0, high: 1) }
}

/// The range that colours are clamped to before a look is applied.
struct LookRange: Sendable {
  let low, high: Float

  @inline(__always)
  func clamp(_ x: Float) -> Float { clamped(x, low, high) }

  /// Colour at a scaled distance from its own grey, clamped before and after.
  @inline(__always)
  func saturated(_ p: Pixel, _ saturation: Float) -> Pixel {
    let (r, g, b) = (clamp(p.r), clamp(p.g), clamp(p.b))
    let grey = Luma.of(r, g, b)
    return Pixel(
      r: clamp(grey + saturation * (r - grey)), g: clamp(grey + saturation * (g - grey)),
      b: clamp(grey + saturation * (b - grey)), a: p.a)
  }

  @inline(__always)
  func luma(_ p: Pixel) -> Float { Luma.of(clamp(p.r), clamp(p.g), clamp(p.b)) }
}

/// Curves from 0 to 1 that continue beyond.
enum LookCurve {
  /// `x * x * (3 - 2 * x)`, constant beyond.
  @inline(__always)
  static func sigmoid(_ x: Float) -> Float {
    let t = clamped(x, 0, 1)
    return t * t * (3 - 2 * t)
  }

  /// A power below 1, with its slope at 1 above; mirrored below 0, where it is vertical.
  @inline(__always)
  static func root(_ x: Float, _ power: Float) -> Float {
    signedPow(smaller(x, 1), power) + power * larger(x - 1, 0)
  }

  /// A power above 1, with its slope at 1 above; constant below 0.
  @inline(__always)
  static func power(_ x: Float, _ power: Float) -> Float {
    powFast(clamped(x, 0, 1), power) + power * larger(x - 1, 0)
  }
}

/// The inputs shared by the photo effects; see `CIFilter.photoEffectChrome()`.
public protocol CIPhotoEffect: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Whether the look is extrapolated beyond 0 and 1; otherwise colours are clamped first.
  var extrapolate: Bool { get set }
}

extension BuiltInFilter: CIPhotoEffect where Definition: PhotoEffectFilter {
  var extrapolate: Bool {
    get { definition.extrapolate }
    set { definition.extrapolate = newValue }
  }
}
