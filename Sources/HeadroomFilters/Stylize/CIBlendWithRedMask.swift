internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Mixes the image with a background by the red channel of a mask.
struct BlendWithRedMask: MaskedBlendFilter {
  static let name = "CIBlendWithRedMask"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  static var mask: MaskMix { .red }
}

extension CIFilter {
  /// Mixes the image with a background by the red channel of a mask.
  ///
  /// ## Formula
  /// `background * (1 - m) + image * m`, with m the mask's premultiplied red clamped to 0...1.
  ///
  /// ## Extended range
  /// Colours are not clamped, the mask is.
  ///
  /// ## Alpha
  /// Mixed like the premultiplied colours.
  ///
  /// ## Extent
  /// The union of image and background. The mask is 0 outside its extent.
  public class func blendWithRedMask() -> any CIFilter & CIBlendWithMask { BuiltInFilter<BlendWithRedMask>() }
}
