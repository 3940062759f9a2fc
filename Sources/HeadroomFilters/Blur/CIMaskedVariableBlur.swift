internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Blurs the image as far as a mask says.
struct MaskedVariableBlur: FilterDefinition, PointImplementation {
  static let name = "CIMaskedVariableBlur"
  static let introduced = FilterAvailability(iOS: "8.0", macOS: "10.10")
  static let categories: [FilterCategory] = [.blur, .highDynamicRange, .stillImage, .video]
  static let imageKeys = [kCIInputImageKey, "inputMask"]

  @Input("inputRadius", minimum: 0, honored: 0...100_000, slider: 0...10, identity: 0) var radius: Float = 5

  var isNeutral: Bool { radius == 0 }

  var alphaRule: AlphaRule { .premultiplied }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let mask = inputs["inputMask"] else { return nil }
    let levels = (1...Self.levels).map {
      image.gaussianBlurred(sigma: Double(radius) * Double($0) / Double(Self.levels))
    }
    let extent = levels.reduce(image.extent) { $0.joined(with: $1.extent) }
    return image.appending(point: self, with: levels + [mask], extent: extent, keepsTags: true)
  }

  /// The number of blurs that are computed; others are interpolated between two of them.
  static let levels = 8

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  func makeStage(in space: WorkingSpace) -> RowStage {
    unsafe RowStage { rows, others, count, _, _ in
      let (mask, steps) = unsafe (others[Self.levels].g, Float(Self.levels))
      for plane in 0..<4 {
        let sum = unsafe rows.plane(plane)
        for i in 0..<count { unsafe sum[i] = Self.part(sum[i], 1 - clamped(mask[i], 0, 1) * steps) }
        for level in 1...Self.levels {
          let (blurred, place) = unsafe (others[level - 1].plane(plane), Float(level))
          for i in 0..<count { unsafe sum[i] += Self.part(blurred[i], 1 - abs(clamped(mask[i], 0, 1) * steps - place)) }
        }
      }
    }
  }

  /// A share of 0 gives 0, even of infinity or NaN.
  @inline(__always) private static func part(_ value: Float, _ share: Float) -> Float { share > 0 ? value * share : 0 }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let mask = pixels[Self.levels + 1].g
    let level = Double(min(max(mask.isNaN ? 0 : mask, 0), 1)) * Double(Self.levels)
    let below = min(Int(level), Self.levels - 1)
    let share = level - Double(below)
    func values(_ p: Pixel) -> SIMD4<Double> { SIMD4(Double(p.r), Double(p.g), Double(p.b), Double(p.a)) }
    if share == 0 { return pixels[below] }
    if share == 1 { return pixels[below + 1] }
    return Pixel(values(pixels[below]) * (1 - share) + values(pixels[below + 1]) * share)
  }
}

/// Blurs the image as far as a mask says; see `CIFilter.maskedVariableBlur()`.
public protocol CIMaskedVariableBlur: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How far the image is blurred: its green, 0...1 of the radius.
  var mask: CIImage? { get set }
  /// The standard deviation of the blur where the mask is 1, in pixels, 0 or more; 0 leaves the image as it is.
  var radius: Float { get set }
}

extension BuiltInFilter: CIMaskedVariableBlur where Definition == MaskedVariableBlur {
  var mask: CIImage? {
    get { value(forKey: "inputMask") as? CIImage }
    set { setValue(newValue, forKey: "inputMask") }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// Blurs the image as far as a mask says.
  ///
  /// ## Formula
  /// The standard deviation of the blur is `inputRadius` times the mask's premultiplied green, clamped to 0...1.
  /// Between the image and its Gaussian blurs of 1/8, 2/8 ... 8/8 of the radius the two nearest are mixed in
  /// proportion. Where the mask is 0 the image stays exactly as it is. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha are spread alike. Outside its extent the image is transparent.
  ///
  /// ## Extent
  /// Grows by three radii on each side. Outside its extent the mask is 0. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputRadius`: default 5, 0 or more, neutral value 0; beyond 100,000 it counts as that.
  public class func maskedVariableBlur() -> any CIFilter & CIMaskedVariableBlur { BuiltInFilter<MaskedVariableBlur>() }
}
