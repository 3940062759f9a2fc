internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Gives colour the look of old film with warm tones.
struct PhotoEffectTransfer: PhotoEffectFilter {
  static let name = "CIPhotoEffectTransfer"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
  ]

  @Input("inputExtrapolate") var extrapolate = false

  func kernel(in space: WorkingSpace) -> Transfer { Transfer(range: range) }

  struct Transfer: PointKernel {
    let range: LookRange

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let (r, g, b) = (range.clamp(p.r), range.clamp(p.g), range.clamp(p.b))
      return Pixel(r: 0.04 + 0.96 * LookCurve.root(r, 0.9), g: 0.02 + 0.94 * g, b: 0.02 + 0.82 * b, a: p.a)
    }
  }
}

extension CIFilter {
  /// Gives colour the look of old film with warm tones.
  ///
  /// ## Formula
  /// On sRGB-encoded, unpremultiplied colour, with Y = `0.2125 r + 0.7154 g + 0.0721 b` of it. `0.04 + 0.96 * r^0.9`,
  /// `0.02 + 0.94 * g` and `0.02 + 0.82 * b`. The look is Headroom's: Core Image does not publish its table.
  ///
  /// ## Extended range
  /// Colour is clamped to 0...1 first. With `inputExtrapolate` the power continues with its slope at 1, and is mirrored
  /// below 0, where it is vertical.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputExtrapolate`: default false.
  public class func photoEffectTransfer() -> any CIFilter & CIPhotoEffect { BuiltInFilter<PhotoEffectTransfer>() }
}
