internal import Foundation
public import HeadroomImage

/// Replaces every pixel by the mean of a disc around it.
struct DiscBlur: FilterDefinition {
  static let name = "CIDiscBlur"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.blur, .highDynamicRange, .stillImage, .video]

  @Input("inputRadius", type: .distance, minimum: 0, honored: 0...200_000, slider: 0...100) var radius: Float = 8

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { image in
      image.blurred(byDisc: Double(radius)) { radius, distance in min(max(radius + 0.5 - distance, 0), 1) }
    }
  }
}

extension CIImage {
  /// The image blurred by a kernel that depends only on the distance.
  ///
  /// - Parameter weight: the weight for a radius and a distance, in pixels of the copy that is convolved; not
  ///   normalised.
  func blurred(byDisc radius: Double, _ weight: (_ radius: Double, _ distance: Double) -> Double) -> CIImage {
    let radius = boundedReach(radius)
    var (halvings, small) = (0, radius)
    while small >= 64 { (halvings, small) = (halvings + 1, small / 2) }
    let pattern = TapPattern(reach: Int((small + 0.5).rounded(.up))) { weight(small, $0) }
    let numbers = pattern.weights
    return blurred(halvings: halvings, growth: radius.rounded(.up)) { edge in
      (PatternConvolution("disc", [small] + numbers, pattern, edge: edge), pattern.reachX)
    }
  }
}

/// Replaces every pixel by the mean of a disc around it; see `CIFilter.discBlur()`.
public protocol CIDiscBlur: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The radius of the disc in pixels, 0 or more; 0 leaves the image as it is.
  var radius: Float { get set }
}

extension BuiltInFilter: CIDiscBlur where Definition == DiscBlur {
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// Replaces every pixel by the mean of a disc around it.
  ///
  /// ## Formula
  /// The mean over the disc of radius `inputRadius`: a pixel at distance d counts `clamp(inputRadius + 0.5 - d, 0,
  /// 1)`, all weights divided by their sum. From a radius of 64 on the disc is applied to a smaller copy of the
  /// image; its rim is then softer by up to a thirtieth of the radius.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha are spread alike. Outside its extent the image is transparent.
  ///
  /// ## Extent
  /// Grows by the radius on each side, rounded up. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputRadius`: default 8, 0 or more, in pixels; beyond 200,000 it counts as that.
  public class func discBlur() -> any CIFilter & CIDiscBlur { BuiltInFilter<DiscBlur>() }
}
