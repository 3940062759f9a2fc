internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage

/// Mixes the image with a background.
struct Mix: FilterDefinition {
  static let name = "CIMix"
  static let introduced = FilterAvailability(iOS: "12.0", macOS: "10.14")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputBackgroundImageKey]

  @Input("inputAmount", honored: 0...1, slider: 0...1, identity: 1) var amount: Float = 1

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let background = inputs[kCIInputBackgroundImageKey] else { return nil }
    if amount == 1 { return image }
    var fade = DissolveTransition()
    fade.time = amount
    return background.appending(
      point: fade, with: [image], extent: image.node.extent.joined(with: background.node.extent))
  }
}

/// Mixes the image with a background; see `CIFilter.mix()`.
public protocol CIMix: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Shown where the amount is 0.
  var backgroundImage: CIImage? { get set }
  /// The share of the image, 0...1; 1 leaves it as it is.
  var amount: Float { get set }
}

extension BuiltInFilter: CIMix where Definition == Mix {
  var amount: Float {
    get { definition.amount }
    set { definition.amount = newValue }
  }
}

extension CIFilter {
  /// Mixes the image with a background.
  ///
  /// ## Formula
  /// `background * (1 - m) + image * m`, with m = `inputAmount` clamped to 0...1.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The union.
  ///
  /// ## Keys
  /// - `inputAmount`: default and neutral value 1; below 0 and above 1 it counts as these.
  public class func mix() -> any CIFilter & CIMix { BuiltInFilter<Mix>() }
}
