internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Clamps each component between two limits.
struct ColorClamp: PointFilter {
  static let name = "CIColorClamp"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [.colorAdjustment, .interlaced, .nonSquarePixels, .stillImage, .video]

  @Input("inputMinComponents") var minComponents = CIVector([0, 0, 0, 0])
  @Input("inputMaxComponents", example: CIVector([0.5, 0.5, 0.5, 1])) var maxComponents = CIVector([1, 1, 1, 1])

  private func components(_ vector: CIVector) -> Pixel {
    Pixel(
      r: Float(vector.value(at: 0)), g: Float(vector.value(at: 1)), b: Float(vector.value(at: 2)),
      a: Float(vector.value(at: 3)))
  }

  var isNeutral: Bool { false }
  func peak(of inputs: [Float?]) -> Float? {
    let most = components(maxComponents)
    return max(most.r, max(most.g, max(most.b, 0)))
  }
  func isOpaque(_ inputs: [Bool]) -> Bool { components(maxComponents).a >= 1 && inputs.first ?? false }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(point: self, extent: components(minComponents).a > 0 ? .infinite : $0.node.extent) }
  }

  func kernel(in space: WorkingSpace) -> Limits {
    var (low, high) = (components(minComponents), components(maxComponents))
    (low.a, high.a) = (min(max(low.a, 0), 1), min(max(high.a, 0), 1))
    return Limits(low: low, high: high)
  }

  /// Where the lower limit is above the upper one, the upper one counts.
  struct Limits: PointKernel {
    let low, high: Pixel

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      Pixel(
        r: smaller(larger(p.r, low.r), high.r), g: smaller(larger(p.g, low.g), high.g),
        b: smaller(larger(p.b, low.b), high.b), a: smaller(larger(p.a, low.a), high.a))
    }
  }
}

/// Clamps each component between two limits; see `CIFilter.colorClamp()`.
public protocol CIColorClamp: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The lowest red, green, blue and alpha.
  var minComponents: CIVector { get set }
  /// The highest red, green, blue and alpha.
  var maxComponents: CIVector { get set }
}

extension BuiltInFilter: CIColorClamp where Definition == ColorClamp {
  var minComponents: CIVector {
    get { definition.minComponents }
    set { definition.minComponents = newValue }
  }
  var maxComponents: CIVector {
    get { definition.maxComponents }
    set { definition.maxComponents = newValue }
  }
}

extension CIFilter {
  /// Clamps each component between two limits.
  ///
  /// ## Formula
  /// `min(max(c, inputMinComponents), inputMaxComponents)` for each component of unpremultiplied red, green, blue and
  /// alpha, in linear light.
  ///
  /// ## Extended range
  /// Clamps by purpose; other limits clamp at any level.
  ///
  /// ## Alpha
  /// Clamped to the limits, and to 0...1.
  ///
  /// ## Extent
  /// The image's; infinite where the lowest alpha is above 0.
  ///
  /// ## Keys
  /// - `inputMinComponents`: default [0 0 0 0].
  /// - `inputMaxComponents`: default [1 1 1 1].
  public class func colorClamp() -> any CIFilter & CIColorClamp { BuiltInFilter<ColorClamp>() }
}
