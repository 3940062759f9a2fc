internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Gives a photo the look of black-and-white film with strong contrast.
struct PhotoEffectNoir: PhotoEffectFilter {
  static let name = "CIPhotoEffectNoir"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
  ]

  @Input("inputExtrapolate") var extrapolate = false

  func kernel(in space: WorkingSpace) -> Noir { Noir(range: range, beyond: extrapolate ? 1 : 0) }

  struct Noir: PointKernel {
    let range: LookRange
    let beyond: Float

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let y = 1.05 * range.luma(p)
      let grey = LookCurve.sigmoid(LookCurve.sigmoid(y)) + (y - clamped(y, 0, 1)) * beyond
      return Pixel(r: grey, g: grey, b: grey, a: p.a)
    }
  }
}

extension CIFilter {
  /// Gives a photo the look of black-and-white film with strong contrast.
  ///
  /// ## Formula
  /// On sRGB-encoded, unpremultiplied colour, with Y = `0.2125 r + 0.7154 g + 0.0721 b` of it. `S(S(min(1.05 * Y, 1)))`
  /// in all three channels, with `S(x) = x * x * (3 - 2 * x)`. The look is Headroom's: Core Image does not publish its
  /// table.
  ///
  /// ## Extended range
  /// Colour is clamped to 0...1 first. With `inputExtrapolate` the excess of `1.05 * Y` beyond 0 or 1 is added: the
  /// curve is flat at its ends, and would clip all light above white.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputExtrapolate`: default false.
  public class func photoEffectNoir() -> any CIFilter & CIPhotoEffect { BuiltInFilter<PhotoEffectNoir>() }
}
