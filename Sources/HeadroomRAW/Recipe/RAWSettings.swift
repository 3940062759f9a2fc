internal import HeadroomColor
internal import HeadroomGraphics

/// The settings of a development: the values of ``CIRAWFilter``.
struct RAWSettings: Hashable, Sendable {
  var orientation: CGImagePropertyOrientation
  var isDraft = false
  /// Size of the result, 0 ... 1.
  var scaleFactor = 1.0
  /// Stops.
  var exposure = 0.0
  /// Stops; 0 is the camera's own zero point.
  var baselineExposure: Double
  var shadowBias = 0.0
  var boostAmount = 1.0
  var boostShadowAmount = 1.0
  var recoversHighlights = true
  var mapsGamut = true
  var correctsLens = true
  /// Whether a lens that the file does not describe is corrected by Lensfun's data.
  var usesLensData = false
  var luminanceNoiseReduction = 0.0
  var colorNoiseReduction = 0.0
  var moireReduction = 0.0
  var despeckle = 0.0
  var sharpness = 0.0
  var contrast = 0.0
  var detail = 0.0
  /// The amount of the camera's local tone map, or of Headroom's where there is none.
  var localToneMap: Double
  var extendedDynamicRange = 0.0
  var look = DevelopmentLook.neutral
  /// The light that becomes neutral; nil uses the camera's white.
  var white: Chromaticity?

  /// The defaults for a file.
  init(_ header: RAWHeader) {
    orientation = header.orientation
    localToneMap = header.profiles.first?.gainTableMap == nil ? 0 : 1
    baselineExposure = header.baselineExposure + (header.profiles.first?.baselineExposureOffset ?? 0)
  }
}
