public import Foundation
internal import HeadroomEngine
public import HeadroomGraphics
public import HeadroomImage

/// Applies a curve to each of red, green and blue.
struct ColorCurvesFilter: CompositeFilter {
  static let name = "CIColorCurves"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [.colorEffect, .interlaced, .nonSquarePixels, .stillImage, .video]

  @Input("inputCurvesData", example: .invertedCurves) var curvesData = DataTable.identityCurves
  @Input("inputCurvesDomain", example: CIVector(x: 0, y: 4)) var curvesDomain = CIVector(x: 0, y: 1)
  @Input("inputColorSpace") var colorSpace: CGColorSpace? = nil

  var objection: FilterObjection? {
    let domain = (Float(curvesDomain.x), Float(curvesDomain.y))
    if ColorCurves(curvesData, domain: domain) != nil { return nil }
    if ColorCurves(.identityCurves, domain: domain) == nil {
      return FilterObjection(key: "inputCurvesDomain", reason: "is no range")
    }
    let count = curvesData.data.count
    return FilterObjection(key: "inputCurvesData", reason: "has \(count) bytes; an entry of the curves has 12")
  }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.inColorSpace(colorSpace) { image in
      ColorCurves(curvesData, domain: (Float(curvesDomain.x), Float(curvesDomain.y))).map {
        image.appending(point: $0, extent: image.node.extent)
      }
    }
  }
}

/// Applies a curve to each of red, green and blue; see `CIFilter.colorCurves()`.
public protocol CIColorCurves: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The curves at equal distances over the domain: three 32-bit floats each, red, green and blue.
  var curvesData: Data { get set }
  /// The values that the first and the last entry stand for: x and y of the vector.
  var curvesDomain: CIVector { get set }
  /// The space that the curves are in, its own curve included; nil is the working space.
  var colorSpace: CGColorSpace? { get set }
}

extension BuiltInFilter: CIColorCurves where Definition == ColorCurvesFilter {
  var curvesData: Data {
    get { definition.curvesData.data }
    set { definition.curvesData = DataTable(newValue) }
  }
  var curvesDomain: CIVector {
    get { definition.curvesDomain }
    set { definition.curvesDomain = newValue }
  }
  var colorSpace: CGColorSpace? {
    get { definition.colorSpace }
    set { definition.colorSpace = newValue }
  }
}

extension CIFilter {
  /// Applies a curve to each of red, green and blue.
  ///
  /// ## Formula
  /// Colours without alpha are matched to `inputColorSpace`; each channel is looked up in its own column at
  /// `(x - d0) / (d1 - d0)` of the table, with d0 and d1 the domain and straight lines between the entries; and colours are
  /// matched back.
  ///
  /// ## Extended range
  /// Beyond the domain the first and the last entry count: a domain wider than 0...1 covers highlights.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Extent
  /// The image's. No result where the data is not 12 bytes for each entry, the domain is empty, or the space is neither
  /// RGB nor monochrome.
  ///
  /// ## Keys
  /// - `inputCurvesData`: default three entries that change nothing between 0 and 1.
  /// - `inputCurvesDomain`: default [0 1].
  /// - `inputColorSpace`: default nil, the working space; a space, or the name of one.
  public class func colorCurves() -> any CIFilter & CIColorCurves { BuiltInFilter<ColorCurvesFilter>() }
}
