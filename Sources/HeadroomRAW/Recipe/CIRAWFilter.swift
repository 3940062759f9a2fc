public import Foundation
internal import HeadroomColor
internal import HeadroomContainers
public import HeadroomGraphics
public import HeadroomImage
internal import HeadroomImageIO

/// Develops raw files: DNG, and the files of cameras that LibRaw unpacks.
///
/// Headers are read when the filter is made; pixels are unpacked when ``outputImage`` is first rendered, and shared by
/// all images of the filter. An image is a recipe with the settings at the time: take one, change the filter, take
/// another, and both render.
///
/// ```swift
/// let filter = CIRAWFilter(imageURL: url)!
/// let sdr = filter.outputImage
/// filter.extendedDynamicRangeAmount = 1
/// let hdr = filter.outputImage
/// ```
///
/// ## Light
/// 1.0 is reference white. With ``extendedDynamicRangeAmount`` 0 the result ends at exactly 1; above 0 highlights
/// extend to `CIImage.contentHeadroom`: the end of the tone curve or, where the picture has less light, its maximum.
/// That maximum is measured in a small copy of the picture when the property is first read, which unpacks the sensor's
/// pixels. For linear light as the sensor recorded it set ``boostAmount``, ``baselineExposure``, ``shadowBias`` and
/// ``localToneMapAmount`` to 0 and ``isGamutMappingEnabled`` to false: the result is then unbounded.
///
/// ## Properties that a file does not support
/// report false in their `is...Supported`; they read 0 or false, and setting them changes nothing.
public final class CIRAWFilter: CIFilter {
  let picture: RAWPicture
  private let still: StillPicture
  private var settings: RAWSettings
  private var neutralPoint = CGPoint.zero
  /// The properties of a pixel buffer; nil for files, whose properties are read.
  private var givenProperties: [AnyHashable: Any]?

  // MARK: Making

  /// Reads a file's headers. Nil when the file cannot be read or is not a raw file; ``init(reading:)`` reports why.
  public convenience init?(imageURL url: URL) {
    guard let filter = try? CIRAWFilter(reading: url) else { return nil }
    self.init(filter.picture, url: url)
  }

  /// The same as ``init(imageURL:)`` for a file's bytes.
  ///
  /// - Parameters:
  ///   - data: the file's bytes.
  ///   - identifierHint: a uniform type identifier, such as `com.adobe.raw-image`; not needed, since the bytes identify
  ///     their format.
  public convenience init?(imageData data: Data, identifierHint: String?) {
    guard let picture = try? Self.picture(FileBytes(data), .standard) else { return nil }
    self.init(picture, url: nil)
  }

  /// Reads a file's headers, or throws the reason why it cannot.
  ///
  /// - Throws: `ImageIOError` with part and offset.
  public convenience init(reading url: URL) throws {
    self.init(try Self.picture(try FileBytes(path: url.path), .standard), url: url)
  }

  /// Takes a sensor's mosaic from a pixel buffer, as a camera's session delivers it. The buffer is read when the
  /// picture is rendered.
  ///
  /// - Parameters:
  ///   - buffer: of `kCVPixelFormatType_14Bayer_RGGB`, `GRBG`, `GBRG` or `BGGR`.
  ///   - properties: attachments of the buffer. Under `{DNG}`, by the names of DNG's fields: `ColorMatrix1`, without
  ///     which the camera's colours are unknown and the result is nil; `ColorMatrix2`, `ForwardMatrix1`,
  ///     `ForwardMatrix2`, `CalibrationIlluminant1`, `CalibrationIlluminant2`, `AsShotNeutral`, `BlackLevel` (one, or
  ///     four in the order of the mosaic; default 0), `WhiteLevel` (default 16383), `BaselineExposure`, `NoiseProfile`.
  ///     Under `{TIFF}` `Make`, `Model` and `Orientation`.
  public convenience init?(cvPixelBuffer buffer: CVPixelBuffer, properties: [AnyHashable: Any]) {
    guard let filter = try? CIRAWFilter(mosaic: buffer, properties: properties) else { return nil }
    self.init(filter.picture, url: nil)
    givenProperties = properties
  }

