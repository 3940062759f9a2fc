internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Applies a separate cubic polynomial to each component.
struct ColorPolynomial: PointFilter {
  static let name = "CIColorPolynomial"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputRedCoefficients", identity: CIVector([0, 1, 0, 0]), example: CIVector([0.1, 0.6, 0.3, 0]))
  var redCoefficients = CIVector([0, 1, 0, 0])
  @Input("inputGreenCoefficients", identity: CIVector([0, 1, 0, 0])) var greenCoefficients = CIVector([0, 1, 0, 0])
  @Input("inputBlueCoefficients", identity: CIVector([0, 1, 0, 0])) var blueCoefficients = CIVector([0, 1, 0, 0])
  @Input("inputAlphaCoefficients", identity: CIVector([0, 1, 0, 0])) var alphaCoefficients = CIVector([0, 1, 0, 0])

  private func terms(_ vector: CIVector) -> Pixel {
    Pixel(
      r: Float(vector.value(at: 0)), g: Float(vector.value(at: 1)), b: Float(vector.value(at: 2)),
      a: Float(vector.value(at: 3)))
  }

  func peak(of inputs: [Float?]) -> Float? { nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(point: self, extent: terms(alphaCoefficients).r > 0 ? .infinite : $0.node.extent) }
  }

  func kernel(in space: WorkingSpace) -> Cubics {
    Cubics(
      red: terms(redCoefficients), green: terms(greenCoefficients), blue: terms(blueCoefficients),
      alpha: terms(alphaCoefficients))
  }

  struct Cubics: PointKernel {
    let red, green, blue, alpha: Pixel

    @inline(__always) private func value(_ c: Pixel, _ x: Float) -> Float { c.r + x * (c.g + x * (c.b + x * c.a)) }

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      Pixel(r: value(red, p.r), g: value(green, p.g), b: value(blue, p.b), a: clamped(value(alpha, p.a), 0, 1))
    }
  }
}

/// Applies a separate cubic polynomial to each component; see `CIFilter.colorPolynomial()`.
public protocol CIColorPolynomial: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The coefficients for red: c0 to c3.
  var redCoefficients: CIVector { get set }
  /// The coefficients for green: c0 to c3.
  var greenCoefficients: CIVector { get set }
  /// The coefficients for blue: c0 to c3.
  var blueCoefficients: CIVector { get set }
  /// The coefficients for alpha: c0 to c3.
  var alphaCoefficients: CIVector { get set }
}

extension BuiltInFilter: CIColorPolynomial where Definition == ColorPolynomial {
  var redCoefficients: CIVector {
    get { definition.redCoefficients }
    set { definition.redCoefficients = newValue }
  }
  var greenCoefficients: CIVector {
    get { definition.greenCoefficients }
    set { definition.greenCoefficients = newValue }
  }
  var blueCoefficients: CIVector {
    get { definition.blueCoefficients }
    set { definition.blueCoefficients = newValue }
  }
  var alphaCoefficients: CIVector {
    get { definition.alphaCoefficients }
    set { definition.alphaCoefficients = newValue }
  }
}

extension CIFilter {
  /// Applies a separate cubic polynomial to each component.
  ///
  /// ## Formula
  /// `c0 + c1 x + c2 x^2 + c3 x^3` for each component x of unpremultiplied red, green, blue and alpha, in linear
  /// light.
  ///
  /// ## Extended range
  /// Not clamped: values far above 1 grow with their cube.
  ///
  /// ## Alpha
  /// Clamped to 0...1.
  ///
  /// ## Extent
  /// The image's; infinite where the polynomial of alpha is above 0 at 0.
  ///
  /// ## Keys
  /// - `inputRedCoefficients`: default and neutral value [0 1 0 0].
  /// - `inputGreenCoefficients`: default and neutral value [0 1 0 0].
  /// - `inputBlueCoefficients`: default and neutral value [0 1 0 0].
  /// - `inputAlphaCoefficients`: default and neutral value [0 1 0 0].
  public class func colorPolynomial() -> any CIFilter & CIColorPolynomial { BuiltInFilter<ColorPolynomial>() }
}
