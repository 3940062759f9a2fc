internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Gives colour the look of film that was developed in the wrong bath: cool tones.
struct PhotoEffectProcess: PhotoEffectFilter {
  static let name = "CIPhotoEffectProcess"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
  ]

  @Input("inputExtrapolate") var extrapolate = false

  func kernel(in space: WorkingSpace) -> Process { Process(range: range) }

  struct Process: PointKernel {
    let range: LookRange

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let (r, g, b) = (range.clamp(p.r), range.clamp(p.g), range.clamp(p.b))
      return Pixel(r: 0.95 * LookCurve.power(r, 1.1), g: 0.03 + 0.97 * g, b: 0.08 + 0.88 * b, a: p.a)
    }
  }
}

extension CIFilter {
  /// Gives colour the look of film that was developed in the wrong bath: cool tones.
  ///
  /// ## Formula
  /// On sRGB-encoded, unpremultiplied colour, with Y = `0.2125 r + 0.7154 g + 0.0721 b` of it. `0.95 * r^1.1`,
  /// `0.03 + 0.97 * g` and `0.08 + 0.88 * b`. The look is Headroom's: Core Image does not publish its table.
  ///
  /// ## Extended range
  /// Colour is clamped to 0...1 first. With `inputExtrapolate` the power continues with its slopes at 0 and 1: it is
  /// constant below 0.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputExtrapolate`: default false.
  public class func photoEffectProcess() -> any CIFilter & CIPhotoEffect { BuiltInFilter<PhotoEffectProcess>() }
}
