internal import HeadroomEngine
public import HeadroomImage

/// Changes the saturation of muted colours more than that of vivid ones, and protects skin tones.
struct Vibrance: PointFilter {
  static let name = "CIVibrance"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.7")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputAmount", minimum: -1, maximum: 1, slider: -1...1, identity: 0) var amount: Float = 0

  func kernel(in space: WorkingSpace) -> MutedSaturation { MutedSaturation(amount: amount) }

  /// The magnitude of `k` is at most 0.85 times the amount's, and a channel lies within 4/3 of the bound from the mean.
  func peak(of inputs: [Float?]) -> Float? {
    let factor: Float = 1 + abs(amount) * 1.134
    return (inputs.first ?? nil).map { $0 * factor }
  }

  struct MutedSaturation: PointKernel {
    let amount: Float

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      // Kept away from 0 and 1, where the saturation of a channel divides by zero.
      let (r, g, b) = (clamped(p.r, 0.0001, 0.9999), clamped(p.g, 0.0001, 0.9999), clamped(p.b, 0.0001, 0.9999))
      let grey = (r + g + b) * (1 / 3 as Float)
      let (fromWhite, fromBlack) = (1 / (1 - grey), 1 / grey)
      let red = larger((r - grey) * fromWhite, (grey - r) * fromBlack)
      let green = larger((g - grey) * fromWhite, (grey - g) * fromBlack)
      let blue = larger((b - grey) * fromWhite, (grey - b) * fromBlack)
      let saturation = larger(red, larger(green, blue))
      let likeness = 4 * (1 - red) * smaller(r - grey, 2 * grey - b) * fromBlack
      let skin = 0.15 + 0.7 * clamped(likeness, 0, 1)
      let k = amount * (saturation * saturation - saturation + 1) * (1 - skin)
      let mean = (p.r + p.g + p.b) * (1 / 3 as Float)
      return Pixel(r: p.r + (p.r - mean) * k, g: p.g + (p.g - mean) * k, b: p.b + (p.b - mean) * k, a: p.a)
    }
  }
}

/// Changes the saturation of muted colours; see `CIFilter.vibrance()`.
public protocol CIVibrance: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How much, -1...1; 0 leaves the image as it is.
  var amount: Float { get set }
}

extension BuiltInFilter: CIVibrance where Definition == Vibrance {
  var amount: Float {
    get { definition.amount }
    set { definition.amount = newValue }
  }
}

extension CIFilter {
  /// Changes the saturation of muted colours more than that of vivid ones, and protects skin tones.
  ///
  /// ## Formula
  /// With `grey = (r + g + b) / 3` and the saturation of a channel `max((c - grey) / (1 - grey), (grey - c) / grey)`:
  /// `s` is the largest of the three, `skin = 0.15 + 0.7 * clamp(4 * (1 - s.r) * min(r - grey, 2 * grey - b) / grey, 0,
  /// 1)`, and `k = inputAmount * (s * s - s + 1) * (1 - skin)`. The result is `c + (c - grey) * k`. Core Image does not
  /// publish its formula.
  ///
  /// ## Extended range
  /// `s` and `skin` are computed from values clamped to 0...1; `k` acts on the unclamped colour, so that highlights
  /// survive.
  ///
  /// ## Alpha
  /// Kept; colour is unpremultiplied.
  ///
  /// ## Keys
  /// - `inputAmount`: default and neutral value 0, -1...1.
  public class func vibrance() -> any CIFilter & CIVibrance { BuiltInFilter<Vibrance>() }
}
