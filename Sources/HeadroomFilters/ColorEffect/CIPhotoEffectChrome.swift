internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Gives colour the look of film with strong contrast and strong colour.
struct PhotoEffectChrome: PhotoEffectFilter {
  static let name = "CIPhotoEffectChrome"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
  ]

  @Input("inputExtrapolate") var extrapolate = false

  func kernel(in space: WorkingSpace) -> Chrome { Chrome(range: range) }

  struct Chrome: PointKernel {
    let range: LookRange

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let c = range.saturated(p, 1.25)
      return Pixel(r: curve(c.r), g: curve(c.g), b: curve(c.b), a: p.a)
    }

    @inline(__always) private func curve(_ x: Float) -> Float { 0.5 * x + 0.5 * LookCurve.sigmoid(x) }
  }
}

extension CIFilter {
  /// Gives colour the look of film with strong contrast and strong colour.
  ///
  /// ## Formula
  /// On sRGB-encoded, unpremultiplied colour, with Y = `0.2125 r + 0.7154 g + 0.0721 b` of it. Saturation 1.25,
  /// `Y + 1.25 * (c - Y)`; then `0.5 * c + 0.5 * S(c)` with `S(c) = c * c * (3 - 2 * c)`. The look is Headroom's: Core
  /// Image does not publish its table.
  ///
  /// ## Extended range
  /// Colour is clamped to 0...1 first. With `inputExtrapolate` S is constant beyond 0 and 1, so that colour continues
  /// with half its slope.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputExtrapolate`: default false.
  public class func photoEffectChrome() -> any CIFilter & CIPhotoEffect { BuiltInFilter<PhotoEffectChrome>() }
}
