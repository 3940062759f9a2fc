internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Enlarges a small image along the edges of the image.
struct EdgePreserveUpsample: FilterDefinition {
  static let name = "CIEdgePreserveUpsampleFilter"
  static let introduced = FilterAvailability(iOS: "10.0", macOS: "10.12")
  static let categories: [FilterCategory] = [
    .geometryAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]
  static let imageKeys = [kCIInputImageKey, "inputSmallImage"]

  @Input("inputSpatialSigma", minimum: 0, maximum: 5) var spatialSigma: Float = 3
  @Input("inputLumaSigma", minimum: 0, maximum: 1) var lumaSigma: Float = 0.15

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let guide = inputs.main, let image = inputs["inputSmallImage"] else { return nil }
    let (large, small) = (PixelRect(enclosing: guide.extent), PixelRect(enclosing: image.extent))
    if small.isEmpty || large.isEmpty || small.isInfinite || large.isInfinite { return nil }
    let light = guide.appending(point: HighlightShadowAdjust.RootLuma(), extent: guide.extent)
    return light.appending(
      area: JointBilateral(large: large, small: small, spatialSigma: spatialSigma, lumaSigma: lumaSigma),
      with: [image, light.resized(large, onto: small, sampling: .highQuality)], extent: large.cgRect)
  }
}

/// Enlarges a small image along the edges of the image; see `CIFilter.edgePreserveUpsample()`.
public protocol CIEdgePreserveUpsample: CIFilterProtocol {
  /// The image whose edges count.
  var inputImage: CIImage? { get set }
  /// The image to enlarge.
  var smallImage: CIImage? { get set }
  /// The spatial standard deviation, in pixels of the small image, 0...5.
  var spatialSigma: Float { get set }
  /// The standard deviation of differences in lightness, 0...1.
  var lumaSigma: Float { get set }
}

extension BuiltInFilter: CIEdgePreserveUpsample where Definition == EdgePreserveUpsample {
  var smallImage: CIImage? {
    get { value(forKey: "inputSmallImage") as? CIImage }
    set { setValue(newValue, forKey: "inputSmallImage") }
  }
  var spatialSigma: Float {
    get { definition.spatialSigma }
    set { definition.spatialSigma = newValue }
  }
  var lumaSigma: Float {
    get { definition.lumaSigma }
    set { definition.lumaSigma = newValue }
  }
}

extension CIFilter {
  /// Enlarges a small image along the edges of the image.
  ///
  /// ## Formula
  /// Joint bilateral upsampling (J. Kopf and others, 2007). The small image is stretched over the image; a pixel is the
  /// mean of the small image's pixels q within `2 * inputSpatialSigma` small pixels of its position p, weighted by
  /// `exp(-|q - p|^2 / (2 * inputSpatialSigma^2)) * exp(-(L(q) - L(p))^2 / (2 * inputLumaSigma^2))`, the exponents
  /// together at least -80. L is the square root of the luma `0.2125 r + 0.7154 g + 0.0721 b` of the image's
  /// unpremultiplied colour; at q it is that of the image reduced to the size of the small image. Edges are repeated.
  /// The spatial sigma is at least 0.5, the other at least 0.001.
  ///
  /// ## Extended range
  /// Linear light, not clamped; the square root keeps light above white from being treated as edges everywhere.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha of the small image alike.
  ///
  /// ## Extent
  /// The image's. No result where it or the small image is empty or infinite.
  ///
  /// ## Keys
  /// - `inputSpatialSigma`: default 3, 0...5, in pixels of the small image.
  /// - `inputLumaSigma`: default 0.15, 0...1.
  public class func edgePreserveUpsample() -> any CIFilter & CIEdgePreserveUpsample {
    BuiltInFilter<EdgePreserveUpsample>()
  }
}
