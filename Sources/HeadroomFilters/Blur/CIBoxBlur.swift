internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Replaces every pixel by the mean of a square around it.
struct BoxBlur: FilterDefinition {
  static let name = "CIBoxBlur"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.blur, .highDynamicRange, .stillImage, .video]

  @Input("inputRadius", type: .distance, minimum: 1, honored: 1...200_000, slider: 1...100) var radius: Float = 10

  /// Pixels on each side of the centre.
  private var reach: Int { Int(radius / 2) }

  var isNeutral: Bool { reach == 0 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    // An unbounded image has to be computed as far as the square reaches.
    let reach = image.extent.isUnbounded && !image.repeatsEdges ? min(reach, 1200) : reach
    if reach <= CIImage.largestRunningReach { return image.windows(.mean, reachX: reach, reachY: reach) }
    return image.applyingNeighbourhood(growth: CGFloat(reach)) { BoxMean(reach: reach, edge: $0) }
  }
}

/// Replaces every pixel by the mean of a square; see `CIFilter.boxBlur()`.
public protocol CIBoxBlur: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The width of the square in pixels, 1 or more, rounded to an odd number; 1 leaves the image as it is.
  var radius: Float { get set }
}

extension BuiltInFilter: CIBoxBlur where Definition == BoxBlur {
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// Replaces every pixel by the mean of a square around it.
  ///
  /// ## Formula
  /// The mean of a `w` by `w` square, where `w` is the odd number nearest to `inputRadius` (Core Image calls the
  /// square's width its radius); of two that are equally near, the larger. A width of 1 leaves the image as it is.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike. Outside its extent the image is transparent.
  ///
  /// ## Extent
  /// Grows by `(w - 1) / 2` on each side. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputRadius`: default 10, 1 or more, in pixels; beyond 200,000 it counts as that.
  public class func boxBlur() -> any CIFilter & CIBoxBlur { BuiltInFilter<BoxBlur>() }
}
