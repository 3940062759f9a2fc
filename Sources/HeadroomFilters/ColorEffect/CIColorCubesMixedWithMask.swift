public import Foundation
internal import HeadroomEngine
public import HeadroomGraphics
public import HeadroomImage

/// Looks colours up in two cubes, mixed by a mask.
struct ColorCubesMixedWithMask: CompositeFilter {
  static let name = "CIColorCubesMixedWithMask"
  static let displayName = "Color Cubes Mixed With Mask"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]
  static let imageKeys = [kCIInputImageKey, kCIInputMaskImageKey]

  @Input("inputCubeDimension", type: .count, minimum: 2, maximum: 128, identity: 2) var cubeDimension: Int = 2
  @Input("inputCube0Data") var cube0Data = DataTable.identityCube
  @Input("inputCube1Data", example: .exchangedCube) var cube1Data = DataTable.identityCube
  @Input("inputColorSpace") var colorSpace: CGColorSpace? = nil
  @Input("inputExtrapolate") var extrapolate = false

  var objection: FilterObjection? {
    cube0Data.objection(asCube: cubeDimension, key: "inputCube0Data")
      ?? cube1Data.objection(asCube: cubeDimension, key: "inputCube1Data")
  }

  /// Mixed before colours are matched back from the colour space, so that the mix acts as one table.
  func image(from inputs: FilterImages) -> CIImage? {
    guard let mask = inputs[kCIInputMaskImageKey] else { return nil }
    return inputs.main?.inColorSpace(colorSpace) { image in
      func mapped(_ table: DataTable) -> CIImage? {
        image.mapped(by: table, dimension: cubeDimension, extrapolates: extrapolate)
      }
      guard let upper = mapped(cube1Data), let lower = mapped(cube0Data) else { return nil }
      return BlendWithMask().image(
        from: FilterImages([
          kCIInputImageKey: upper, kCIInputBackgroundImageKey: lower, kCIInputMaskImageKey: mask,
        ]))
    }
  }
}

/// Looks colours up in two cubes, mixed by a mask; see `CIFilter.colorCubesMixedWithMask()`.
public protocol CIColorCubesMixedWithMask: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The mask that selects between the two, from 0 to 1.
  var maskImage: CIImage? { get set }
  /// How many colours each cube has along each axis, 2...128.
  var cubeDimension: Int { get set }
  /// The colours where the mask is 0; see ``CIColorCube``.
  var cube0Data: Data { get set }
  /// The colours where the mask is 1.
  var cube1Data: Data { get set }
  /// The space of the tables' positions and colours, its curve included; nil is the working space.
  var colorSpace: CGColorSpace? { get set }
  /// Whether the tables are extrapolated beyond 0 and 1; otherwise colours are clamped first.
  var extrapolate: Bool { get set }
}

extension BuiltInFilter: CIColorCubesMixedWithMask where Definition == ColorCubesMixedWithMask {
  var maskImage: CIImage? {
    get { value(forKey: kCIInputMaskImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputMaskImageKey) }
  }
  var cubeDimension: Int {
    get { definition.cubeDimension }
    set { definition.cubeDimension = newValue }
  }
  var cube0Data: Data {
    get { definition.cube0Data.data }
    set { definition.cube0Data = DataTable(newValue) }
  }
  var cube1Data: Data {
    get { definition.cube1Data.data }
    set { definition.cube1Data = DataTable(newValue) }
  }
  var colorSpace: CGColorSpace? {
    get { definition.colorSpace }
    set { definition.colorSpace = newValue }
  }
  var extrapolate: Bool {
    get { definition.extrapolate }
    set { definition.extrapolate = newValue }
  }
}

extension CIFilter {
  /// Looks colours up in two cubes, mixed by a mask.
  ///
  /// ## Formula
  /// `cube0 * (1 - m) + cube1 * m` of the colours that ``colorCubeWithColorSpace()`` looks up in both, in values of
  /// `inputColorSpace`; m is the mask's premultiplied green clamped to 0...1, 0 outside the mask. Core Image does not
  /// say which channel it takes.
  ///
  /// ## Extended range
  /// The space's numbers are clamped to 0...1 first, unless `inputExtrapolate` is set.
  ///
  /// ## Alpha
  /// Multiplied by the tables'.
  ///
  /// ## Extent
  /// The image's. No result where the data is not 16 bytes for each of the cubes' colours, or the space is neither RGB
  /// nor monochrome.
  ///
  /// ## Keys
  /// - `inputCubeDimension`: default 2, 2...128.
  /// - `inputCube0Data`: default a cube of two that changes nothing between 0 and 1; also the bytes of a `.cube` file.
  /// - `inputCube1Data`: the same.
  /// - `inputColorSpace`: default nil, the working space; a space, or the name of one.
  /// - `inputExtrapolate`: default false.
  public class func colorCubesMixedWithMask() -> any CIFilter & CIColorCubesMixedWithMask {
    BuiltInFilter<ColorCubesMixedWithMask>()
  }
}
