internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Shows which parts of the image attract attention.
struct SaliencyMap: FilterDefinition {
  static let name = "CISaliencyMapFilter"
  static let displayName = "Saliency Map Filter"
  static let introduced = FilterAvailability(iOS: "12.0", macOS: "10.14")
  static let categories: [FilterCategory] = [.stillImage, .stylize, .video]

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let region = PixelRect(enclosing: image.node.extent)
    guard !region.isEmpty, !region.isInfinite else { return nil }
    let side = SpectralResidual.side
    return image.appending(
      reduction: SalientPlaces(region: region), extent: CGRect(x: 0, y: 0, width: side, height: side))
  }
}

/// The light of a picture in as many cells as the map has pixels, and the saliency of the cells from its spectrum.
struct SalientPlaces: ReductionImplementation {
  let region: PixelRect

  var fingerprint: Fingerprint { Fingerprint("salient places", region.fingerprint) }

  func peak(of inputs: [Float?]) -> Float? { 1 }
  func isOpaque(_ inputs: [Bool]) -> Bool { true }

  /// Sums of integers, so that they do not depend on their order: see ``CellLight``.
  func makePartial() -> [Double] { [Double](repeating: 0, count: SpectralResidual.side * SpectralResidual.side) }

  func accumulate(_ rows: RowPointers, count: Int, x: Int, y: Int, into partial: inout [Double]) {
    let cells = CellLight(region: region)
    var line = [Double](repeating: 0, count: SpectralResidual.side)
    for i in 0..<count {
      unsafe cells.add(CellLight.whole(rows.r[i], rows.g[i], rows.b[i]), column: x - region.minX + i, to: &line)
    }
    cells.add(line, row: y - region.minY, to: &partial)
  }

  func merge(_ other: [Double], into partial: inout [Double]) {
    for index in partial.indices { partial[index] += other[index] }
  }

  func finish(_ partial: [Double], pixelCount: Int) -> [Pixel] { Self.grey(SpectralResidual.map(of: mean(partial))) }

  /// The means, sRGB-encoded, as the method expects.
  private func mean(_ sums: [Double]) -> [Double] {
    let area = CellLight.unit * Double(region.width) * Double(region.height)
    return sums.map { TransferFunction.sRGB.encode($0 / area) }
  }

  private static func grey(_ values: [Double]) -> [Pixel] {
    values.map { Pixel(r: Float($0), g: Float($0), b: Float($0), a: 1) }
  }

  /// Computes each cell from the pixels that it touches.
  func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
    let side = SpectralResidual.side
    var sums: [Double] = []
    for row in 0..<side {
      for column in 0..<side {
        var sum = 0.0
        for (y, tall) in CellLight.shares(of: row, among: region.height) {
          for (x, wide) in CellLight.shares(of: column, among: region.width) {
            let pixel = pixels[y * region.width + x]
            sum += CellLight.whole(pixel.r, pixel.g, pixel.b) * Double(wide * tall)
          }
        }
        sums.append(sum)
      }
    }
    return Self.grey(SpectralResidual.map(of: mean(sums)))
  }
}

/// Shows which parts of the image attract attention; see `CIFilter.saliencyMap()`.
public protocol CISaliencyMap: CIFilterProtocol {
  /// The image to look at.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CISaliencyMap where Definition == SaliencyMap {}

extension CIFilter {
  /// Shows which parts of the image attract attention.
  ///
  /// ## Formula
  /// The spectral residual (X. Hou and L. Zhang, "Saliency Detection: A Spectral Residual Approach", CVPR 2007), not
  /// Apple's trained model, so maps differ from Core Image's. The means of premultiplied luma (0.2125 r + 0.7154 g +
  /// 0.0721 b, clamped to 0...256) of 68 by 68 equal cells, sRGB-encoded, are a small picture with the Fourier
  /// transform `F`. With `R = log |F|` less its mean over 3 by 3 frequencies, the map is
  /// `|inverse transform of exp(R) * F / |F||` squared, blurred by a Gaussian of 2.5 pixels with mirrored edges, and
  /// stretched to 0...1. Frequencies below a millionth of the largest count as absent; a picture without any but the
  /// mean is 0 everywhere.
  ///
  /// ## Extended range
  /// Light above white counts up to 256.
  ///
  /// ## Alpha
  /// Transparent pixels count as black; the map is opaque.
  ///
  /// ## Extent
  /// 68 by 68 pixels from the origin, whatever the image's shape. No result for an infinite or empty image.
  public class func saliencyMap() -> any CIFilter & CISaliencyMap { BuiltInFilter<SaliencyMap>() }
}
