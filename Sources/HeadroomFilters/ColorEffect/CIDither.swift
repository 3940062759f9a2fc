internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Adds a little noise against banding in smooth areas.
struct Dither: FilterDefinition, PointImplementation {
  static let name = "CIDither"
  static let introduced = FilterAvailability(iOS: "12.0", macOS: "10.14")
  static let categories: [FilterCategory] = [.colorEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputIntensity", minimum: 0, maximum: 5, slider: 0...1, identity: 0) var intensity: Float = 0.1

  var alphaRule: AlphaRule { .straight }
  var usesPosition: Bool { true }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(point: self, extent: $0.node.extent) }
  }

  func peak(of inputs: [Float?]) -> Float? { nil }

  func makeStage(in space: WorkingSpace) -> RowStage {
    let amount = intensity
    return unsafe RowStage { rows, _, count, x, y in
      for plane in 0..<3 { unsafe TransferRow.encode(.sRGB, rows.plane(plane), count) }
      for i in 0..<count {
        let noise = PixelHash.pixel(x &+ i, y)
        unsafe rows.r[i] += amount * (noise.r - 0.5)
        unsafe rows.g[i] += amount * (noise.g - 0.5)
        unsafe rows.b[i] += amount * (noise.b - 0.5)
      }
      for plane in 0..<3 { unsafe TransferRow.decode(.sRGB, rows.plane(plane), count) }
    }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let (p, noise) = (pixels[0], PixelHash.pixel(Int(x.rounded(.down)), Int(y.rounded(.down))))
    func value(_ light: Float, _ noise: Float) -> Float {
      Float(
        TransferFunction.sRGB.decode(TransferFunction.sRGB.encode(Double(light)) + Double(intensity * (noise - 0.5))))
    }
    return Pixel(r: value(p.r, noise.r), g: value(p.g, noise.g), b: value(p.b, noise.b), a: p.a)
  }
}

/// Adds a little noise against banding in smooth areas; see `CIFilter.dither()`.
public protocol CIDither: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How much noise, 0...5; 0 leaves the image as it is.
  var intensity: Float { get set }
}

extension BuiltInFilter: CIDither where Definition == Dither {
  var intensity: Float {
    get { definition.intensity }
    set { definition.intensity = newValue }
  }
}

extension CIFilter {
  /// Adds a little noise against banding in smooth areas.
  ///
  /// ## Formula
  /// `c + inputIntensity * (n - 0.5)` in sRGB-encoded values of unpremultiplied colour, then back to linear light: n
  /// is the number of ``randomGenerator()`` for the pixel and the channel, the same in every render. Core Image does
  /// not publish its formula.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputIntensity`: default 0.1, 0...5, neutral value 0.
  public class func dither() -> any CIFilter & CIDither { BuiltInFilter<Dither>() }
}
