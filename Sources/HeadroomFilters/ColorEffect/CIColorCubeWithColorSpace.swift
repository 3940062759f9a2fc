public import Foundation
internal import HeadroomEngine
public import HeadroomGraphics
public import HeadroomImage

/// Looks colours up in a cube over a colour space.
struct ColorCubeWithColorSpace: CompositeFilter {
  static let name = "CIColorCubeWithColorSpace"
  static let displayName = "Color Cube with ColorSpace"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputCubeDimension", type: .count, minimum: 2, maximum: 128, identity: 2) var cubeDimension: Int = 2
  @Input("inputCubeData", example: .exchangedCube) var cubeData = DataTable.identityCube
  @Input("inputExtrapolate") var extrapolate = false
  @Input("inputColorSpace") var colorSpace: CGColorSpace? = nil

  var objection: FilterObjection? { cubeData.objection(asCube: cubeDimension, key: "inputCubeData") }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.inColorSpace(colorSpace) {
      $0.mapped(by: cubeData, dimension: cubeDimension, extrapolates: extrapolate)
    }
  }
}

/// Looks colours up in a cube over a colour space; see `CIFilter.colorCubeWithColorSpace()`.
public protocol CIColorCubeWithColorSpace: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How many colours the cube has along each axis, 2...128.
  var cubeDimension: Int { get set }
  /// The colours: four 32-bit floats each, red, green, blue (times alpha) and alpha; red varies fastest, then green.
  var cubeData: Data { get set }
  /// Whether the table is extrapolated beyond 0 and 1; otherwise colours are clamped first.
  var extrapolate: Bool { get set }
  /// The space of the table's positions and colours, its curve included; nil is the working space.
  var colorSpace: CGColorSpace? { get set }
}

extension BuiltInFilter: CIColorCubeWithColorSpace where Definition == ColorCubeWithColorSpace {
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
  var colorSpace: CGColorSpace? {
    get { definition.colorSpace }
    set { definition.colorSpace = newValue }
  }
}

extension CIFilter {
  /// Looks colours up in a cube over a colour space.
  ///
  /// ## Formula
  /// Colours without alpha are matched to `inputColorSpace`, its curve included, looked up as ``colorCube()`` does, and
  /// matched back. With an HLG or PQ space, tables for films or displays work unchanged.
  ///
  /// ## Extended range
  /// The space's numbers are clamped to 0...1 first, unless `inputExtrapolate` is set.
  ///
  /// ## Alpha
  /// Multiplied by the table's.
  ///
  /// ## Extent
  /// The image's. No result where the data is not 16 bytes for each of the cube's colours, or the space is neither RGB
  /// nor monochrome.
  ///
  /// ## Keys
  /// - `inputCubeDimension`: default 2, 2...128.
  /// - `inputCubeData`: default a cube of two that changes nothing between 0 and 1; also the bytes of a `.cube` file:
  ///   its curves, domains and table are applied, and its dimension counts.
  /// - `inputExtrapolate`: default false.
  /// - `inputColorSpace`: default nil, the working space; a space, or the name of one.
  public class func colorCubeWithColorSpace() -> any CIFilter & CIColorCubeWithColorSpace {
    BuiltInFilter<ColorCubeWithColorSpace>()
  }
}
