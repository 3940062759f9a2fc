internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Mixes the image with a background by the green channel of a mask.
struct BlendWithMask: MaskedBlendFilter {
  static let name = "CIBlendWithMask"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  static var mask: MaskMix { .green }
}

extension CIFilter {
  /// Mixes the image with a background by the green channel of a mask.
  ///
  /// ## Formula
  /// `background * (1 - m) + image * m`, with m the mask's premultiplied green clamped to 0...1; for a grey mask that
  /// is its grey value.
  ///
  /// ## Extended range
  /// Colours are not clamped, the mask is.
  ///
  /// ## Alpha
  /// Mixed like the premultiplied colours.
  ///
  /// ## Extent
  /// The union of image and background. The mask is 0 outside its extent.
  public class func blendWithMask() -> any CIFilter & CIBlendWithMask { BuiltInFilter<BlendWithMask>() }
}
