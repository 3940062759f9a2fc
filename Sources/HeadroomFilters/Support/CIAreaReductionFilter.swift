public import Foundation
public import HeadroomImage

/// The inputs shared by filters that reduce a rectangle to a few pixels; see `CIFilter.areaAverage()`.
public protocol CIAreaReductionFilter: CIFilterProtocol {
  /// The image to look at.
  var inputImage: CIImage? { get set }
  /// The rectangle to look at, rounded outwards to whole pixels and limited to the image; an empty one gives no result.
  var extent: CGRect { get set }
}

/// A definition behind ``CIAreaReductionFilter``.
protocol AreaReduction: ReductionFilter {
  var extent: CGRect { get set }
}

extension AreaReduction {
  var inputExtent: CGRect { extent }
}

extension BuiltInFilter: CIAreaReductionFilter where Definition: AreaReduction {
  var extent: CGRect {
    get { definition.extent }
    set { definition.extent = newValue }
  }
}
