public import Foundation
public import HeadroomImage

/// Shows the image in large hexagons.
struct HexagonalPixellate: FilterDefinition {
  static let name = "CIHexagonalPixellate"
  static let displayName = "Hexagonal Pixelate"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputScale", type: .distance, minimum: 1, honored: 1...16_384, slider: 1...100, identity: 1) var scale:
    Float = 8

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? { inputs.main?.cellMeans(.hexagons, center: center, scale: scale) }
}

/// Shows the image in large hexagons; see `CIFilter.hexagonalPixellate()`.
public protocol CIHexagonalPixellate: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of one of the hexagons.
  var center: CGPoint { get set }
  /// The size of the cells in pixels, 1 or more.
  var scale: Float { get set }
}

extension BuiltInFilter: CIHexagonalPixellate where Definition == HexagonalPixellate {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
}

extension CIFilter {
  /// Shows the image in large hexagons.
  ///
  /// ## Formula
  /// Regular hexagons with upright sides, `inputScale` apart, fill the plane, one of them around the centre. A pixel is
  /// the mean of all pixels of the image whose centres are in the same hexagon.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Means of premultiplied colour and alpha; pixels beyond the image do not count.
  ///
  /// ## Extent
  /// Grows by as much as a hexagon is high.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputScale`: default 8, 1 or more, neutral value 1, in pixels; beyond 16,384 it counts as that.
  public class func hexagonalPixellate() -> any CIFilter & CIHexagonalPixellate { BuiltInFilter<HexagonalPixellate>() }
}
