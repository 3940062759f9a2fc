internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Adds the detail that a Gaussian blur removes: contrast at edges.
struct UnsharpMask: FilterDefinition {
  static let name = "CIUnsharpMask"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .sharpen, .stillImage, .video]

  @Input("inputRadius", type: .distance, minimum: 0, honored: 0...100_000, slider: 0...100, identity: 0) var radius:
    Float = 2.5
  @Input("inputIntensity", minimum: 0, slider: 0...1, identity: 0) var intensity: Float = 0.5

  var isNeutral: Bool { radius < GaussianBlur.smallestRadius || intensity == 0 }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { Self.sharpened($0, radius: radius, intensity: intensity) }
  }

  /// The filter's result for an image.
  static func sharpened(_ image: CIImage, radius: Float, intensity: Float) -> CIImage {
    if radius < GaussianBlur.smallestRadius || intensity == 0 { return image }
    let blurred = image.gaussianBlurredWithRepeatedEdges(sigma: Double(radius))
    return image.appending(point: AddDetail(intensity: intensity), with: [blurred], extent: image.extent)
  }

  /// The picture plus its difference from the blurred one.
  struct AddDetail: PointImplementation {
    let intensity: Float

    var alphaRule: AlphaRule { .premultiplied }

    var fingerprint: Fingerprint { Fingerprint("add detail", [Double(intensity)]) }

    /// The blurred picture is not below 0 where the picture is not.
    func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { $0 * (1 + 2 * abs(intensity)) } }

    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: Kernel(intensity: intensity)) }

    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      Kernel(intensity: intensity).apply(pixels[0], pixels[1])
    }

    struct Kernel: BlendKernel {
      let intensity: Float

      @inline(__always) func apply(_ c: Pixel, _ blurred: Pixel) -> Pixel {
        Pixel(
          r: c.r + intensity * (c.r - blurred.r), g: c.g + intensity * (c.g - blurred.g),
          b: c.b + intensity * (c.b - blurred.b), a: c.a)
      }
    }
  }
}

/// Adds contrast at edges; see `CIFilter.unsharpMask()`.
public protocol CIUnsharpMask: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The standard deviation of the blur in pixels, 0 or more; 0 leaves the image as it is.
  var radius: Float { get set }
  /// How much is added, 0 or more; 0 leaves the image as it is.
  var intensity: Float { get set }
}

extension BuiltInFilter: CIUnsharpMask where Definition == UnsharpMask {
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var intensity: Float {
    get { definition.intensity }
    set { definition.intensity = newValue }
  }
}

extension CIFilter {
  /// Adds the detail that a Gaussian blur removes: contrast at edges.
  ///
  /// ## Formula
  /// `c + inputIntensity * (c - blurred)`, blurred with standard deviation `inputRadius`; pixels at the edge of the
  /// extent are repeated beyond it, so that borders do not ring against transparency.
  ///
  /// ## Extended range
  /// Linear light, not clamped: edges overshoot below 0 and above the picture's peak.
  ///
  /// ## Alpha
  /// Kept; colour is premultiplied.
  ///
  /// ## Keys
  /// - `inputRadius`: default 2.5, 0 or more, neutral value 0, in pixels; beyond 100,000 it counts as that.
  /// - `inputIntensity`: default 0.5, 0 or more, neutral value 0.
  public class func unsharpMask() -> any CIFilter & CIUnsharpMask { BuiltInFilter<UnsharpMask>() }
}
