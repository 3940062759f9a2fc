internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage

/// Replaces every colour by the nearest one of a palette.
struct Palettize: FilterDefinition {
  static let name = "CIPalettize"
  static let introduced = FilterAvailability(iOS: "13.0", macOS: "10.15")
  static let categories: [FilterCategory] = [.colorEffect, .stillImage, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputPaletteImageKey]

  @Input("inputPerceptual", minimum: 0, maximum: 1) var perceptual = false

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let palette = inputs[kCIInputPaletteImageKey]?.paletteRow(atMost: NearestColor.most)
    else { return nil }
    let entries = palette.appending(point: OpaqueStraight(), extent: palette.extent)
    if !perceptual {
      return image.appending(point: NearestColor(result: .color), with: [entries], extent: image.extent)
    }
    return image.encodedForPalettes()
      .appending(point: NearestColor(result: .color), with: [entries.encodedForPalettes()], extent: image.extent)
      .appending(point: CurveOfColors(curve: .decode(.sRGB), rule: .straight), extent: image.extent)
  }
}

/// Replaces every colour by the nearest one of a palette; see `CIFilter.palettize()`.
public protocol CIPalettize: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The colours to choose from, one for each pixel of its lowest row.
  var paletteImage: CIImage? { get set }
  /// Whether distances are those of sRGB-encoded values.
  var perceptual: Bool { get set }
}

extension BuiltInFilter: CIPalettize where Definition == Palettize {
  var paletteImage: CIImage? {
    get { value(forKey: "inputPaletteImage") as? CIImage }
    set { setValue(newValue, forKey: "inputPaletteImage") }
  }
  var perceptual: Bool {
    get { definition.perceptual }
    set { definition.perceptual = newValue }
  }
}

extension CIFilter {
  /// Replaces every colour by the nearest one of a palette.
  ///
  /// ## Formula
  /// The colour of the palette with the smallest Euclidean distance from the pixel's; of several that are equally near,
  /// the first. Both are unpremultiplied working light, or its sRGB-encoded values with `inputPerceptual`. The palette
  /// is the lowest row of `inputPaletteImage`, whose red, green and blue are used as stored; alpha does not count: in
  /// the results of ``kMeans()`` it is a share.
  ///
  /// ## Extended range
  /// Distances are not clamped; the result has exactly the palette's colours.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Extent
  /// The image's. No result where the palette is empty, infinite or longer than 4096 colours.
  ///
  /// ## Keys
  /// - `inputPerceptual`: default false.
  public class func palettize() -> any CIFilter & CIPalettize { BuiltInFilter<Palettize>() }
}
