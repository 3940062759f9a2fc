internal import Headroom

/// What one conversion writes, decided from the input's headers, the options and the target's abilities before a pixel
/// is decoded.
struct ConversionPlan: Equatable {
  enum Rendition: Equatable {
    case sdr
    /// PQ or HLG pixels.
    case isoHDR
    /// A base, mostly SDR, with a gain map.
    case adaptive
    /// Linear light in floating point.
    case float
  }

  var rendition: Rendition
  /// The numbers of the picture, or of the base of an adaptive file.
  var encoding: ColorEncoding
  /// Whether `encoding` is the input's own, so that its ICC profile still describes the result.
  var keepsEncoding: Bool
  /// How components are stored.
  var depth: SampleDepth
  /// Most headroom of the result.
  var headroom: Double
  /// What is lost on the way, in words; nil when HDR is kept or there is none.
  var loss: String?
}
