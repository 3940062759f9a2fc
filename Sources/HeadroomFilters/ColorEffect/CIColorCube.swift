public import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Looks colours up in a cube.
struct ColorCubeFilter: FilterDefinition {
  static let name = "CIColorCube"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputCubeDimension", type: .count, minimum: 2, maximum: 128, identity: 2) var cubeDimension: Int = 2
  @Input("inputCubeData", example: .exchangedCube) var cubeData = DataTable.identityCube
  @Input("inputExtrapolate") var extrapolate = false

  var objection: FilterObjection? { cubeData.objection(asCube: cubeDimension, key: "inputCubeData") }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.mapped(by: cubeData, dimension: cubeDimension, extrapolates: extrapolate)
  }
}

/// Looks colours up in a cube; see `CIFilter.colorCube()`.
public protocol CIColorCube: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How many colours the cube has along each axis, 2...128.
  var cubeDimension: Int { get set }
  /// The colours: four 32-bit floats each, red, green, blue (times alpha) and alpha; red varies fastest, then green.
  var cubeData: Data { get set }
  /// Whether the table is extrapolated beyond 0 and 1; otherwise colours are clamped first.
  var extrapolate: Bool { get set }
}

extension BuiltInFilter: CIColorCube where Definition == ColorCubeFilter {
  var cubeDimension: Int {
    get { definition.cubeDimension }
    set { definition.cubeDimension = newValue }
  }
  var cubeData: Data {
    get { definition.cubeData.data }
    set { definition.cubeData = DataTable(newValue) }
  }
  var extrapolate: Bool {
    get { definition.extrapolate }
    set { definition.extrapolate = newValue }
  }
}

extension CIFilter {
  /// Looks colours up in a cube.
  ///
  /// ## Formula
  /// The colour without alpha, in linear light of the working space, times `inputCubeDimension - 1` is the position in
  /// the table; the eight colours around it are interpolated along one axis after the other (trilinear). The result,
  /// premultiplied RGBA, is multiplied by the pixel's alpha.
  ///
  /// ## Extended range
  /// Colours are clamped to 0...1 first, unless `inputExtrapolate` is set: then the slope of the outermost cell
  /// continues along each axis, so that an identity table leaves light of any level unchanged.
  ///
  /// ## Alpha
  /// Multiplied by the table's, which is clamped to 0...1.
  ///
  /// ## Extent
  /// The image's. No result where the data is not 16 bytes for each of the cube's colours.
  ///
  /// ## Keys
  /// - `inputCubeDimension`: default 2, 2...128.
  /// - `inputCubeData`: default a cube of two that changes nothing between 0 and 1; also the bytes of a `.cube` file:
  ///   its curves, domains and table are applied, and its dimension counts.
  /// - `inputExtrapolate`: default false.
  public class func colorCube() -> any CIFilter & CIColorCube { BuiltInFilter<ColorCubeFilter>() }
}
