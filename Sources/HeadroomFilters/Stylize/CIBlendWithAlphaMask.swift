internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Mixes the image with a background by the alpha channel of a mask.
struct BlendWithAlphaMask: MaskedBlendFilter {
  static let name = "CIBlendWithAlphaMask"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  static var mask: MaskMix { .alpha }
}

extension CIFilter {
  /// Mixes the image with a background by the alpha channel of a mask.
  ///
  /// ## Formula
  /// `background * (1 - m) + image * m`, with m the mask's premultiplied alpha clamped to 0...1.
  ///
  /// ## Extended range
  /// Colours are not clamped, the mask is.
  ///
  /// ## Alpha
  /// Mixed like the premultiplied colours.
  ///
  /// ## Extent
  /// The union of image and background. The mask is 0 outside its extent.
  public class func blendWithAlphaMask() -> any CIFilter & CIBlendWithMask { BuiltInFilter<BlendWithAlphaMask>() }
}
