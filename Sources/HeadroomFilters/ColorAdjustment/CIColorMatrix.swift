internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Multiplies red, green, blue and alpha by a matrix and adds a bias.
struct ColorMatrixAdjust: PointFilter {
  static let name = "CIColorMatrix"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputRVector", identity: CIVector([1, 0, 0, 0]), example: CIVector([0.2, 0.8, 0, 0])) var rVector = CIVector([
    1, 0, 0, 0,
  ])
  @Input("inputGVector", identity: CIVector([0, 1, 0, 0])) var gVector = CIVector([0, 1, 0, 0])
  @Input("inputBVector", identity: CIVector([0, 0, 1, 0])) var bVector = CIVector([0, 0, 1, 0])
  @Input("inputAVector", identity: CIVector([0, 0, 0, 1])) var aVector = CIVector([0, 0, 0, 1])
  @Input("inputBiasVector", identity: CIVector([0, 0, 0, 0])) var biasVector = CIVector([0, 0, 0, 0])

  private var matrix: ColorMatrix {
    func row(_ vector: CIVector) -> SIMD4<Float> {
      SIMD4(Float(vector.x), Float(vector.y), Float(vector.z), Float(vector.w))
    }
    return ColorMatrix(r: row(rVector), g: row(gVector), b: row(bVector), a: row(aVector), bias: row(biasVector))
  }

  /// The matrix as data, where alpha needs no clamp: the planner folds it.
  func colorMatrix(in space: WorkingSpace) -> ColorMatrix? { matrix.leavesAlphaAlone ? matrix : nil }

  func kernel(in space: WorkingSpace) -> MatrixAndAlphaClamp { MatrixAndAlphaClamp(matrix: matrix) }

  func peak(of inputs: [Float?]) -> Float? { matrix.peak(of: inputs) }
  func contentHeadroom(of inputs: [Float]) -> Float? { matrix.contentHeadroom(of: inputs) }

  func isOpaque(_ inputs: [Bool]) -> Bool { matrix.leavesAlphaAlone && inputs.first ?? false }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(point: self, extent: matrix.bias.w > 0 ? .infinite : $0.node.extent) }
  }

  struct MatrixAndAlphaClamp: PointKernel {
    let matrix: ColorMatrix

    @inline(__always) func apply(_ pixel: Pixel) -> Pixel {
      let out = matrix.apply(pixel)
      return Pixel(r: out.r, g: out.g, b: out.b, a: clamped(out.a, 0, 1))
    }
  }
}

/// Multiplies colour by a matrix; see `CIFilter.colorMatrix()`.
public protocol CIColorMatrix: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The shares of red, green, blue and alpha in the new red.
  var rVector: CIVector { get set }
  /// The shares of red, green, blue and alpha in the new green.
  var gVector: CIVector { get set }
  /// The shares of red, green, blue and alpha in the new blue.
  var bVector: CIVector { get set }
  /// The shares of red, green, blue and alpha in the new alpha.
  var aVector: CIVector { get set }
  /// Added to red, green, blue and alpha.
  var biasVector: CIVector { get set }
}

extension BuiltInFilter: CIColorMatrix where Definition == ColorMatrixAdjust {
  var rVector: CIVector {
    get { definition.rVector }
    set { definition.rVector = newValue }
  }
  var gVector: CIVector {
    get { definition.gVector }
    set { definition.gVector = newValue }
  }
  var bVector: CIVector {
    get { definition.bVector }
    set { definition.bVector = newValue }
  }
  var aVector: CIVector {
    get { definition.aVector }
    set { definition.aVector = newValue }
  }
  var biasVector: CIVector {
    get { definition.biasVector }
    set { definition.biasVector = newValue }
  }
}

extension CIFilter {
  /// Multiplies red, green, blue and alpha by a matrix and adds a bias.
  ///
  /// ## Formula
  /// On unpremultiplied colour `s`: `r = dot(s, inputRVector) + bias.r`, and so on for green, blue and alpha.
  ///
  /// ## Extended range
  /// Colour is not clamped on either side.
  ///
  /// ## Alpha
  /// The new alpha is clamped to 0...1. Where the bias of alpha is above 0, pixels outside the image become visible and
  /// the result is infinite.
  ///
  /// ## Keys
  /// - `inputRVector`: default and neutral value [1 0 0 0].
  /// - `inputGVector`: default and neutral value [0 1 0 0].
  /// - `inputBVector`: default and neutral value [0 0 1 0].
  /// - `inputAVector`: default and neutral value [0 0 0 1].
  /// - `inputBiasVector`: default and neutral value [0 0 0 0].
  public class func colorMatrix() -> any CIFilter & CIColorMatrix { BuiltInFilter<ColorMatrixAdjust>() }
}
