internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Raises colour to a power.
struct GammaAdjust: PointFilter {
  static let name = "CIGammaAdjust"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputPower", slider: 0.25...4, identity: 1, example: 0.75) var power: Float = 1

  func kernel(in space: WorkingSpace) -> SignedPower { SignedPower(power: power) }

  func peak(of inputs: [Float?]) -> Float? {
    guard let peak = inputs.first ?? nil, power >= 0 else { return nil }
    return powFast(max(peak, 0), power)
  }

  func contentHeadroom(of inputs: [Float]) -> Float? { power > 0 ? inputs.first.map { powFast($0, power) } : nil }

  struct SignedPower: PointKernel {
    let power: Float

    @inline(__always) func apply(_ pixel: Pixel) -> Pixel {
      Pixel(
        r: finiteSignedPow(pixel.r, power), g: finiteSignedPow(pixel.g, power), b: finiteSignedPow(pixel.b, power),
        a: pixel.a)
    }

    /// Works on whole rows: hardly any row holds a number that needs more than logarithm and exponential.
    func makeStage() -> RowStage {
      let curve = SignedPowerRow(power)
      return unsafe RowStage { rows, _, count, _, _ in
        unsafe curve.apply(rows.r, count)
        unsafe curve.apply(rows.g, count)
        unsafe curve.apply(rows.b, count)
      }
    }
  }
}

/// Raises colour to a power; see `CIFilter.gammaAdjust()`.
public protocol CIGammaAdjust: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The exponent; 1 leaves the image as it is, more darkens what lies below 1 and brightens what lies above.
  var power: Float { get set }
}

extension BuiltInFilter: CIGammaAdjust where Definition == GammaAdjust {
  var power: Float {
    get { definition.power }
    set { definition.power = newValue }
  }
}

extension CIFilter {
  /// Raises colour to a power.
  ///
  /// ## Formula
  /// `sign(c) * |c|^inputPower`. 0 stays 0, except that every power 0 is 1.
  ///
  /// ## Extended range
  /// Values above 1 follow the same power; negative values keep their sign, so that colours outside the working gamut
  /// survive.
  ///
  /// ## Alpha
  /// Kept; colour is unpremultiplied.
  ///
  /// ## Keys
  /// - `inputPower`: default and neutral value 1.
  public class func gammaAdjust() -> any CIFilter & CIGammaAdjust { BuiltInFilter<GammaAdjust>() }
}
