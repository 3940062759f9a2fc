internal import Foundation

/// Lays the image over the background.
struct SourceOverCompositing: BlendFilter {
  static let name = "CISourceOverCompositing"
  static let displayName = "Source Over"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  func kernel(in space: WorkingSpace) -> Over { Over() }

  static func extent(_ image: CGRect, _ background: CGRect) -> CGRect {
    image.joined(with: background)
  }

  func peak(of inputs: [Float?]) -> Float? {
    guard inputs.count == 2, let source = inputs[0], let background = inputs[1] else { return nil }
    return max(source, background)
  }

  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.contains(true) }

  struct Over: BlendKernel {
    @inline(__always) func apply(_ s: Pixel, _ d: Pixel) -> Pixel {
      let rest = 1 - s.a
      return Pixel(r: s.r + d.r * rest, g: s.g + d.g * rest, b: s.b + d.b * rest, a: s.a + d.a * rest)
    }
  }
}

extension CIFilter {
  /// Lays the image over the background.
  ///
  /// ## Formula
  /// `S + D * (1 - S.a)` for premultiplied source S and background D (Porter and Duff, 1984). As `composited(over:)`.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The union.
  public class func sourceOverCompositing() -> any CIFilter & CICompositeOperation {
    BuiltInFilter<SourceOverCompositing>()
  }
}