  /// The same as ``init(cvPixelBuffer:properties:)``, but throws the reason for a failure.
  ///
  /// - Throws: `ImageIOError` that names the property.
  package convenience init(mosaic buffer: CVPixelBuffer, properties: [AnyHashable: Any]) throws {
    let file = try BufferMosaic(buffer, properties: properties)
    self.init(try RAWPicture(file, bytes: FileBytes([]), limits: .standard), url: nil)
    givenProperties = properties
  }

  private static func picture(_ bytes: FileBytes, _ limits: DecodeLimits) throws(ImageIOError) -> RAWPicture {
    guard let reader = try ImageFormats.open(bytes, limits: limits) as? RAWReader else {
      throw .unsupported(part: "RAW", text: "not a sensor's file")
    }
    return reader.picture
  }

  package convenience init(_ picture: RAWPicture, url: URL?) {
    self.init(StillPicture(reader: RAWReader(picture, format: CameraRAWFormat.name), url: url), picture)
  }

  /// Develops a file that is already open.
  package init(_ still: StillPicture, _ picture: RAWPicture) {
    self.still = still
    self.picture = picture
    settings = RAWSettings(picture.header)
    super.init()
  }

  public override func copy() -> Any {
    let copy = CIRAWFilter(still, picture)
    (copy.settings, copy.neutralPoint, copy.givenProperties) = (settings, neutralPoint, givenProperties)
    (copy.decoderVersion, copy.linearSpaceFilter, copy.isEnabled) = (decoderVersion, linearSpaceFilter, isEnabled)
    return copy
  }

  /// `CIRAWFilter`.
  public override var name: String {
    get { "CIRAWFilter" }
    set {}
  }

  private var header: RAWHeader { picture.header }
  private var recipe: RAWRecipe { RAWRecipe(picture, still, settings) }

  // MARK: What can be developed

  /// Names of the cameras whose own files are supported: LibRaw's list, empty where it is not installed. DNG files need
  /// no list.
  public class var supportedCameraModels: [String] { LibRawFile.cameras }

  /// The cameras that a version of the development supports: all of ``supportedCameraModels`` for
  /// ``CIRAWDecoderVersion/version8``, none for the others. DNG files need no list.
  public class func supportedCameraModels(version: CIRAWDecoderVersion) -> [String] {
    version == .version8 ? supportedCameraModels : []
  }

  /// The versions of the development for the file, the newest last: there is one.
  public var supportedDecoderVersions: [CIRAWDecoderVersion] { [isDNG ? .version8DNG : .version8] }

  /// The version of the development. With versions other than ``supportedDecoderVersions``, ``outputImage`` is nil.
  public lazy var decoderVersion: CIRAWDecoderVersion = isDNG ? .version8DNG : .version8

  private var isDNG: Bool { picture.file is DNGFile }

  /// Size of the whole picture in pixels, before it is turned and scaled.
  public var nativeSize: CGSize { CGSize(width: header.width, height: header.height) }

  /// Metadata in the form of `CGImageSource`; for a pixel buffer the properties that came with it.
  public var properties: [AnyHashable: Any] {
    if let givenProperties { return givenProperties }
    return ImageProperties(still.reader).dictionary.reduce(into: [:]) { $0[AnyHashable($1.key)] = $1.value }
  }

  // MARK: Geometry

  /// The orientation of the picture; default the file's.
  public var orientation: CGImagePropertyOrientation {
    get { settings.orientation }
    set { settings.orientation = newValue }
  }

  /// Whether speed matters more than quality: demosaicing uses a simpler method, at half size where ``scaleFactor``
  /// allows. Default false.
  public var isDraftModeEnabled: Bool {
    get { settings.isDraft }
    set { settings.isDraft = newValue }
  }

  /// Size of the result in each direction, above 0 and at most 1; default 1. Smaller results cost less.
  public var scaleFactor: Float {
    get { Float(settings.scaleFactor) }
    set { settings.scaleFactor = newValue.isFinite ? min(max(Double(newValue), 1e-3), 1) : 1 }
  }

