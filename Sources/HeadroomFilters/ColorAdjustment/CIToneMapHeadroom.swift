public import HeadroomImage

/// Maps light from one headroom to another with the reference-white tone curve.
struct ToneMapHeadroom: CompositeFilter {
  static let name = "CIToneMapHeadroom"
  static let introduced = FilterAvailability(iOS: "18.0", macOS: "15.0")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputSourceHeadroom", minimum: 1, maximum: 32, slider: 1...8, unit: .headroom) var sourceHeadroom: Float? =
    nil
  @Input("inputTargetHeadroom", minimum: 1, maximum: 32, slider: 1...8, unit: .headroom) var targetHeadroom: Float = 1

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.toneMapped(to: Double(targetHeadroom), from: sourceHeadroom.map(Double.init))
  }
}

/// Maps light from one headroom to another; see `CIFilter.toneMapHeadroom()`.
public protocol CIToneMapHeadroom: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Linear ratio of the brightest content to reference white, 1...32; 0 uses the image's own.
  var sourceHeadroom: Float { get set }
  /// Linear ratio of the brightest output to reference white, 1...32.
  var targetHeadroom: Float { get set }
}

extension BuiltInFilter: CIToneMapHeadroom where Definition == ToneMapHeadroom {
  var sourceHeadroom: Float {
    get { definition.sourceHeadroom ?? 0 }
    set { definition.sourceHeadroom = newValue == 0 ? nil : newValue }
  }
  var targetHeadroom: Float {
    get { definition.targetHeadroom }
    set { definition.targetHeadroom = newValue }
  }
}

extension CIFilter {
  /// Maps light from one headroom to another with the reference-white tone curve.
  ///
  /// ## Formula
  /// The Reference White Tone Mapping Operator of SMPTE ST 2094-50: one gain for red, green and blue, by the largest of
  /// them in linear BT.2020. Core Image does not publish its curve.
  ///
  /// ## Extended range
  /// The result does not exceed `inputTargetHeadroom` in BT.2020; a saturated colour may in a narrower space, such as the
  /// default working space. Where the source headroom is not given, it is the image's
  /// content headroom; where that is unknown, the bound that follows from the recipe; where there is none, the picture
  /// is measured when it is rendered: the level that at most 0.1 % of its pixels and 1 % of its light exceed, at most
  /// 10,000 cd/m². Pixels beyond that level are clamped to the target. A target at or above the source leaves the image
  /// as it is.
  ///
  /// ## Alpha
  /// Kept; colour is unpremultiplied.
  ///
  /// ## Keys
  /// - `inputSourceHeadroom`: no default, 1...32.
  /// - `inputTargetHeadroom`: default 1, 1...32.
  public class func toneMapHeadroom() -> any CIFilter & CIToneMapHeadroom { BuiltInFilter<ToneMapHeadroom>() }
}
