public import Foundation
public import HeadroomImage

/// Shows the image in scattered dots.
struct Pointillize: FilterDefinition {
  static let name = "CIPointillize"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputRadius", type: .distance, minimum: 1, honored: 1...8192, slider: 1...100, identity: 1) var radius:
    Float = 20
  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.scattered(.dots, center: center, pitch: 2 * radius)
  }
}

/// Shows the image in scattered dots; see `CIFilter.pointillize()`.
public protocol CIPointillize: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The radius of the dots in pixels, 1 or more.
  var radius: Float { get set }
  /// A corner of one of the cells.
  var center: CGPoint { get set }
}

extension BuiltInFilter: CIPointillize where Definition == Pointillize {
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
  /// Shows the image in scattered dots.
  ///
  /// ## Formula
  /// In each square of side `2 * inputRadius`, one with a corner in the centre, a seed lies at 0.15 to 0.85 of its
  /// sides, by two random numbers (pcg4d of the square's column and row). A pixel has the colour of the image at the
  /// nearest seed of the nine squares around it, as far as `inputRadius`, with an edge of one pixel; between the dots
  /// there is nothing. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// Grows by the radius on each side.
  ///
  /// ## Keys
  /// - `inputRadius`: default 20, 1 or more, neutral value 1, in pixels; beyond 8,192 it counts as that.
  /// - `inputCenter`: default [150 150], in pixels.
  public class func pointillize() -> any CIFilter & CIPointillize { BuiltInFilter<Pointillize>() }
}