  // MARK: Exposure and tone

  /// Stops added before the tone curve; default 0.
  public var exposure: Float {
    get { Float(settings.exposure) }
    set { settings.exposure = Self.limited(newValue, -20, 20) }
  }

  /// Stops from the sensor's zero point to the camera's; default the file's value, 0 for the sensor's own.
  public var baselineExposure: Float {
    get { Float(settings.baselineExposure) }
    set { settings.baselineExposure = Self.limited(newValue, -20, 20) }
  }

  /// Light subtracted from shadows, -1 ... 1 relative to white; default 0.
  public var shadowBias: Float {
    get { Float(settings.shadowBias) }
    set { settings.shadowBias = Self.limited(newValue, -1, 1) }
  }

  /// How much of the tone curve is applied, 0 (linear light) ... 1; default 1.
  public var boostAmount: Float {
    get { Float(settings.boostAmount) }
    set { settings.boostAmount = Self.limited(newValue, 0, 1) }
  }

  /// Shadows of the tone curve, 0 ... 2: below 1 darker, above 1 lighter; default 1. It has no effect without a tone
  /// curve (``boostAmount`` 0).
  public var boostShadowAmount: Float {
    get { Float(settings.boostShadowAmount) }
    set { settings.boostShadowAmount = Self.limited(newValue, 0, 2) }
  }

  /// How much range above white the result has: 0 none (default), 1 the usual, 2 the most. Values between are continuous.
  public var extendedDynamicRangeAmount: Float {
    get { Float(settings.extendedDynamicRange) }
    set { settings.extendedDynamicRange = Self.limited(newValue, 0, 2) }
  }

  /// Whether the picture has this library's look for all files, or the look of its camera; default
  /// ``DevelopmentLook/neutral``. Not in Core Image.
  ///
  /// The camera's look is taken from the largest small picture that the file carries: a curve of brightness, a factor
  /// of saturation and small gains of the channels, found by comparing both pictures at 300 pixels. Everything else is
  /// unchanged, so that light above white keeps its contrast, and SDR and HDR remain one picture. The look is found
  /// once, when a picture with it is first rendered. Without a small picture of the same view, and where no look brings
  /// the development nearer to it, the picture is developed neutrally.
  ///
  /// ``exposure`` and the other properties apply on top. Setting a white leaves out the gains; with less of the tone
  /// curve (``boostAmount``) the look is reduced in proportion.
  public var look: DevelopmentLook {
    get { settings.look }
    set { settings.look = newValue }
  }

  /// The outcome of comparing the file with its camera's preview.
  package var cameraLook: CameraLookOutcome { picture.cameraLook(recipe.estimateOptions) }

  /// Whether colours outside the gamut of displays are mapped into it; default true.
  public var isGamutMappingEnabled: Bool {
    get { settings.mapsGamut }
    set { settings.mapsGamut = newValue }
  }

  /// Whether there is a local tone map: always true, the camera's or Headroom's.
  public var isLocalToneMapSupported: Bool { true }

  /// How much of a local tone map is applied, 0 ... 1.
  ///
  /// Where the file has its camera's map (ProRAW and others with ProfileGainTableMap), that one is used, by default in
  /// full, since the picture is meant to be seen with it. For other files it is Headroom's, which opens shadows by up
  /// to 1.5 stops and keeps their contrast, and keeps highlights below white where ``exposure`` pushes them above and
  /// there is no room for them. Its default is 0. White stays white.
  public var localToneMapAmount: Float {
    get { Float(settings.localToneMap) }
    set { settings.localToneMap = Self.limited(newValue, 0, 1) }
  }

  // MARK: Sensor

  /// Whether overexposed colours can be rebuilt from those that are not: false for monochrome sensors.
  public var isHighlightRecoverySupported: Bool { header.planes == 3 || header.pattern != nil }

