internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Brightens or darkens shadows and darkens highlights, depending on their surroundings.
struct HighlightShadowAdjust: FilterDefinition {
  static let name = "CIHighlightShadowAdjust"
  static let displayName = "Highlight and Shadow Adjust"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.7")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputRadius", minimum: 0, honored: 0...100_000, slider: 0...10, identity: 0) var radius: Float = 0
  @Input("inputShadowAmount", minimum: -1, maximum: 1, slider: -1...1, identity: 0) var shadowAmount: Float = 0
  @Input("inputHighlightAmount", minimum: 0, maximum: 1, slider: 0.3...1, identity: 1) var highlightAmount: Float = 1

  var isNeutral: Bool { shadowAmount == 0 && highlightAmount == 1 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let lightness = image.appending(point: RootLuma(), extent: image.extent)
    let around =
      radius < GaussianBlur.smallestRadius
      ? lightness : lightness.gaussianBlurredWithRepeatedEdges(sigma: Double(radius))
    return image.appending(
      point: LightnessGain(shadow: shadowAmount, highlight: highlightAmount), with: [around], extent: image.extent)
  }

  /// The square root of the luma of the straight colour, opaque, so that blurring it does not weigh by alpha.
  struct RootLuma: PointImplementation {
    var fingerprint: Fingerprint { Fingerprint("root of luma") }
    var alphaRule: AlphaRule { .straight }

    func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0).squareRoot() } }
    func isOpaque(_ inputs: [Bool]) -> Bool { true }
    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(kernel: Root()) }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel { Root().apply(pixels[0]) }

    struct Root: PointKernel {
      @inline(__always) func apply(_ p: Pixel) -> Pixel {
        let value = root(larger(Luma.of(p.r, p.g, p.b), 0))
        return Pixel(r: value, g: value, b: value, a: 1)
      }
    }
  }

  /// A gain that depends on the lightness around a pixel.
  struct LightnessGain: PointImplementation {
    let shadow: Float
    let highlight: Float

    var alphaRule: AlphaRule { .premultiplied }
    var fingerprint: Fingerprint { Fingerprint("lightness gain", [Double(shadow), Double(highlight)]) }

    func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) * exp2(2 * max(shadow, 0)) } }
    func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }
    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: Gain(shadow: 2 * shadow, cut: 1 - highlight)) }

    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      let (p, lightness) = (pixels[0], min(max(Double(pixels[1].r), 0), 1))
      let t = min(max((lightness - 0.4) / 0.6, 0), 1)
      let dark = pow(2, 2 * Double(shadow) * (1 - lightness) * (1 - lightness))
      let gain = Float(dark * (1 - (1 - Double(highlight)) * t * t * (3 - 2 * t)))
      return Pixel(r: p.r * gain, g: p.g * gain, b: p.b * gain, a: p.a)
    }

    struct Gain: BlendKernel {
      let shadow, cut: Float

      @inline(__always) func apply(_ p: Pixel, _ around: Pixel) -> Pixel {
        let lightness = clamped(around.r, 0, 1)
        let dark = 1 - lightness
        let t = clamped((lightness - 0.4) * (1 / 0.6 as Float), 0, 1)
        let gain = exp2Fast(shadow * dark * dark) * (1 - cut * t * t * (3 - 2 * t))
        return Pixel(r: p.r * gain, g: p.g * gain, b: p.b * gain, a: p.a)
      }
    }
  }
}

/// Brightens or darkens shadows and darkens highlights, depending on their surroundings; see
/// `CIFilter.highlightShadowAdjust()`.
public protocol CIHighlightShadowAdjust: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How far the surroundings of a pixel reach, as the standard deviation of a blur in pixels, 0 or more.
  var radius: Float { get set }
  /// How much shadows are brightened, -1...1; 0 leaves them as they are.
  var shadowAmount: Float { get set }
  /// How much of the highlights remains, 0...1; 1 leaves them as they are.
  var highlightAmount: Float { get set }
}

extension BuiltInFilter: CIHighlightShadowAdjust where Definition == HighlightShadowAdjust {
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var shadowAmount: Float {
    get { definition.shadowAmount }
    set { definition.shadowAmount = newValue }
  }
  var highlightAmount: Float {
    get { definition.highlightAmount }
    set { definition.highlightAmount = newValue }
  }
}

extension CIFilter {
  /// Brightens or darkens shadows and darkens highlights, depending on their surroundings.
  ///
  /// ## Formula
  /// With Y = `0.2125 r + 0.7154 g + 0.0721 b` of unpremultiplied colour and L = `sqrt(Y)`, blurred with the standard
  /// deviation `inputRadius` (edges repeated) and clamped to 0...1: the colour times
  /// `2^(2 * inputShadowAmount * (1 - L)^2)` and times `1 - (1 - inputHighlightAmount) * smoothstep(0.4, 1, L)`. Core
  /// Image does not publish its formula.
  ///
  /// ## Extended range
  /// Where L is above 1 the gain for an L of 1 applies: highlights are scaled, never clipped.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Extent
  /// The image's.
  ///
  /// ## Keys
  /// - `inputRadius`: default and neutral value 0, 0 or more; beyond 100,000 it counts as that.
  /// - `inputShadowAmount`: default and neutral value 0, -1...1.
  /// - `inputHighlightAmount`: default and neutral value 1, 0...1.
  public class func highlightShadowAdjust() -> any CIFilter & CIHighlightShadowAdjust {
    BuiltInFilter<HighlightShadowAdjust>()
  }
}
