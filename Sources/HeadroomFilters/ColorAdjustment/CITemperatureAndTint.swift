internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage

/// Maps the white of one light to the white of another.
struct TemperatureAndTint: ColorMatrixFilter {
  static let name = "CITemperatureAndTint"
  static let displayName = "Temperature and Tint"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.7")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputNeutral", type: .offset, identity: CIVector(x: 6500, y: 0)) var neutral = CIVector(x: 6500, y: 0)
  @Input("inputTargetNeutral", type: .offset, identity: CIVector(x: 6500, y: 0), example: CIVector(x: 4000, y: 0))
  var targetNeutral = CIVector(
    x: 6500, y: 0)

  var isNeutral: Bool { neutral == targetNeutral }

  func matrix(in space: WorkingSpace) -> ColorMatrix {
    let primaries = space.primaries ?? .bt709
    let adaptation = ChromaticAdaptation.matrix(from: Self.white(neutral).xyz, to: Self.white(targetNeutral).xyz)
    return ColorMatrix(primaries.fromXYZ * adaptation * primaries.toXYZ)
  }

  private static func white(_ vector: CIVector) -> Chromaticity {
    let (first, second) = (Double(vector.x), Double(vector.y))
    guard first <= 1, second <= 1 else {
      return RobertsonIsotherms.printed.white(
        kelvins: min(max(first, 1000), 1_000_000), tint: min(max(second, -300), 300))
    }
    // No light has its white outside this range, and the adaptation would divide by zero.
    return Chromaticity(x: min(max(first, 0.05), 0.75), y: min(max(second, 0.05), 0.85))
  }
}

/// Maps the white of one light to that of another; see `CIFilter.temperatureAndTint()`.
public protocol CITemperatureAndTint: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The light the picture was taken in: temperature in kelvin and tint, or CIE x and y.
  var neutral: CIVector { get set }
  /// The light it should appear to be taken in: temperature in kelvin and tint, or CIE x and y.
  var targetNeutral: CIVector { get set }
}

extension BuiltInFilter: CITemperatureAndTint where Definition == TemperatureAndTint {
  var neutral: CIVector {
    get { definition.neutral }
    set { definition.neutral = newValue }
  }
  var targetNeutral: CIVector {
    get { definition.targetNeutral }
    set { definition.targetNeutral = newValue }
  }
}

extension CIFilter {
  /// Maps the white of one light to the white of another.
  ///
  /// ## Formula
  /// Bradford adaptation from the white of `inputNeutral` to that of `inputTargetNeutral`, as one matrix on linear
  /// light. A white is a correlated colour temperature in kelvin, by Robertson's isotherms, and a tint of 1/3000 of CIE
  /// 1960 uv along the isotherm, positive towards green; or CIE (x, y), when both numbers are 1 or less. Core Image
  /// does not publish its formula.
  ///
  /// ## Extended range
  /// Linear and unclamped.
  ///
  /// ## Alpha
  /// Kept; the same on premultiplied colour.
  ///
  /// ## Keys
  /// - `inputNeutral`: default and neutral value [6500 0].
  /// - `inputTargetNeutral`: default and neutral value [6500 0].
  public class func temperatureAndTint() -> any CIFilter & CITemperatureAndTint { BuiltInFilter<TemperatureAndTint>() }
}
