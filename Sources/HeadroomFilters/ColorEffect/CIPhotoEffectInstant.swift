internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Gives colour the look of instant film: less colour, warm, no black.
struct PhotoEffectInstant: PhotoEffectFilter {
  static let name = "CIPhotoEffectInstant"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
  ]

  @Input("inputExtrapolate") var extrapolate = false

  func kernel(in space: WorkingSpace) -> Instant { Instant(range: range) }

  struct Instant: PointKernel {
    let range: LookRange

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let c = range.saturated(p, 0.85)
      return Pixel(r: 0.06 + 0.9 * LookCurve.root(c.r, 0.95), g: 0.05 + 0.9 * c.g, b: 0.1 + 0.78 * c.b, a: p.a)
    }
  }
}

extension CIFilter {
  /// Gives colour the look of instant film: less colour, warm, no black.
  ///
  /// ## Formula
  /// On sRGB-encoded, unpremultiplied colour, with Y = `0.2125 r + 0.7154 g + 0.0721 b` of it. Saturation 0.85,
  /// `Y + 0.85 * (c - Y)`; then `0.06 + 0.9 * r^0.95`, `0.05 + 0.9 * g` and `0.1 + 0.78 * b`. The look is Headroom's:
  /// Core Image does not publish its table.
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
  public class func photoEffectInstant() -> any CIFilter & CIPhotoEffect { BuiltInFilter<PhotoEffectInstant>() }
}
