internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage

/// Draws edges in white ink.
struct EdgeWork: FilterDefinition {
  static let name = "CIEdgeWork"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.stillImage, .stylize, .video]

  @Input("inputRadius", type: .distance, minimum: 0, honored: 0...100_000, slider: 0...20) var radius: Float = 3

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let luma = image.appending(point: SharpenLuminance.OpaqueLuma(), extent: image.extent)
    let size = Double(max(radius, 0.4))
    let (fine, coarse) = (
      luma.gaussianBlurredWithRepeatedEdges(sigma: size / 2), luma.gaussianBlurredWithRepeatedEdges(sigma: size)
    )
    return fine.appending(point: Ink(), with: [coarse], extent: image.extent)
      .applyingFilter("CISourceInCompositing", parameters: [kCIInputBackgroundImageKey: image])
  }

  /// White whose alpha is the difference of two blurs.
  struct Ink: PointImplementation {
    var alphaRule: AlphaRule { .premultiplied }
    var fingerprint: Fingerprint { Fingerprint("edge ink") }
    func peak(of inputs: [Float?]) -> Float? { 1 }
    func isOpaque(_ inputs: [Bool]) -> Bool { false }
    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: Kernel()) }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      Kernel().apply(pixels[0], pixels[1])
    }

    struct Kernel: BlendKernel {
      @inline(__always) func apply(_ fine: Pixel, _ coarse: Pixel) -> Pixel {
        let contrast = abs(fine.r - coarse.r) / larger(coarse.r, 0.05)
        let ink = smoothStep(0.05, 0.2, contrast)
        return Pixel(r: ink, g: ink, b: ink, a: ink)
      }
    }
  }
}

/// Draws edges in white ink; see `CIFilter.edgeWork()`.
public protocol CIEdgeWork: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How wide edges are, in pixels, 0 or more.
  var radius: Float { get set }
}

extension BuiltInFilter: CIEdgeWork where Definition == EdgeWork {
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// Draws edges in white ink.
  ///
  /// ## Formula
  /// With A and B the luma (0.2125 r + 0.7154 g + 0.0721 b of unpremultiplied colour) blurred by Gaussians of half of
  /// `inputRadius` and of `inputRadius`, edges repeated: white with the alpha `smoothstep(0.05, 0.2, |A - B| / max(B,
  /// 0.05))`, times the alpha of the image. Radii below 0.4 count as that. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Contrast is relative, so bright edges and dark ones are drawn alike.
  ///
  /// ## Alpha
  /// Transparent where there is no edge.
  ///
  /// ## Extent
  /// The image's.
  ///
  /// ## Keys
  /// - `inputRadius`: default 3, 0 or more, in pixels; beyond 100,000 it counts as that.
  public class func edgeWork() -> any CIFilter & CIEdgeWork { BuiltInFilter<EdgeWork>() }
}
