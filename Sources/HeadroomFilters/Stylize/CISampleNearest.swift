internal import HeadroomImage

/// Makes later transforms take the nearest pixel instead of interpolating.
///
/// ## Formula
/// Pixels stay as they are. The same as `samplingNearest()`.
///
/// ## Extended range
/// Pixels stay as they are.
///
/// ## Alpha
/// Stays as it is.
///
/// ## Extent
/// The image's. Colour space and content headroom are kept.
struct SampleNearest: CompositeFilter {
  static let name = "CISampleNearest"
  static let introduced = FilterAvailability(iOS: "12.0", macOS: "10.14")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? { inputs.main?.samplingNearest() }
}
