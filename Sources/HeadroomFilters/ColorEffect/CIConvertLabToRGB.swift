public import HeadroomImage

/// Turns CIE L*a*b* into working light.
struct ConvertLabToRGB: LabConversion {
  static let name = "CIConvertLabToRGB"
  static let displayName = "Convert Lab to RGB"
  static let introduced = FilterAvailability(iOS: "16.0", macOS: "13.0")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputNormalize", example: true) var normalize = false

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let lab = normalize ? image.appending(point: LabPacking(packs: false), extent: image.extent) : image
    return lab.convertingLabToWorkingSpace()
  }
}

extension CIFilter {
  /// Turns CIE L*a*b* into working light.
  ///
  /// ## Formula
  /// Undoes ``convertRGBtoLab()``: L, a and b (1976, relative to D50) in red, green and blue become linear light by a
  /// Bradford adaptation; with `inputNormalize` they are `100 r`, `256 g - 128` and `256 b - 128`.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputNormalize`: default false.
  public class func convertLabToRGB() -> any CIFilter & CIConvertLab { BuiltInFilter<ConvertLabToRGB>() }
}
