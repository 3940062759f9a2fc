internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage

/// Sharpens brightness and leaves colour differences alone.
struct SharpenLuminance: FilterDefinition {
  static let name = "CISharpenLuminance"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .sharpen, .stillImage, .video]

  @Input("inputSharpness", slider: 0...2, identity: 0) var sharpness: Float = 0.4
  @Input("inputRadius", honored: 0...200_000, slider: 0...20, unit: .pixels, identity: 0) var radius: Float = 1.69

  private var sigma: Float { radius / 2 }

  var isNeutral: Bool { sigma < GaussianBlur.smallestRadius || sharpness == 0 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    // Where a picture's edges are repeated, only the picture itself is read.
    let picture = image.repeatsEdges ? image.picture ?? image : image
    let luma = picture.appending(point: OpaqueLuma(), extent: picture.extent)
    let blurred = luma.gaussianBlurredWithRepeatedEdges(sigma: Double(sigma))
    return image.appending(point: AddLumaDetail(sharpness: sharpness), with: [blurred], extent: image.extent)
  }

  /// Luma of the straight colour in all channels, opaque, so that blurring it does not weight it by alpha.
  struct OpaqueLuma: MatrixImplementation {
    var fingerprint: Fingerprint { Fingerprint("luma") }

    func matrix(in space: WorkingSpace) -> ColorMatrix {
      var matrix = ColorMatrix(Luma.matrix)
      matrix.a = .zero
      matrix.bias.w = 1
      return matrix
    }

    func isOpaque(_ inputs: [Bool]) -> Bool { true }
  }

  /// The picture plus the difference of its luma from the blurred one.
  struct AddLumaDetail: PointImplementation {
    let sharpness: Float

    var alphaRule: AlphaRule { .premultiplied }

    var fingerprint: Fingerprint { Fingerprint("add luma detail", [Double(sharpness)]) }

    func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { $0 * (1 + 2 * abs(sharpness)) } }

    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: Kernel(sharpness: sharpness)) }

    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      Kernel(sharpness: sharpness).apply(pixels[0], pixels[1])
    }

    struct Kernel: BlendKernel {
      let sharpness: Float

      @inline(__always) func apply(_ c: Pixel, _ blurred: Pixel) -> Pixel {
        // Premultiplied luma on both sides: the straight formula times alpha.
        let luma = Luma.of(c.r, c.g, c.b)
        let detail = sharpness * (luma - c.a * blurred.r)
        return Pixel(r: c.r + detail, g: c.g + detail, b: c.b + detail, a: c.a)
      }
    }
  }
}

/// Sharpens brightness; see `CIFilter.sharpenLuminance()`.
public protocol CISharpenLuminance: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How much detail is added; 0 leaves the image as it is, negative values soften.
  var sharpness: Float { get set }
  /// Twice the standard deviation of the blur, in pixels; 0 leaves the image as it is.
  var radius: Float { get set }
}

extension BuiltInFilter: CISharpenLuminance where Definition == SharpenLuminance {
  var sharpness: Float {
    get { definition.sharpness }
    set { definition.sharpness = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// Sharpens brightness and leaves colour differences alone.
  ///
  /// ## Formula
  /// With `Y = 0.2125 r + 0.7154 g + 0.0721 b` of unpremultiplied colour: `c + inputSharpness * (Y - blurred Y)` on all
  /// three channels, blurred with standard deviation `inputRadius / 2`; pixels at the edge of the extent are repeated
  /// beyond it. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped: edges overshoot below 0 and above the picture's peak.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputSharpness`: default 0.4, neutral value 0.
  /// - `inputRadius`: default 1.69, neutral value 0, in pixels; below 0 and above 200,000 it counts as these.
  public class func sharpenLuminance() -> any CIFilter & CISharpenLuminance { BuiltInFilter<SharpenLuminance>() }
}