  /// Whether overexposed colours are rebuilt; default true where that is possible. Otherwise they become white.
  public var isHighlightRecoveryEnabled: Bool {
    get { isHighlightRecoverySupported && settings.recoversHighlights }
    set { settings.recoversHighlights = newValue }
  }

  /// Whether the lens's errors are known: from the file, or from Lensfun's data of camera and lens. Lensfun is queried
  /// when this property is read, or ``isLensCorrectionEnabled`` is set.
  public var isLensCorrectionSupported: Bool { !header.colorOpcodes.isEmpty || picture.lensProfile != nil }

  /// Whether distortion, colour fringes and vignetting are corrected.
  ///
  /// Default true where the file describes the correction. Lensfun's data are only used where this property is set:
  /// they were measured by others, with other copies of the lens, and a file's look should not depend on what is
  /// installed. Such a correction enlarges the picture until no corner is empty.
  public var isLensCorrectionEnabled: Bool {
    get { header.colorOpcodes.isEmpty ? settings.usesLensData : settings.correctsLens }
    set {
      settings.correctsLens = newValue
      settings.usesLensData = newValue && header.colorOpcodes.isEmpty && picture.lensProfile != nil
    }
  }

  // MARK: Noise and detail

  /// Whether brightness noise can be reduced: always true, by the file's noise model of its sensor or by that of a
  /// usual sensor.
  public var isLuminanceNoiseReductionSupported: Bool { true }

  /// How much brightness noise is removed, 0 ... 1; default 0.
  public var luminanceNoiseReductionAmount: Float {
    get { Float(settings.luminanceNoiseReduction) }
    set { settings.luminanceNoiseReduction = Self.limited(newValue, 0, 1) }
  }

  /// Whether colour noise can be reduced: false for monochrome sensors, which have none.
  public var isColorNoiseReductionSupported: Bool { header.planes == 3 || header.pattern != nil }

  /// How much colour noise is removed, 0 ... 1; default 0.
  public var colorNoiseReductionAmount: Float {
    get { isColorNoiseReductionSupported ? Float(settings.colorNoiseReduction) : 0 }
    set { settings.colorNoiseReduction = Self.limited(newValue, 0, 1) }
  }

  /// Whether false colours of fine patterns can be reduced: true for mosaics.
  public var isMoireReductionSupported: Bool { header.pattern != nil }

  /// How much false colours of fine patterns are reduced, 0 ... 1; default 0.
  public var moireReductionAmount: Float {
    get { isMoireReductionSupported ? Float(settings.moireReduction) : 0 }
    set { if isMoireReductionSupported { settings.moireReduction = Self.limited(newValue, 0, 1) } }
  }

  /// Whether speckles can be removed from the sensor's numbers: true where it has one number per pixel.
  public var isDespeckleSupported: Bool { header.planes == 1 }

  /// How readily single pixels that stand out from all their neighbours of the same colour are replaced by them,
  /// 0 ... 1: 0 none (default); 1 from four standard deviations of the sensor's noise on. Points of light, which also
  /// light adjacent pixels, stay. It acts on stored numbers, before anything else.
  public var despeckleAmount: Float {
    get { isDespeckleSupported ? Float(settings.despeckle) : 0 }
    set { if isDespeckleSupported { settings.despeckle = Self.limited(newValue, 0, 1) } }
  }

  /// Whether edges can be sharpened: always true.
  public var isSharpnessSupported: Bool { true }

  /// How much edges are sharpened, 0 ... 1; default 0.
  public var sharpnessAmount: Float {
    get { Float(settings.sharpness) }
    set { settings.sharpness = Self.limited(newValue, 0, 1) }
  }

  /// Whether local contrast can be raised: always true.
  public var isContrastSupported: Bool { true }

  /// How much local contrast is raised, 0 ... 1; default 0.
  public var contrastAmount: Float {
    get { Float(settings.contrast) }
    set { settings.contrast = Self.limited(newValue, 0, 1) }
  }

  /// Whether fine detail can be strengthened: always true.
  public var isDetailSupported: Bool { true }

