internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Gives a photo the look of black-and-white film with low contrast.
struct PhotoEffectMono: PhotoEffectFilter {
  static let name = "CIPhotoEffectMono"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
  ]

  @Input("inputExtrapolate") var extrapolate = false

  func kernel(in space: WorkingSpace) -> Mono { Mono(range: range) }

  struct Mono: PointKernel {
    let range: LookRange

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let grey = 0.06 + 0.86 * range.luma(p)
      return Pixel(r: grey, g: grey, b: grey, a: p.a)
    }
  }
}

extension CIFilter {
  /// Gives a photo the look of black-and-white film with low contrast.
  ///
  /// ## Formula
  /// On sRGB-encoded, unpremultiplied colour, with Y = `0.2125 r + 0.7154 g + 0.0721 b` of it. `0.06 + 0.86 * Y` in all
  /// three channels. The look is Headroom's: Core Image does not publish its table.
  ///
  /// ## Extended range
  /// Colour is clamped to 0...1 first. With `inputExtrapolate` the same line continues.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputExtrapolate`: default false.
  public class func photoEffectMono() -> any CIFilter & CIPhotoEffect { BuiltInFilter<PhotoEffectMono>() }
}
