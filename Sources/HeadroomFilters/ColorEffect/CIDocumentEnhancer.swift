internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Removes shadows from the photo of a document, and makes its paper white.
struct DocumentEnhancer: FilterDefinition {
  static let name = "CIDocumentEnhancer"
  static let introduced = FilterAvailability(iOS: "13.0", macOS: "10.15")
  static let categories: [FilterCategory] = [.colorEffect, .nonSquarePixels, .stillImage]

  @Input("inputAmount", minimum: 0, maximum: 10, slider: 0...2) var amount: Float = 1

  var isNeutral: Bool { amount == 0 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let bounds = PixelRect(enclosing: image.extent)
    if bounds.isEmpty || bounds.isInfinite { return nil }
    return image.appending(point: OnPaper(amount: amount), with: [paper(of: image, bounds)], extent: image.extent)
  }

  /// The brightness of the paper: dark marks smaller than a twentieth of the shorter side are removed.
  private func paper(of image: CIImage, _ bounds: PixelRect) -> CIImage {
    let reach = max(min(bounds.width, bounds.height) / 20, 1)
    let side = Float(2 * reach + 1)
    return image.appending(point: SharpenLuminance.OpaqueLuma(), extent: image.extent).clampedToExtent()
      .extreme(.largest, ofRectangle: side, side, isGrown: false)
      .extreme(.smallest, ofRectangle: side, side, isGrown: false)
      .cropped(to: bounds.cgRect).gaussianBlurredWithRepeatedEdges(sigma: Double(reach))
  }

  /// Colour as a share of the paper's light, with more contrast.
  struct OnPaper: PointImplementation {
    let amount: Float

    var alphaRule: AlphaRule { .straight }
    var fingerprint: Fingerprint { Fingerprint("on paper", [Double(amount)]) }
    func peak(of inputs: [Float?]) -> Float? { amount > 1 ? 1 : nil }
    func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }
    private var share: Share { Share(division: min(amount, 1), contrast: max(amount - 1, 0)) }
    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: share) }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      share.apply(pixels[0], pixels[1])
    }

    struct Share: BlendKernel {
      let division, contrast: Float

      @inline(__always) func apply(_ p: Pixel, _ paper: Pixel) -> Pixel {
        let scale = 1 + (1 / larger(paper.r, 0.05) - 1) * division
        @inline(__always) func ink(_ c: Float) -> Float {
          let light = c * scale
          let t = clamped(light, 0, 1)
          let more = clamped(t + contrast * (t * t * (3 - 2 * t) - t), 0, 1)
          return contrast > 0 ? more : light
        }
        return Pixel(r: ink(p.r), g: ink(p.g), b: ink(p.b), a: p.a)
      }
    }
  }
}

/// Removes shadows from the photo of a document; see `CIFilter.documentEnhancer()`.
public protocol CIDocumentEnhancer: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How much, 0...10; 0 leaves the image as it is, 1 makes paper white, more adds contrast.
  var amount: Float { get set }
}

extension BuiltInFilter: CIDocumentEnhancer where Definition == DocumentEnhancer {
  var amount: Float {
    get { definition.amount }
    set { definition.amount = newValue }
  }
}

extension CIFilter {
  /// Removes shadows from the photo of a document, and makes its paper white.
  ///
  /// ## Formula
  /// The paper's light B is the luma `0.2125 r + 0.7154 g + 0.0721 b` of unpremultiplied colour, closed (the largest
  /// values, then the smallest of those) over squares of `2 n + 1` pixels, n a twentieth of the shorter side, rounded
  /// down and at least 1, and blurred by a Gaussian with sigma n; edges are repeated. Colour c becomes c mixed with
  /// `c / max(B, 0.05)` by `min(inputAmount, 1)`. Above 1, t = c clamped to 0...1 becomes `t + (inputAmount - 1) * (t *
  /// t * (3 - 2 * t) - t)`, clamped to 0...1. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Light above white counts as brighter paper. Nothing is clamped up to an amount of 1.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Extent
  /// The image's. No result where that is empty or infinite.
  ///
  /// ## Keys
  /// - `inputAmount`: default 1, 0...10.
  public class func documentEnhancer() -> any CIFilter & CIDocumentEnhancer { BuiltInFilter<DocumentEnhancer>() }
}
