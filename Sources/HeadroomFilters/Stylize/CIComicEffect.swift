internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage

/// Gives a photo the look of a printed comic: few colours, dots, and edges in ink.
struct ComicEffect: CompositeFilter {
  static let name = "CIComicEffect"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.stillImage, .stylize, .video]

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.inColorSpace(CGColorSpace(encoding: .extendedSRGB)) { image in
      let smooth = image.applyingNoiseReduction(level: 0.1, sharpness: 0)
      let images = FilterImages([kCIInputImageKey: smooth])
      var lines = LineOverlay()
      (lines.nrNoiseLevel, lines.nrSharpness, lines.edgeIntensity, lines.contrast) = (0, 0, 2, 8)
      guard let dots = DotScreen().image(from: images), let ink = lines.image(from: images) else { return nil }
      return ink.blended(.sourceAtop, with: smooth.appending(point: Print(), with: [dots], extent: image.extent))
    }
  }

  /// Colour in steps of brightness, darker at dots.
  struct Print: PointImplementation {
    var alphaRule: AlphaRule { .straight }
    var fingerprint: Fingerprint { Fingerprint("comic print") }
    func peak(of inputs: [Float?]) -> Float? { nil }
    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: Dots()) }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      Dots().apply(pixels[0], pixels[1])
    }

    struct Dots: BlendKernel {
      @inline(__always) func apply(_ p: Pixel, _ dots: Pixel) -> Pixel {
        let luma = larger(Luma.of(p.r, p.g, p.b), 1e-3)
        let light = (luma * 6 + 0.5).rounded(.down) / (6 * luma) * (0.85 + 0.3 * dots.r)
        return Pixel(r: p.r * light, g: p.g * light, b: p.b * light, a: p.a)
      }
    }
  }
}

/// Gives a photo the look of a printed comic; see `CIFilter.comicEffect()`.
public protocol CIComicEffect: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIComicEffect where Definition == ComicEffect {}

extension CIFilter {
  /// Gives a photo the look of a printed comic: few colours, dots, and edges in ink.
  ///
  /// ## Formula
  /// On sRGB-encoded colour: `noiseReduction()` with a level of 0.1 and no sharpness. With Y = `0.2125 r + 0.7154 g + 0.0721 b` of
  /// that, at least 0.001, and d ``dotScreen()`` of it with its defaults, colour is multiplied by `floor(6 * Y + 0.5) /
  /// (6 * Y) * (0.85 + 0.3 * d)`. Within the image, ``lineOverlay()`` is laid over the result, without noise reduction,
  /// with an edge intensity of 2, a threshold of 0.1 and a contrast of 8. The look is Headroom's: Core Image does not
  /// publish its formula.
  ///
  /// ## Extended range
  /// Steps continue above white; dots do not.
  ///
  /// ## Alpha
  /// Kept.
  public class func comicEffect() -> any CIFilter & CIComicEffect { BuiltInFilter<ComicEffect>() }
}
