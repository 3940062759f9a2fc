internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Mixes red, green and blue by polynomials of all three.
struct ColorCrossPolynomial: PointFilter {
  static let name = "CIColorCrossPolynomial"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input(
    "inputRedCoefficients", identity: CIVector([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    example: CIVector([0.2, 0.8, 0, 0, 0, 0, 0, 0, 0, 0])) var redCoefficients = CIVector([
      1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ])
  @Input("inputGreenCoefficients", identity: CIVector([0, 1, 0, 0, 0, 0, 0, 0, 0, 0])) var greenCoefficients = CIVector(
    [0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
  @Input("inputBlueCoefficients", identity: CIVector([0, 0, 1, 0, 0, 0, 0, 0, 0, 0])) var blueCoefficients = CIVector([
    0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
  ])

  func peak(of inputs: [Float?]) -> Float? { nil }

  func kernel(in space: WorkingSpace) -> Quadrics {
    func terms(_ vector: CIVector) -> Terms { Terms((0..<10).map { Float(vector.value(at: $0)) }) }
    return Quadrics(red: terms(redCoefficients), green: terms(greenCoefficients), blue: terms(blueCoefficients))
  }

  /// Ten numbers in named fields: array subscripts would be bounds-checked in the loop.
  struct Terms: Sendable {
    let (r, g, b): (Float, Float, Float)
    let (rr, gg, bb): (Float, Float, Float)
    let (rg, gb, br): (Float, Float, Float)
    let one: Float

    init(_ c: [Float]) {
      (r, g, b) = (c[0], c[1], c[2])
      (rr, gg, bb) = (c[3], c[4], c[5])
      (rg, gb, br) = (c[6], c[7], c[8])
      one = c[9]
    }

    @inline(__always) func value(_ p: Pixel) -> Float {
      let linear = r * p.r + g * p.g + b * p.b + one
      let squares = rr * p.r * p.r + gg * p.g * p.g + bb * p.b * p.b
      return linear + squares + rg * p.r * p.g + gb * p.g * p.b + br * p.b * p.r
    }
  }

  struct Quadrics: PointKernel {
    let red, green, blue: Terms

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      Pixel(r: red.value(p), g: green.value(p), b: blue.value(p), a: p.a)
    }
  }
}

/// Mixes red, green and blue by polynomials of all three; see `CIFilter.colorCrossPolynomial()`.
public protocol CIColorCrossPolynomial: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The ten coefficients for red.
  var redCoefficients: CIVector { get set }
  /// The ten coefficients for green.
  var greenCoefficients: CIVector { get set }
  /// The ten coefficients for blue.
  var blueCoefficients: CIVector { get set }
}

extension BuiltInFilter: CIColorCrossPolynomial where Definition == ColorCrossPolynomial {
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
}

extension CIFilter {
  /// Mixes red, green and blue by polynomials of all three.
  ///
  /// ## Formula
  /// `c0 r + c1 g + c2 b + c3 r^2 + c4 g^2 + c5 b^2 + c6 r g + c7 g b + c8 b r + c9`, with ten numbers for each
  /// channel, of unpremultiplied colour in linear light.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputRedCoefficients`: default and neutral value [1 0 0 0 0 0 0 0 0 0].
  /// - `inputGreenCoefficients`: default and neutral value [0 1 0 0 0 0 0 0 0 0].
  /// - `inputBlueCoefficients`: default and neutral value [0 0 1 0 0 0 0 0 0 0].
  public class func colorCrossPolynomial() -> any CIFilter & CIColorCrossPolynomial {
    BuiltInFilter<ColorCrossPolynomial>()
  }
}
