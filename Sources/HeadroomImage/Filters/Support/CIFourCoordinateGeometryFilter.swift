public import Foundation

/// What filters that are given four corners have in common; see ``CIFilter/perspectiveTransform()``.
public protocol CIFourCoordinateGeometryFilter: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Where the top left corner belongs.
  var topLeft: CGPoint { get set }
  /// Where the top right corner belongs.
  var topRight: CGPoint { get set }
  /// Where the bottom right corner belongs.
  var bottomRight: CGPoint { get set }
  /// Where the bottom left corner belongs.
  var bottomLeft: CGPoint { get set }
}

/// A definition behind ``CIFourCoordinateGeometryFilter``.
protocol FourCornerDefinition: FilterDefinition {
  var topLeft: CGPoint { get set }
  var topRight: CGPoint { get set }
  var bottomRight: CGPoint { get set }
  var bottomLeft: CGPoint { get set }
}

extension BuiltInFilter: CIFourCoordinateGeometryFilter where Definition: FourCornerDefinition {
  var topLeft: CGPoint {
    get { definition.topLeft }
    set { definition.topLeft = newValue }
  }
  var topRight: CGPoint {
    get { definition.topRight }
    set { definition.topRight = newValue }
  }
  var bottomRight: CGPoint {
    get { definition.bottomRight }
    set { definition.bottomRight = newValue }
  }
  var bottomLeft: CGPoint {
    get { definition.bottomLeft }
    set { definition.bottomLeft = newValue }
  }
}
