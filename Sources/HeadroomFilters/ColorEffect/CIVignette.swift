internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage

/// Darkens the corners.
struct Vignette: FilterDefinition {
  static let name = "CIVignette"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.9")
  static let categories: [FilterCategory] = [.colorEffect, .highDynamicRange, .interlaced, .stillImage, .video]

  @Input("inputIntensity", minimum: -1, maximum: 1, slider: -1...1, identity: 0) var intensity: Float = 0
  @Input("inputRadius", minimum: 0, maximum: 2, slider: 0...2) var radius: Float = 1

  var isNeutral: Bool { intensity == 0 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let extent = image.node.extent
    if extent.isUnbounded || extent.isNull || extent.isEmpty { return image }
    let falloff = Falloff(extent, intensity: intensity, radius: radius)
    return image.appending(point: falloff, extent: extent)
  }

  /// A gain that depends on the distance from the picture's centre.
  struct Falloff: PointImplementation {
    let extent: CGRect
    let intensity: Float
    let radius: Float

    init(_ extent: CGRect, intensity: Float, radius: Float) {
      self.extent = extent
      self.intensity = intensity
      self.radius = radius
    }

    var fingerprint: Fingerprint {
      Fingerprint(
        "vignette",
        [extent.minX, extent.minY, extent.width, extent.height].map(Double.init)
          + [Double(intensity), Double(radius)])
    }
    var alphaRule: AlphaRule { .any }
    var usesPosition: Bool { true }

    func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) * max(1 - intensity, 1) } }
    func contentHeadroom(of inputs: [Float]) -> Float? { inputs.first.map { $0 * max(1 - intensity, 1) } }

    func makeStage(in space: WorkingSpace) -> RowStage {
      let scale = 2 / (extent.width * extent.width + extent.height * extent.height).squareRoot()
      return RowStage(
        placed: Kernel(
          centreX: Float(extent.midX), centreY: Float(extent.midY), scale: Float(scale), intensity: intensity,
          start: 1 - 0.5 * radius, slope: 1 / (0.5 * radius + 0.0001)))
    }

    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      let (dx, dy) = (Double(x) - Double(extent.midX), Double(y) - Double(extent.midY))
      let diagonal = Double(extent.width * extent.width + extent.height * extent.height).squareRoot() / 2
      let distance = (dx * dx + dy * dy).squareRoot() / diagonal
      let t = min(max((distance - 1 + 0.5 * Double(radius)) / (0.5 * Double(radius) + 0.0001), 0), 1)
      let gain = Float(max(1 - Double(intensity) * t * t * (3 - 2 * t), 0))
      let p = pixels[0]
      return Pixel(r: p.r * gain, g: p.g * gain, b: p.b * gain, a: p.a)
    }

    struct Kernel: PlacedKernel {
      let centreX, centreY, scale, intensity, start, slope: Float

      @inline(__always) func apply(_ p: Pixel, x: Float, y: Float) -> Pixel {
        let (dx, dy) = (x - centreX, y - centreY)
        let distance = root(dx * dx + dy * dy) * scale
        let t = clamped((distance - start) * slope, 0, 1)
        let gain = larger(1 - intensity * t * t * (3 - 2 * t), 0)
        return Pixel(r: p.r * gain, g: p.g * gain, b: p.b * gain, a: p.a)
      }
    }
  }
}

/// Darkens the corners; see `CIFilter.vignette()`.
public protocol CIVignette: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How much, -1...1; 0 leaves the image as it is, negative values brighten the corners.
  var intensity: Float { get set }
  /// How far towards the centre, 0...2.
  var radius: Float { get set }
}

extension BuiltInFilter: CIVignette where Definition == Vignette {
  var intensity: Float {
    get { definition.intensity }
    set { definition.intensity = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// Darkens the corners.
  ///
  /// ## Formula
  /// With d the distance from the centre as a share of half the diagonal: `t = clamp((d - 1 + inputRadius / 2) /
  /// (inputRadius / 2 + 0.0001), 0, 1)`, colour times `max(1 - inputIntensity * t * t * (3 - 2 * t), 0)`. Core Image
  /// does not publish its formula.
  ///
  /// ## Extended range
  /// A gain: light above white stays above white.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Extent
  /// The image's. An infinite image has no corners and is returned as it is.
  ///
  /// ## Keys
  /// - `inputIntensity`: default and neutral value 0, -1...1.
  /// - `inputRadius`: default 1, 0...2.
  public class func vignette() -> any CIFilter & CIVignette { BuiltInFilter<Vignette>() }
}
