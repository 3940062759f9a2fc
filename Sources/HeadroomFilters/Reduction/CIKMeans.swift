internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// The colours that best represent those of a rectangle.
struct KMeans: AreaReduction {
  static let name = "CIKMeans"
  static let introduced = FilterAvailability(iOS: "13.0", macOS: "10.15")
  static let categories: [FilterCategory] = [.highDynamicRange, .reduction, .stillImage, .video]
  static let imageKeys = [kCIInputImageKey, "inputMeans"]

  @Input("inputExtent") var extent = CGRect.zero
  @Input("inputCount", type: .count, minimum: 0, maximum: 128, identity: 0) var count: Int = 8
  @Input("inputPasses", type: .count, minimum: 0, maximum: 20, identity: 0) var passes: Int = 5
  @Input("inputPerceptual", minimum: 0, maximum: 1) var perceptual = false

  static let keys = [kCIInputImageKey, "inputExtent", "inputMeans", "inputCount", "inputPasses", "inputPerceptual"]

  var outputSize: (width: Int, height: Int) { (count, 1) }

  func reduction(of region: PixelRect) -> LumaQuantiles { LumaQuantiles(region: region, count: count) }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let region = PixelRect(enclosing: extent).intersection(PixelRect(enclosing: image.extent))
    guard !region.isEmpty, !region.isInfinite else { return nil }
    let colors = perceptual ? image.encodedForPalettes() : image
    var seeds = inputs["inputMeans"].flatMap { $0.paletteRow(atMost: self.count) }
    seeds = seeds.map { $0.appending(point: OpaqueStraight(), extent: $0.extent) }
    if let given = seeds, perceptual { seeds = given.encodedForPalettes() }
    let number = seeds.map { Int($0.extent.width) } ?? count
    if number == 0 { return .empty() }
    let row = CGRect(x: 0, y: 0, width: number, height: 1)
    var means = seeds ?? colors.appending(reduction: LumaQuantiles(region: region, count: number), extent: row)
    for pass in 0..<max(passes, 1) {
      let assigned = colors.appending(point: NearestColor(result: .colorAndIndex), with: [means], extent: colors.extent)
      let sums = assigned.appending(reduction: ClusterMeans(region: region, count: number), extent: row)
      means = sums.appending(point: KeptMeans(keepsAll: passes == 0 && pass == 0), with: [means], extent: row)
    }
    return perceptual
      ? means.appending(point: CurveOfColors(curve: .decode(.sRGB), rule: .premultiplied), extent: row) : means
  }
}

/// The colours that best represent those of a rectangle; see `CIFilter.kMeans()`.
public protocol CIKMeans: CIAreaReductionFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The initial colours, one for each pixel of its lowest row.
  var inputMeans: CIImage? { get set }
  /// How many colours, 0...128.
  var count: Int { get set }
  /// How often pixels and colours are matched, 0...20.
  var passes: Int { get set }
  /// Whether distances are those of sRGB-encoded values.
  var perceptual: Bool { get set }
}

extension BuiltInFilter: CIKMeans where Definition == KMeans {
  var inputMeans: CIImage? {
    get { value(forKey: "inputMeans") as? CIImage }
    set { setValue(newValue, forKey: "inputMeans") }
  }
  var count: Int {
    get { definition.count }
    set { definition.count = newValue }
  }
  var passes: Int {
    get { definition.passes }
    set { definition.passes = newValue }
  }
  var perceptual: Bool {
    get { definition.perceptual }
    set { definition.perceptual = newValue }
  }
}

extension CIFilter {
  /// The colours that best represent those of a rectangle.
  ///
  /// ## Formula
  /// Lloyd's algorithm: every pixel that `inputExtent`, rounded outwards, shares with the image belongs to the
  /// nearest of `inputCount` colours, each of which then becomes the mean of its pixels; `inputPasses` times.
  /// Distances are Euclidean in unpremultiplied working light, or in sRGB-encoded values with `inputPerceptual`. The
  /// initial colours are the lowest row of `inputMeans`. Without it, all pixels are ordered by luma (in sixteenths of a
  /// stop from -12 to 8), and the initial colours are the means of the pixels of equal luma at (i + 1/2) / `inputCount`
  /// of them. Colours without pixels stay as they are. Red, green and blue of a result are its colour, alpha the share
  /// of the pixels that belong to it; not premultiplied.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Pixels without alpha do not count.
  ///
  /// ## Extent
  /// `inputCount` pixels in a row from the origin, or as many as `inputMeans` has where it has fewer. No result where
  /// this part is empty or infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 0 0], in pixels.
  /// - `inputCount`: default 8, 0...128, neutral value 0.
  /// - `inputPasses`: default 5, 0...20, neutral value 0.
  /// - `inputPerceptual`: default false.
  public class func kMeans() -> any CIFilter & CIKMeans { BuiltInFilter<KMeans>() }
}
