internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage

/// How far the colours of two images lie apart.
struct ColorAbsoluteDifference: ComparisonFilter {
  static let name = "CIColorAbsoluteDifference"
  static let introduced = FilterAvailability(iOS: "14.0", macOS: "11.0")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  /// Colours may be negative.
  func peak(of inputs: [Float?]) -> Float? { nil }

  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.allSatisfy { $0 } }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: Difference()) }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let (p, q) = (pixels[0], pixels[1])
    return Pixel(
      r: (p.r - q.r).magnitude, g: (p.g - q.g).magnitude, b: (p.b - q.b).magnitude, a: p.a * q.a)
  }

  struct Difference: BlendKernel {
    @inline(__always) func apply(_ p: Pixel, _ q: Pixel) -> Pixel {
      Pixel(r: abs(p.r - q.r), g: abs(p.g - q.g), b: abs(p.b - q.b), a: p.a * q.a)
    }
  }
}

/// How far the colours of two images lie apart; see `CIFilter.colorAbsoluteDifference()`.
public protocol CIColorAbsoluteDifference: CIFilterProtocol {
  /// The first image.
  var inputImage: CIImage? { get set }
  /// The second image.
  var inputImage2: CIImage? { get set }
}

extension BuiltInFilter: CIColorAbsoluteDifference where Definition == ColorAbsoluteDifference {}

extension CIFilter {
  /// How far the colours of two images lie apart.
  ///
  /// ## Formula
  /// `abs(A - B)` for each component of unpremultiplied colour.
  ///
  /// ## Extended range
  /// Not clamped, never negative.
  ///
  /// ## Alpha
  /// The product of both.
  ///
  /// ## Extent
  /// The intersection.
  public class func colorAbsoluteDifference() -> any CIFilter & CIColorAbsoluteDifference {
    BuiltInFilter<ColorAbsoluteDifference>()
  }
}
