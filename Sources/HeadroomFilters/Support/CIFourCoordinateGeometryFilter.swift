public import Foundation
public import HeadroomImage

/// The inputs shared by filters with four corners; see `CIFilter.perspectiveTransform()`.
public protocol CIFourCoordinateGeometryFilter: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The position of the top left corner.
  var topLeft: CGPoint { get set }
  /// The position of the top right corner.
  var topRight: CGPoint { get set }
  /// The position of the bottom right corner.
  var bottomRight: CGPoint { get set }
  /// The position of the bottom left corner.
  var bottomLeft: CGPoint { get set }
}

/// A definition behind ``CIFourCoordinateGeometryFilter``.
protocol FourCornerDefinition: FilterDefinition {
  associatedtype Corner: CornerValue
  var topLeft: Corner { get set }
  var topRight: Corner { get set }
  var bottomRight: Corner { get set }
  var bottomLeft: Corner { get set }
}

/// A point, or one that may be missing.
protocol CornerValue {
  init(point: CGPoint)
  /// (0, 0) where it is missing.
  var point: CGPoint { get }
}

extension CGPoint: CornerValue {
  init(point: CGPoint) { self = point }
  var point: CGPoint { self }
}

extension CGPoint?: CornerValue {
  init(point: CGPoint) { self = point }
  var point: CGPoint { self ?? .zero }
}

extension BuiltInFilter: CIFourCoordinateGeometryFilter where Definition: FourCornerDefinition {
  var topLeft: CGPoint {
    get { definition.topLeft.point }
    set { definition.topLeft = .init(point: newValue) }
  }
  var topRight: CGPoint {
    get { definition.topRight.point }
    set { definition.topRight = .init(point: newValue) }
  }
  var bottomRight: CGPoint {
    get { definition.bottomRight.point }
    set { definition.bottomRight = .init(point: newValue) }
  }
  var bottomLeft: CGPoint {
    get { definition.bottomLeft.point }
    set { definition.bottomLeft = .init(point: newValue) }
  }
}
