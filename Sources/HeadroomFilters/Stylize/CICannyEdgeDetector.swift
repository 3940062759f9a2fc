internal import Foundation
public import HeadroomImage

/// Finds edges and draws them one pixel wide, in white on black.
struct CannyEdgeDetector: FilterDefinition {
  static let name = "CICannyEdgeDetector"
  static let introduced = FilterAvailability(iOS: "17.0", macOS: "14.0")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputGaussianSigma", minimum: 0, honored: 0...100_000, slider: 0...5) var gaussianSigma: Float = 1.6
  @Input("inputPerceptual") var perceptual = false
  @Input("inputThresholdHigh", minimum: 0, slider: 0...0.4) var thresholdHigh: Float = 0.05
  @Input("inputThresholdLow", minimum: 0, slider: 0...0.2) var thresholdLow: Float = 0.02
  @Input("inputHysteresisPasses", minimum: 0, maximum: 20, slider: 0...5) var hysteresisPasses: Int = 1

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let encoded = perceptual ? image.encodedForPalettes() : image
    let luma = encoded.appending(point: SharpenLuminance.OpaqueLuma(), extent: image.extent).clampedToExtent()
    let smooth = gaussianSigma < GaussianBlur.smallestRadius ? luma : luma.gaussianBlurred(sigma: Double(gaussianSigma))
    let thin = ThinEdges(low: min(thresholdLow, thresholdHigh), high: thresholdHigh)
    var edges = smooth.appending(area: thin, extent: image.extent)
    for _ in 0..<hysteresisPasses { edges = edges.appending(area: EdgePromotion(), extent: image.extent) }
    return edges.appending(point: StrongEdges(), extent: image.extent)
  }
}

/// Finds edges and draws them one pixel wide, in white on black; see `CIFilter.cannyEdgeDetector()`.
public protocol CICannyEdgeDetector: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The standard deviation of the blur in pixels, 0 or more.
  var gaussianSigma: Float { get set }
  /// Whether edges are found in sRGB-encoded values.
  var perceptual: Bool { get set }
  /// Steeper gradients are edges, 0 or more.
  var thresholdHigh: Float { get set }
  /// Steeper gradients are edges where they adjoin an edge, 0 or more.
  var thresholdLow: Float { get set }
  /// How often edges grow along gradients above the lower threshold, 0...20.
  var hysteresisPasses: Int { get set }
}

extension BuiltInFilter: CICannyEdgeDetector where Definition == CannyEdgeDetector {
  var gaussianSigma: Float {
    get { definition.gaussianSigma }
    set { definition.gaussianSigma = newValue }
  }
  var perceptual: Bool {
    get { definition.perceptual }
    set { definition.perceptual = newValue }
  }
  var thresholdHigh: Float {
    get { definition.thresholdHigh }
    set { definition.thresholdHigh = newValue }
  }
  var thresholdLow: Float {
    get { definition.thresholdLow }
    set { definition.thresholdLow = newValue }
  }
  var hysteresisPasses: Int {
    get { definition.hysteresisPasses }
    set { definition.hysteresisPasses = newValue }
  }
}

extension CIFilter {
  /// Finds edges and draws them one pixel wide, in white on black.
  ///
  /// ## Formula
  /// J. Canny's detector (1986). The luma (0.2125 r + 0.7154 g + 0.0721 b of unpremultiplied colour, sRGB-encoded
  /// first with `inputPerceptual`), edges repeated, is blurred by a Gaussian of `inputGaussianSigma`. Its gradient by
  /// Sobel's weights over 4, so that a step of 1 gives 1, is kept where it is longer than at the neighbour behind it
  /// and at least as long as at the one in front, along the nearest of four directions. A pixel whose gradient is above
  /// `inputThresholdHigh` is an edge; in each of `inputHysteresisPasses`, one above `inputThresholdLow` becomes an edge
  /// when one of its eight neighbours is.
  ///
  /// ## Extended range
  /// Light is not clamped; the result is 0 or 1.
  ///
  /// ## Alpha
  /// Opaque.
  ///
  /// ## Extent
  /// The image's.
  ///
  /// ## Keys
  /// - `inputGaussianSigma`: default 1.6, 0 or more; beyond 100,000 it counts as that.
  /// - `inputPerceptual`: default false.
  /// - `inputThresholdHigh`: default 0.05, 0 or more.
  /// - `inputThresholdLow`: default 0.02, 0 or more.
  /// - `inputHysteresisPasses`: default 1, 0...20.
  public class func cannyEdgeDetector() -> any CIFilter & CICannyEdgeDetector { BuiltInFilter<CannyEdgeDetector>() }
}
