internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Gives a photo the look of black-and-white film with unchanged contrast.
struct PhotoEffectTonal: PhotoEffectFilter {
  static let name = "CIPhotoEffectTonal"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
  ]

  @Input("inputExtrapolate") var extrapolate = false

  func kernel(in space: WorkingSpace) -> Tonal { Tonal(range: range) }

  struct Tonal: PointKernel {
    let range: LookRange

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let grey = range.luma(p)
      return Pixel(r: grey, g: grey, b: grey, a: p.a)
    }
  }
}

extension CIFilter {
  /// Gives a photo the look of black-and-white film with unchanged contrast.
  ///
  /// ## Formula
  /// On sRGB-encoded, unpremultiplied colour, with Y = `0.2125 r + 0.7154 g + 0.0721 b` of it. Y in all three channels.
  /// The look is Headroom's: Core Image does not publish its table.
  ///
  /// ## Extended range
  /// Colour is clamped to 0...1 first. With `inputExtrapolate` nothing is clamped.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputExtrapolate`: default false.
  public class func photoEffectTonal() -> any CIFilter & CIPhotoEffect { BuiltInFilter<PhotoEffectTonal>() }
}
