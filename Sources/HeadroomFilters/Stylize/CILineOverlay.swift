internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage

/// Draws edges in black lines.
struct LineOverlay: FilterDefinition {
  static let name = "CILineOverlay"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.stillImage, .stylize, .video]

  @Input("inputNRNoiseLevel", minimum: 0, slider: 0...0.1, identity: 0) var nrNoiseLevel: Float = 0.07
  @Input("inputNRSharpness", minimum: 0, slider: 0...2, identity: 0) var nrSharpness: Float = 0.71
  @Input("inputEdgeIntensity", minimum: 0, slider: 0...200, identity: 0) var edgeIntensity: Float = 1
  @Input("inputThreshold", minimum: 0, slider: 0...1, identity: 0) var threshold: Float = 0.1
  @Input("inputContrast", minimum: 0.25, slider: 0.25...200, identity: 1) var contrast: Float = 50

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let smooth = image.applyingNoiseReduction(level: nrNoiseLevel, sharpness: nrSharpness)
    let luma = smooth.appending(point: SharpenLuminance.OpaqueLuma(), extent: image.extent)
    let edges = luma.appending(area: Gradients.over(luma, .magnitude(0.25 * edgeIntensity)), extent: image.extent)
    return edges.appending(point: Lines(threshold: threshold, contrast: contrast), extent: image.extent)
      .applyingFilter("CISourceInCompositing", parameters: [kCIInputBackgroundImageKey: image])
  }

  /// Black whose alpha is the strength of an edge.
  struct Lines: PointImplementation {
    let threshold, contrast: Float

    var alphaRule: AlphaRule { .premultiplied }
    var fingerprint: Fingerprint { Fingerprint("lines", [Double(threshold), Double(contrast)]) }
    func peak(of inputs: [Float?]) -> Float? { 0 }
    func isOpaque(_ inputs: [Bool]) -> Bool { false }
    func makeStage(in space: WorkingSpace) -> RowStage {
      RowStage(kernel: Kernel(threshold: threshold, contrast: contrast))
    }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      Kernel(threshold: threshold, contrast: contrast).apply(pixels[0])
    }

    struct Kernel: PointKernel {
      let threshold, contrast: Float

      @inline(__always) func apply(_ p: Pixel) -> Pixel {
        Pixel(r: 0, g: 0, b: 0, a: clamped((p.r - threshold) * contrast, 0, 1))
      }
    }
  }
}

/// Draws edges in black lines; see `CIFilter.lineOverlay()`.
public protocol CILineOverlay: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Differences in luma below this are noise, 0 or more.
  var nrNoiseLevel: Float { get set }
  /// How much edges are sharpened first, 0 or more.
  var nrSharpness: Float { get set }
  /// A factor on the strength of edges, 0 or more.
  var edgeIntensity: Float { get set }
  /// The strength where lines begin, 0 or more.
  var threshold: Float { get set }
  /// How quickly lines become black, 0.25 or more.
  var contrast: Float { get set }
}

extension BuiltInFilter: CILineOverlay where Definition == LineOverlay {
  var nrNoiseLevel: Float {
    get { definition.nrNoiseLevel }
    set { definition.nrNoiseLevel = newValue }
  }
  var nrSharpness: Float {
    get { definition.nrSharpness }
    set { definition.nrSharpness = newValue }
  }
  var edgeIntensity: Float {
    get { definition.edgeIntensity }
    set { definition.edgeIntensity = newValue }
  }
  var threshold: Float {
    get { definition.threshold }
    set { definition.threshold = newValue }
  }
  var contrast: Float {
    get { definition.contrast }
    set { definition.contrast = newValue }
  }
}

extension CIFilter {
  /// Draws edges in black lines.
  ///
  /// ## Formula
  /// The image is smoothed as in `noiseReduction()` with `inputNRNoiseLevel` and `inputNRSharpness`; e is the length
  /// of the gradient of its luma (0.2125 r + 0.7154 g + 0.0721 b of unpremultiplied colour) by Sobel's weights over 4,
  /// so that a step of 1 gives 1, times `inputEdgeIntensity`. The result is black with the alpha `clamp((e -
  /// inputThreshold) * inputContrast, 0, 1)`, times the alpha of the image. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Edges of light above 1 are lines as well.
  ///
  /// ## Alpha
  /// Transparent where there is no line.
  ///
  /// ## Extent
  /// The image's.
  ///
  /// ## Keys
  /// - `inputNRNoiseLevel`: default 0.07, 0 or more, neutral value 0.
  /// - `inputNRSharpness`: default 0.71, 0 or more, neutral value 0.
  /// - `inputEdgeIntensity`: default 1, 0 or more, neutral value 0.
  /// - `inputThreshold`: default 0.1, 0 or more, neutral value 0.
  /// - `inputContrast`: default 50, 0.25 or more, neutral value 1.
  public class func lineOverlay() -> any CIFilter & CILineOverlay { BuiltInFilter<LineOverlay>() }
}
