public import HeadroomImage

/// Maps light to the range of a display, as the system does for pictures beside other content.
struct SystemToneMap: CompositeFilter {
  static let name = "CISystemToneMap"
  static let introduced = FilterAvailability(iOS: "26.0", macOS: "26.0")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputDisplayHeadroom", minimum: 1, maximum: 32, slider: 1...8, unit: .headroom) var displayHeadroom: Float = 1
  @Input("inputPreferredDynamicRange") var preferredDynamicRange: CIDynamicRangeOption? = nil

  private var targetHeadroom: Float {
    switch preferredDynamicRange {
    case .standard?: 1
    case .constrainedHigh?: min(displayHeadroom, 2)
    default: displayHeadroom
    }
  }

  func image(from inputs: FilterImages) -> CIImage? { inputs.main?.toneMapped(to: Double(targetHeadroom)) }
}

/// Maps light to the range of a display; see `CIFilter.systemToneMap()`.
public protocol CISystemToneMap: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Linear ratio of the display's brightest light to reference white, 1...32.
  var displayHeadroom: Float { get set }
  /// How much of the display's headroom to use; nil uses all.
  var preferredDynamicRange: CIDynamicRangeOption? { get set }
}

extension BuiltInFilter: CISystemToneMap where Definition == SystemToneMap {
  var displayHeadroom: Float {
    get { definition.displayHeadroom }
    set { definition.displayHeadroom = newValue }
  }
  var preferredDynamicRange: CIDynamicRangeOption? {
    get { definition.preferredDynamicRange }
    set { definition.preferredDynamicRange = newValue }
  }
}

extension CIFilter {
  /// Maps light to the range of a display, as the system does for pictures beside other content.
  ///
  /// ## Formula
  /// The tone curve of CIToneMapHeadroom from the image's content headroom to a target: 1 for `standard`,
  /// `inputDisplayHeadroom` for `high` and for none, and at most 2 for `constrainedHigh`.
  ///
  /// ## Extended range
  /// The result does not exceed the target.
  ///
  /// ## Alpha
  /// Kept; colour is unpremultiplied.
  ///
  /// ## Keys
  /// - `inputDisplayHeadroom`: default 1, 1...32.
  /// - `inputPreferredDynamicRange`: no default.
  public class func systemToneMap() -> any CIFilter & CISystemToneMap { BuiltInFilter<SystemToneMap>() }
}
