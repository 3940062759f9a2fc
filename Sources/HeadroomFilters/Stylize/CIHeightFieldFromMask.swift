internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Makes a rounded relief of a white mask.
struct HeightFieldFromMask: FilterDefinition {
  static let name = "CIHeightFieldFromMask"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.stillImage, .stylize, .video]

  @Input("inputRadius", type: .distance, minimum: 0, honored: 0...10_000, slider: 0...300, identity: 10, example: 20)
  var radius: Float = 10

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let mask = inputs.main else { return nil }
    let extent = PixelRect(enclosing: mask.node.extent)
    guard !extent.isEmpty, !extent.isInfinite else { return nil }
    let size = max(radius, 1e-3)
    let whiteness = mask.appending(point: SharpenLuminance.OpaqueLuma(), extent: mask.extent)
    // Four radii inside, the relief reaches its full height within 1e-5.
    let relief = whiteness.insideDistance(maximum: 4 * size).cropped(to: mask.extent)
      .appending(point: LoftedHeight(), extent: mask.extent)
    let smooth = size / 4 < GaussianBlur.smallestRadius ? relief : relief.gaussianBlurred(sigma: Double(size) / 4)
    return smooth.cropped(to: mask.extent).appending(point: WithinMask(), with: [whiteness], extent: mask.extent)
  }

  /// `1 - exp(-12 t)` of the share of the largest distance, in all channels.
  struct LoftedHeight: PointImplementation {
    var alphaRule: AlphaRule { .premultiplied }
    var fingerprint: Fingerprint { Fingerprint("lofted height") }
    func peak(of inputs: [Float?]) -> Float? { 1 }
    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(kernel: Kernel()) }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      let height = Float(1 - exp(-12 * Double(pixels[0].r)))
      return Pixel(r: height, g: height, b: height, a: pixels[0].a)
    }

    struct Kernel: PointKernel {
      @inline(__always) func apply(_ p: Pixel) -> Pixel {
        let height = 1 - expFast(-12 * p.r)
        return Pixel(r: height, g: height, b: height, a: p.a)
      }
    }
  }

  /// The colour of one image where another's red is above 0.5, black elsewhere; opaque.
  struct WithinMask: PointImplementation {
    var alphaRule: AlphaRule { .premultiplied }
    var fingerprint: Fingerprint { Fingerprint("within mask") }
    func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }
    func isOpaque(_ inputs: [Bool]) -> Bool { true }
    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: Kernel()) }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      Kernel().apply(pixels[0], pixels[1])
    }

    struct Kernel: BlendKernel {
      @inline(__always) func apply(_ p: Pixel, _ mask: Pixel) -> Pixel {
        let gain: Float = mask.r > 0.5 ? 1 : 0
        return Pixel(r: p.r * gain, g: p.g * gain, b: p.b * gain, a: 1)
      }
    }
  }
}

/// Makes a rounded relief of a white mask; see `CIFilter.heightFieldFromMask()`.
public protocol CIHeightFieldFromMask: CIFilterProtocol {
  /// The mask, white where the relief is.
  var inputImage: CIImage? { get set }
  /// How far from the edge the relief rises, in pixels, 0 or more.
  var radius: Float { get set }
}

extension BuiltInFilter: CIHeightFieldFromMask where Definition == HeightFieldFromMask {
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// Makes a rounded relief of a white mask.
  ///
  /// ## Formula
  /// Where `0.2125 r + 0.7154 g + 0.0721 b` of unpremultiplied colour is above 0.5 the height is
  /// `1 - exp(-3 d / inputRadius)`, d the distance to the nearest pixel where it is not (pixels beyond the image count
  /// as such), then blurred by a Gaussian of a quarter of the radius; 0 elsewhere. Core Image does not publish its
  /// formula.
  ///
  /// ## Extended range
  /// 0...1 in red, green and blue.
  ///
  /// ## Alpha
  /// Opaque.
  ///
  /// ## Extent
  /// The image's. No result for infinite and empty images.
  ///
  /// ## Keys
  /// - `inputRadius`: default and neutral value 10, 0 or more, in pixels; beyond 10,000 it counts as that.
  public class func heightFieldFromMask() -> any CIFilter & CIHeightFieldFromMask {
    BuiltInFilter<HeightFieldFromMask>()
  }
}
