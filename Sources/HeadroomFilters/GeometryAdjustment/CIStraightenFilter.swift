internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Turns the image and keeps its rectangle filled.
struct StraightenFilter: FilterDefinition {
  static let name = "CIStraightenFilter"
  static let displayName = "Straighten"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.7")
  static let categories: [FilterCategory] = [.geometryAdjustment, .highDynamicRange, .stillImage, .video]

  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0, example: 0.1) var angle: Float = 0

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let extent = image.extent
    if extent.isNull || extent.isEmpty || extent.isUnbounded { return image }
    let (sine, cosine) = (abs(sin(Double(angle))), abs(cos(Double(angle))))
    let (w, h) = (Double(extent.width), Double(extent.height))
    let scale = CGFloat(cosine + max(w / h, h / w) * sine)
    let turn = CGAffineTransform(translationX: extent.midX, y: extent.midY).rotated(by: CGFloat(angle))
      .scaledBy(x: scale, y: scale).translatedBy(x: -extent.midX, y: -extent.midY)
    // Corners touch the edges of the picture, where interpolation would mix in transparency.
    return image.clampedToExtent().transformed(by: turn).cropped(to: extent)
  }
}

/// Turns the image and keeps its rectangle filled; see `CIFilter.straighten()`.
public protocol CIStraighten: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How far the image is turned, in radians, counter-clockwise; 0 leaves it as it is.
  var angle: Float { get set }
}

extension BuiltInFilter: CIStraighten where Definition == StraightenFilter {
  var angle: Float {
    get { definition.angle }
    set { definition.angle = newValue }
  }
}

extension CIFilter {
  /// Turns the image and keeps its rectangle filled.
  ///
  /// ## Formula
  /// Turned by `inputAngle` about the middle of the extent and scaled by `|cos a| + max(w / h, h / w) * |sin a|`, so
  /// that no corner is empty. Bilinear; beyond the extent its edge is repeated.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The image's. Infinite images stay as they are. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputAngle`: default and neutral value 0, in radians.
  public class func straighten() -> any CIFilter & CIStraighten { BuiltInFilter<StraightenFilter>() }
}
