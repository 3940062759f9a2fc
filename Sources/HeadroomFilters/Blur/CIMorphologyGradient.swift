internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Shows edges: the largest value of every channel in a disc around the pixel, minus the smallest.
struct MorphologyGradient: FilterDefinition {
  static let name = "CIMorphologyGradient"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [.blur, .highDynamicRange, .stillImage, .video]

  @Input("inputRadius", type: .distance, minimum: 0, honored: 0...200_000, slider: 0...50, identity: 0) var radius:
    Float = 5

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let largest = image.extreme(.largest, ofDisc: Double(radius), isGrown: true)
    let smallest = image.extreme(.smallest, ofDisc: Double(radius), isGrown: true)
    return largest.appending(point: Difference(), with: [smallest], extent: largest.extent)
  }

  /// The difference of two colours; alpha is the first one's.
  struct Difference: PointImplementation {
    var alphaRule: AlphaRule { .premultiplied }

    var fingerprint: Fingerprint { Fingerprint("difference of colours") }

    /// The subtrahend may be below 0.
    func peak(of inputs: [Float?]) -> Float? { nil }

    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: Kernel()) }

    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      Kernel().apply(pixels[0], pixels[1])
    }

    struct Kernel: BlendKernel {
      @inline(__always) func apply(_ c: Pixel, _ other: Pixel) -> Pixel {
        Pixel(r: c.r - other.r, g: c.g - other.g, b: c.b - other.b, a: c.a)
      }
    }
  }
}

/// Shows edges: the largest value of every channel in a disc around the pixel, minus the smallest; see `CIFilter.morphologyGradient()`.
public protocol CIMorphologyGradient: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The radius of the disc in pixels, 0 or more; 0 leaves the image as it is.
  var radius: Float { get set }
}

extension BuiltInFilter: CIMorphologyGradient where Definition == MorphologyGradient {
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// Shows edges: the largest value of every channel in a disc around the pixel, minus the smallest.
  ///
  /// ## Formula
  /// The result of ``morphologyMaximum()`` minus that of ``morphologyMinimum()`` with the same radius; alpha is the largest
  /// alpha, so that edges can be seen. A radius of 0 leaves the image as it is.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour. Outside its extent the image is transparent, so its outline is an edge.
  ///
  /// ## Extent
  /// Grows by the radius on each side, rounded up.
  ///
  /// ## Keys
  /// - `inputRadius`: default 5, 0 or more, neutral value 0, in pixels; beyond 200,000 it counts as that.
  public class func morphologyGradient() -> any CIFilter & CIMorphologyGradient { BuiltInFilter<MorphologyGradient>() }
}
