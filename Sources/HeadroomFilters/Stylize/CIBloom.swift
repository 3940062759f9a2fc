internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Makes bright areas glow into their surroundings.
struct Bloom: FilterDefinition {
  static let name = "CIBloom"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputRadius", type: .distance, minimum: 0, honored: 0...100_000, slider: 0...100, identity: 0) var radius:
    Float = 10
  @Input("inputIntensity", minimum: 0, slider: 0...1, identity: 0) var intensity: Float = 0.5

  var isNeutral: Bool { intensity == 0 || radius < GaussianBlur.smallestRadius }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let blurred = image.gaussianBlurred(sigma: Double(radius))
    return image.appending(point: Glow(intensity: intensity, isBright: true), with: [blurred], extent: blurred.extent)
  }
}

/// A share of the difference by which a blurred image is brighter, or darker, than the image.
struct Glow: PointImplementation {
  let intensity: Float
  let isBright: Bool

  var alphaRule: AlphaRule { .premultiplied }
  var fingerprint: Fingerprint { Fingerprint("glow", [Double(intensity), isBright ? 1 : 0]) }

  /// Where the image is not below 0, its blur is not above its peak.
  func peak(of inputs: [Float?]) -> Float? {
    isBright ? (inputs.first ?? nil).map { max($0, 0) * (1 + intensity) } : inputs.first ?? nil
  }

  func makeStage(in space: WorkingSpace) -> RowStage {
    isBright ? RowStage(blend: Brighter(intensity: intensity)) : RowStage(blend: Darker(intensity: intensity))
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    func value(_ channel: (Pixel) -> Float) -> Float {
      let (sharp, blurred) = (Double(channel(pixels[0])), Double(channel(pixels[1])))
      return Float(sharp + Double(intensity) * (isBright ? max(blurred - sharp, 0) : min(blurred - sharp, 0)))
    }
    return Pixel(r: value(\.r), g: value(\.g), b: value(\.b), a: min(max(value(\.a), 0), 1))
  }

  struct Brighter: BlendKernel {
    let intensity: Float

    @inline(__always) func apply(_ c: Pixel, _ blurred: Pixel) -> Pixel {
      Pixel(
        r: c.r + intensity * larger(blurred.r - c.r, 0), g: c.g + intensity * larger(blurred.g - c.g, 0),
        b: c.b + intensity * larger(blurred.b - c.b, 0), a: smaller(c.a + intensity * larger(blurred.a - c.a, 0), 1))
    }
  }

  struct Darker: BlendKernel {
    let intensity: Float

    @inline(__always) func apply(_ c: Pixel, _ blurred: Pixel) -> Pixel {
      Pixel(
        r: c.r + intensity * smaller(blurred.r - c.r, 0), g: c.g + intensity * smaller(blurred.g - c.g, 0),
        b: c.b + intensity * smaller(blurred.b - c.b, 0), a: larger(c.a + intensity * smaller(blurred.a - c.a, 0), 0))
    }
  }
}

/// Makes bright areas glow into their surroundings; see `CIFilter.bloom()`.
public protocol CIBloom: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The standard deviation of the blur in pixels, 0 or more; 0 leaves the image as it is.
  var radius: Float { get set }
  /// How much, 0 or more; 0 leaves the image as it is.
  var intensity: Float { get set }
}

extension BuiltInFilter: CIBloom where Definition == Bloom {
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
  /// Makes bright areas glow into their surroundings.
  ///
  /// ## Formula
  /// With G the image's Gaussian blur of standard deviation `inputRadius`, each component becomes
  /// `c + inputIntensity * max(G - c, 0)`. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Not clamped: highlights above 1 spread with all their energy.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike; alpha is clamped to 0...1.
  ///
  /// ## Extent
  /// Grows by three radii on each side.
  ///
  /// ## Keys
  /// - `inputRadius`: default 10, 0 or more, neutral value 0, in pixels; beyond 100,000 it counts as that.
  /// - `inputIntensity`: default 0.5, 0 or more, neutral value 0.
  public class func bloom() -> any CIFilter & CIBloom { BuiltInFilter<Bloom>() }
}
