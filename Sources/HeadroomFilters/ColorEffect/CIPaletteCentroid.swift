internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// The mean position in the image of each colour of a palette.
struct PaletteCentroid: FilterDefinition {
  static let name = "CIPaletteCentroid"
  static let introduced = FilterAvailability(iOS: "13.0", macOS: "10.15")
  static let categories: [FilterCategory] = [.colorEffect, .stillImage, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputPaletteImageKey]

  @Input("inputPerceptual", minimum: 0, maximum: 1) var perceptual = false

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let palette = inputs[kCIInputPaletteImageKey]?.paletteRow(atMost: NearestColor.most)
    else { return nil }
    let region = PixelRect(enclosing: image.extent)
    guard !region.isEmpty, !region.isInfinite else { return nil }
    let entries = palette.appending(point: OpaqueStraight(), extent: palette.extent)
    let (colors, means) = perceptual ? (image.encodedForPalettes(), entries.encodedForPalettes()) : (image, entries)
    let assigned = colors.appending(point: NearestColor(result: .placeAndIndex), with: [means], extent: image.extent)
    let count = Int(palette.extent.width)
    let row = CGRect(x: 0, y: 0, width: count, height: 1)
    let sums = assigned.appending(reduction: ClusterMeans(region: region, count: count), extent: row)
    return sums.appending(point: FoundPlaces(), extent: row)
  }
}

/// The mean position in the image of each colour of a palette; see `CIFilter.paletteCentroid()`.
public protocol CIPaletteCentroid: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The colours to choose from, one for each pixel of its lowest row.
  var paletteImage: CIImage? { get set }
  /// Whether distances are those of sRGB-encoded values.
  var perceptual: Bool { get set }
}

extension BuiltInFilter: CIPaletteCentroid where Definition == PaletteCentroid {
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
  /// The mean position in the image of each colour of a palette.
  ///
  /// ## Formula
  /// Every pixel belongs to the nearest colour of the palette, as in ``palettize()``; those without alpha belong to
  /// none. For each colour, red and green of the result are the mean x and y of its pixels' centres, in pixels; blue
  /// is 0, alpha is 1, or 0 where no pixel belongs to the colour.
  ///
  /// ## Extended range
  /// Distances are not clamped.
  ///
  /// ## Alpha
  /// Pixels without alpha do not count.
  ///
  /// ## Extent
  /// A pixel for each colour of the palette, in a row from the origin. No result for infinite images and for palettes
  /// of more than 4096 colours.
  ///
  /// ## Keys
  /// - `inputPerceptual`: default false.
  public class func paletteCentroid() -> any CIFilter & CIPaletteCentroid { BuiltInFilter<PaletteCentroid>() }
}
