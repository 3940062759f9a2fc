public import Foundation
public import HeadroomImage

/// Shows the image in large squares.
struct Pixellate: FilterDefinition {
  static let name = "CIPixellate"
  static let displayName = "Pixelate"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputScale", type: .distance, minimum: 1, honored: 1...16_384, slider: 1...100) var scale: Float = 8

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? { inputs.main?.cellMeans(.squares, center: center, scale: scale) }
}

/// Shows the image in large squares; see `CIFilter.pixellate()`.
public protocol CIPixellate: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// A corner of one of the cells.
  var center: CGPoint { get set }
  /// The size of the cells in pixels, 1 or more.
  var scale: Float { get set }
}

extension BuiltInFilter: CIPixellate where Definition == Pixellate {
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
  /// Shows the image in large squares.
  ///
  /// ## Formula
  /// Squares of side `inputScale` fill the plane, with a corner in the centre. A pixel is the mean of all pixels of the
  /// image whose centres are in the same square.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Means of premultiplied colour and alpha; pixels beyond the image do not count.
  ///
  /// ## Extent
  /// Grows to whole squares.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputScale`: default 8, 1 or more, in pixels; beyond 16,384 it counts as that.
  public class func pixellate() -> any CIFilter & CIPixellate { BuiltInFilter<Pixellate>() }
}
