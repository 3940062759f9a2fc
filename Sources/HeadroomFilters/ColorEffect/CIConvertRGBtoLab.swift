internal import HeadroomEngine
public import HeadroomImage

/// Turns working light into CIE L*a*b*.
struct ConvertRGBtoLab: LabConversion {
  static let name = "CIConvertRGBtoLab"
  static let displayName = "Convert RGB to Lab"
  static let introduced = FilterAvailability(iOS: "16.0", macOS: "13.0")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputNormalize", example: true) var normalize = false

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let lab = inputs.main?.convertingWorkingSpaceToLab() else { return nil }
    return normalize ? lab.appending(point: LabPacking(packs: true), extent: lab.extent) : lab
  }
}

/// The conversions between working light and CIE L*a*b*; see `CIFilter.convertRGBtoLab()`.
public protocol CIConvertLab: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Whether L, a and b are packed into 0...1.
  var normalize: Bool { get set }
}

/// A definition behind ``CIConvertLab``.
protocol LabConversion: FilterDefinition {
  var normalize: Bool { get set }
}

extension BuiltInFilter: CIConvertLab where Definition: LabConversion {
  var normalize: Bool {
    get { definition.normalize }
    set { definition.normalize = newValue }
  }
}

/// Packs L, a and b into 0...1, or unpacks them.
struct LabPacking: MatrixImplementation {
  let packs: Bool

  var fingerprint: Fingerprint { Fingerprint("Lab packing", [packs ? 1 : 0]) }

  func matrix(in space: WorkingSpace) -> ColorMatrix {
    packs
      ? ColorMatrix(r: [0.01, 0, 0, 0], g: [0, 1 / 256, 0, 0], b: [0, 0, 1 / 256, 0], bias: [0, 0.5, 0.5, 0])
      : ColorMatrix(r: [100, 0, 0, 0], g: [0, 256, 0, 0], b: [0, 0, 256, 0], bias: [0, -128, -128, 0])
  }
}

extension CIFilter {
  /// Turns working light into CIE L*a*b*.
  ///
  /// ## Formula
  /// CIE L*a*b* (1976) relative to D50, from unpremultiplied linear light by a Bradford adaptation: L in red, a in
  /// green, b in blue; with `inputNormalize` `L / 100`, `(a + 128) / 256`, `(b + 128) / 256`.
  ///
  /// ## Extended range
  /// Light above white has an L above 100.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputNormalize`: default false.
  public class func convertRGBtoLab() -> any CIFilter & CIConvertLab { BuiltInFilter<ConvertRGBtoLab>() }
}
