public import Foundation
public import HeadroomImage

/// Shows the image in cells around scattered points.
struct Crystallize: FilterDefinition {
  static let name = "CICrystallize"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputRadius", type: .distance, minimum: 1, honored: 1...16_384, slider: 1...100, identity: 1) var radius:
    Float = 20
  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.scattered(.cells, center: center, pitch: radius)
  }
}

/// Shows the image in cells around scattered points; see `CIFilter.crystallize()`.
public protocol CICrystallize: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The size of the cells in pixels, 1 or more.
  var radius: Float { get set }
  /// A corner of one of the cells.
  var center: CGPoint { get set }
}

extension BuiltInFilter: CICrystallize where Definition == Crystallize {
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
}

extension CIFilter {
  /// Shows the image in cells around scattered points.
  ///
  /// ## Formula
  /// In each square of side `inputRadius`, one with a corner in the centre, a seed lies at 0.15 to 0.85 of its sides,
  /// by two random numbers (pcg4d of the square's column and row). A pixel has the colour of the image at the nearest
  /// seed of the nine squares around it; beyond the extent edge pixels are repeated. Core Image does not publish its
  /// formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The image's.
  ///
  /// ## Keys
  /// - `inputRadius`: default 20, 1 or more, neutral value 1, in pixels; beyond 16,384 it counts as that.
  /// - `inputCenter`: default [150 150], in pixels.
  public class func crystallize() -> any CIFilter & CICrystallize { BuiltInFilter<Crystallize>() }
}
