internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomPixels

/// Exposure and look of a sensor's light, in the development's space: the profile's tables, the camera's local tone map, the
/// tone curve, the gamut.
///
/// The order is DNG's: hue and saturation, local tone map, exposure, look table, tone curve. With less of the tone
/// curve (``CIRAWFilter/boostAmount``) the tables are reduced in proportion, so that without the curve colours come
/// from the matrices alone.
struct RAWLook: PointImplementation {
  private let picture: RAWPicture
  private let settings: RAWSettings
  private let estimateOptions: RAWEstimateOptions
  private let white: Chromaticity?
  private let lightWeights: [Double]
  /// The area that the local tone map covers.
  private let area: LensArea

  init(_ recipe: RAWRecipe, _ balance: CameraWhiteBalance?, _ area: LensArea) {
    picture = recipe.picture
    settings = recipe.settings
    estimateOptions = recipe.estimateOptions
    white = balance?.white
    lightWeights = balance?.lightWeights ?? [1]
    self.area = area
  }

  private var profile: CameraProfile? { picture.header.profiles.first }

  // MARK: As a node

  var fingerprint: Fingerprint {
    let numbers = [
      settings.exposure, settings.baselineExposure, settings.shadowBias, settings.boostAmount,
      settings.boostShadowAmount, settings.localToneMap, settings.extendedDynamicRange, settings.mapsGamut ? 1 : 0,
      white?.x ?? 0, white?.y ?? 0, settings.look == .camera ? 1 : 0, settings.white == nil ? 1 : 0,
      estimateOptions.isDraft ? 1 : 0, estimateOptions.allowsPartial ? 1 : 0,
    ]
    return Fingerprint("RAW look", numbers + area.numbers, objects: [ObjectIdentifier(picture)])
  }

  var alphaRule: AlphaRule { .straight }
  /// The local tone map and the masks of tables depend on the position in the picture.
  var usesPosition: Bool {
    settings.localToneMap > 0 && profile?.gainTableMap != nil || !picture.header.colorMasks.isEmpty
  }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }
  func peak(of inputs: [Float?]) -> Float? { nil }

  func makeStage(in space: WorkingSpace) -> RowStage {
    let rows = rows()
    return unsafe RowStage { pixels, _, count, x, y in unsafe rows.apply(pixels, count, x: x, y: y) }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    var result = pixels[0]
    unsafe withUnsafeMutablePointer(to: &result) { pixel in
      unsafe pixel.withMemoryRebound(to: Float.self, capacity: 4) { numbers in
        unsafe rows().apply(
          RowPointers(r: numbers, g: numbers + 1, b: numbers + 2, a: numbers + 3), 1, x: Int(x.rounded(.down)),
          y: Int(y.rounded(.down)))
      }
    }
    return result
  }

  private func rows() -> RAWLookRows {
    RAWLookRows(picture, settings, lightWeights: lightWeights, area, camera: camera)
  }

  /// A white that the user chose is neutral, without the camera's tint.
  private var camera: CameraLook? {
    guard settings.look == .camera, settings.boostAmount > 0,
      let look = picture.cameraLook(estimateOptions).look
    else { return nil }
    return settings.white == nil ? look : look.withoutGains
  }
}

extension RAWSettings {
  var tone: RAWToneSettings {
    RAWToneSettings(
      dynamicRange: extendedDynamicRange, boost: boostAmount, shadows: boostShadowAmount, shadowBias: shadowBias)
  }

  /// The largest light of the result; nil where it is unbounded.
  func headroom(_ profile: CameraProfile?) -> Double? {
    guard boostAmount == 1 else { return nil }
    return RAWToneCurve(tone, profile: RAWLookRows.toneCurve(profile)).peak
  }
}
