internal import Foundation

/// Multiplies the image by the background.
struct MultiplyCompositing: BlendFilter {
  static let name = "CIMultiplyCompositing"
  static let displayName = "Multiply"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  func kernel(in space: WorkingSpace) -> Product { Product() }

  static func extent(_ image: CGRect, _ background: CGRect) -> CGRect {
    image.shared(with: background)
  }

  func peak(of inputs: [Float?]) -> Float? {
    guard inputs.count == 2, let source = inputs[0], let background = inputs[1] else { return nil }
    return max(source, 0) * max(background, 0)
  }

  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.allSatisfy { $0 } }

  struct Product: BlendKernel {
    @inline(__always) func apply(_ s: Pixel, _ d: Pixel) -> Pixel {
      Pixel(r: s.r * d.r, g: s.g * d.g, b: s.b * d.b, a: s.a * d.a)
    }
  }
}

extension CIFilter {
  /// Multiplies the image by the background.
  ///
  /// ## Formula
  /// `S * D` for each premultiplied component, alpha included.
  ///
  /// ## Extended range
  /// Not clamped: 4 times 2 is 8.
  ///
  /// ## Alpha
  /// The product of both.
  ///
  /// ## Extent
  /// The intersection; elsewhere the product is transparent.
  public class func multiplyCompositing() -> any CIFilter & CICompositeOperation {
    BuiltInFilter<MultiplyCompositing>()
  }
}