  /// How much fine detail is strengthened, 0 ... 3; default 0.
  public var detailAmount: Float {
    get { Float(settings.detail) }
    set { settings.detail = Self.limited(newValue, 0, 3) }
  }

  private static func limited(_ value: Float, _ low: Double, _ high: Double) -> Double {
    value.isNaN ? 0 : min(max(Double(value), low), high)
  }

  // MARK: White balance

  /// Whether the white is an estimate because the file does not state its camera's neutral: from the camera's preview
  /// where there is one, otherwise from the picture's edges, otherwise daylight. False once a white is set. Where it is
  /// true, reading the `neutral...` properties unpacks the sensor's pixels. Not in Core Image.
  public var isNeutralEstimated: Bool { settings.white == nil && recipe.shotWhite.source.isEstimated }

  /// Where the white of the shot comes from.
  package var shotWhiteSource: ShotWhiteSource { recipe.shotWhite.source }

  /// Makes the mean of the picture's edges neutral, whatever light the file states.
  ///
  /// - Returns: false where that cannot be determined; then nothing changes.
  package func balanceByEdges() -> Bool {
    guard let white = picture.whiteOfEdges(recipe.estimateOptions) else { return false }
    settings.white = white
    return true
  }

  /// Chromaticity of the light that becomes neutral (CIE 1931); default the camera's white.
  public var neutralChromaticity: CGPoint {
    get {
      let white = recipe.white
      return CGPoint(x: white.x, y: white.y)
    }
    set {
      guard newValue.x.isFinite, newValue.y.isFinite, newValue.x > 0, newValue.y > 0, newValue.x + newValue.y < 1 else {
        return
      }
      settings.white = Chromaticity(x: Double(newValue.x), y: Double(newValue.y))
    }
  }

  /// Correlated temperature of that light in kelvins, 2000 ... 50000. Raising it makes the picture warmer.
  public var neutralTemperature: Float {
    get { Float(correlated.temperature) }
    set { setCorrelated(temperature: Self.limited(newValue, 2000, 50000), tint: correlated.tint) }
  }

  /// Tint of that light, -150 (green) ... 150 (magenta).
  public var neutralTint: Float {
    get { Float(correlated.tint) }
    set { setCorrelated(temperature: correlated.temperature, tint: Self.limited(newValue, -150, 150)) }
  }

  /// The position in the picture that was last made neutral, in pixels of ``outputImage`` at that time: from its lower
  /// left corner, rotated and scaled. Zero before the first.
  ///
  /// Setting it renders a few pixels there and makes their mean the neutral colour, so that the other `neutral...`
  /// properties change. They stay as they are for a position outside the picture or without light, for a monochrome
  /// sensor, and for a file whose pixels cannot be read.
  public var neutralLocation: CGPoint {
    get { neutralPoint }
    set {
      guard let white = recipe.white(at: newValue) else { return }
      neutralPoint = newValue
      settings.white = white
    }
  }

  private var correlated: CorrelatedTemperature { recipe.temperature }

  private func setCorrelated(temperature: Double, tint: Double) {
    settings.white = CorrelatedTemperature(temperature: temperature, tint: tint).chromaticity
  }

  // MARK: Results

  /// Runs on the linear, scene-referred image, before exposure and look; its `inputImage` is set when ``outputImage``
  /// is read. Default nil.
  public var linearSpaceFilter: CIFilter?

  /// The developed picture, upright; a recipe with the current settings. Nil for a ``decoderVersion`` that the file
  /// does not support.
  public override var outputImage: CIImage? {
    guard supportedDecoderVersions.contains(decoderVersion) else { return nil }
    return recipe.image(through: linearSpaceFilter)
  }

  /// The largest small picture that the file carries, upright; nil for none.
  public var previewImage: CIImage? {
    for preview in header.previews {
      guard let reader = try? ImageFormats.open(preview.bytes) else { continue }
      let stored = StillSource(picture: StillPicture(reader: reader), rendition: .expanded(headroom: .infinity))
      return CIImage(source: stored, isUpright: false).oriented(settings.orientation)
    }
    return nil
  }
}
