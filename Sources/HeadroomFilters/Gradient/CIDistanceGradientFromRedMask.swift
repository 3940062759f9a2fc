internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// How far each pixel lies from a mask.
struct DistanceGradientFromRedMask: FilterDefinition {
  static let name = "CIDistanceGradientFromRedMask"
  static let introduced = FilterAvailability(iOS: "18.0", macOS: "15.0")
  static let categories: [FilterCategory] = [.gradient, .stillImage, .video]

  @Input("inputMaximumDistance", type: .distance, minimum: 0, maximum: 1000, slider: 1...100)
  var maximumDistance: Float = 10

  var isNeutral: Bool { false }

  /// Beyond the largest distance everything is 1: the edge of the computed part is repeated without end.
  func image(from inputs: FilterImages) -> CIImage? {
    guard let mask = inputs.main else { return nil }
    let extent = PixelRect(enclosing: mask.node.extent)
    guard !extent.isEmpty, !extent.isInfinite else { return nil }
    let reach = Int(maximumDistance.rounded(.up)) + 1
    let transform = DistanceTransform(maximum: maximumDistance, mask: extent)
    return mask.appending(processor: transform, extent: extent.expanded(dx: reach, dy: reach).cgRect).clampedToExtent()
  }
}

/// How far each pixel lies from a mask; see `CIFilter.distanceGradientFromRedMask()`.
public protocol CIDistanceGradientFromRedMask: CIFilterProtocol {
  /// The mask: where red is above 0.5.
  var inputImage: CIImage? { get set }
  /// The distance at which the result is 1, in pixels, 0...1000.
  var maximumDistance: Float { get set }
}

extension BuiltInFilter: CIDistanceGradientFromRedMask where Definition == DistanceGradientFromRedMask {
  var maximumDistance: Float {
    get { definition.maximumDistance }
    set { definition.maximumDistance = newValue }
  }
}

extension CIFilter {
  /// How far each pixel lies from a mask.
  ///
  /// ## Formula
  /// 0 where the mask's premultiplied red is above 0.5, elsewhere `min(d / inputMaximumDistance, 1)` with d the Euclidean
  /// distance from the pixel's centre to that of the nearest pixel of the mask, exact (Felzenszwalb and Huttenlocher,
  /// Distance Transforms of Sampled Functions, 2012). In red, green and blue.
  ///
  /// ## Extended range
  /// 0...1 by definition.
  ///
  /// ## Alpha
  /// 1.
  ///
  /// ## Extent
  /// Infinite: 1 far away. No result for an infinite mask.
  ///
  /// ## Keys
  /// - `inputMaximumDistance`: default 10, 0...1000, in pixels.
  public class func distanceGradientFromRedMask() -> any CIFilter & CIDistanceGradientFromRedMask {
    BuiltInFilter<DistanceGradientFromRedMask>()
  }
}
