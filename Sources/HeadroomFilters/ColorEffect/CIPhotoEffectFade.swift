internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Gives colour the look of faded film: less colour, no black.
struct PhotoEffectFade: PhotoEffectFilter {
  static let name = "CIPhotoEffectFade"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
  ]

  @Input("inputExtrapolate") var extrapolate = false

  func kernel(in space: WorkingSpace) -> Fade { Fade(range: range) }

  struct Fade: PointKernel {
    let range: LookRange

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let c = range.saturated(p, 0.75)
      return Pixel(r: 0.08 + 0.84 * c.r, g: 0.08 + 0.84 * c.g, b: 0.08 + 0.84 * c.b, a: p.a)
    }
  }
}

extension CIFilter {
  /// Gives colour the look of faded film: less colour, no black.
  ///
  /// ## Formula
  /// On sRGB-encoded, unpremultiplied colour, with Y = `0.2125 r + 0.7154 g + 0.0721 b` of it. Saturation 0.75,
  /// `Y + 0.75 * (c - Y)`; then `0.08 + 0.84 * c`. The look is Headroom's: Core Image does not publish its table.
  ///
  /// ## Extended range
  /// Colour is clamped to 0...1 first. With `inputExtrapolate` the same line continues.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputExtrapolate`: default false.
  public class func photoEffectFade() -> any CIFilter & CIPhotoEffect { BuiltInFilter<PhotoEffectFade>() }
}
