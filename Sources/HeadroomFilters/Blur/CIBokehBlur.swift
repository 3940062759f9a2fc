internal import Foundation
public import HeadroomImage

/// Blurs as a lens does: lights become discs, with a rim.
struct BokehBlur: FilterDefinition {
  static let name = "CIBokehBlur"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [.blur, .highDynamicRange, .stillImage, .video]

  @Input("inputRadius", type: .distance, minimum: 0, maximum: 500, slider: 0...100) var radius: Float = 20
  @Input("inputRingAmount", minimum: 0, maximum: 1, slider: 0...1) var ringAmount: Float = 0
  @Input("inputRingSize", minimum: 0, maximum: 0.2, slider: 0...0.2) var ringSize: Float = 0.1
  @Input("inputSoftness", minimum: 0, maximum: 10, slider: 0.25...0.4) var softness: Float = 1

  var isNeutral: Bool { radius == 0 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    if radius == 0 { return image }
    let (softness, size, amount) = (0.1 * Double(softness), Double(ringSize), Double(ringAmount))
    return image.blurred(byDisc: Double(radius)) { radius, pixels in
      let distance = pixels / radius
      guard distance <= 1 else { return 0 }
      let ramp = softness > 0 ? min(max((distance - 1 + softness) / softness, 0), 1) : 0
      return 1 - ramp * ramp * (3 - 2 * ramp) + (distance >= 1 - size ? amount : 0)
    }
  }
}

/// Blurs as a lens does: lights become discs, with a rim; see `CIFilter.bokehBlur()`.
public protocol CIBokehBlur: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The radius of the disc in pixels, 0...500; 0 leaves the image as it is.
  var radius: Float { get set }
  /// How much brighter the rim of the disc is, 0...1.
  var ringAmount: Float { get set }
  /// How wide the rim is, in radii, 0...0.2.
  var ringSize: Float { get set }
  /// How far the rim fades inwards, in tenths of the radius, 0...10.
  var softness: Float { get set }
}

extension BuiltInFilter: CIBokehBlur where Definition == BokehBlur {
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var ringAmount: Float {
    get { definition.ringAmount }
    set { definition.ringAmount = newValue }
  }
  var ringSize: Float {
    get { definition.ringSize }
    set { definition.ringSize = newValue }
  }
  var softness: Float {
    get { definition.softness }
    set { definition.softness = newValue }
  }
}

extension CIFilter {
  /// Blurs as a lens does: lights become discs, with a rim.
  ///
  /// ## Formula
  /// A disc of radius `inputRadius`: with d the distance of a pixel over the radius, its weight is `1 - smoothstep(1
  /// - 0.1 * inputSoftness, 1, d)`, and `inputRingAmount` more where d is at least `1 - inputRingSize`; nothing
  /// beyond 1. All weights are divided by their sum. From a radius of 64 on the disc is applied to a smaller copy of
  /// the image; its rim is then softer by up to a thirtieth of the radius. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped: highlights above 1 make the discs.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha are spread alike. Outside its extent the image is transparent.
  ///
  /// ## Extent
  /// Grows by the radius on each side, rounded up. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputRadius`: default 20, 0...500, in pixels.
  /// - `inputRingAmount`: default 0, 0...1.
  /// - `inputRingSize`: default 0.1, 0...0.2.
  /// - `inputSoftness`: default 1, 0...10.
  public class func bokehBlur() -> any CIFilter & CIBokehBlur { BuiltInFilter<BokehBlur>() }
}
