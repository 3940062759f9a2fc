public import Foundation
internal import HeadroomColor
internal import HeadroomContainers
public import HeadroomGraphics
public import HeadroomImage
internal import HeadroomImageIO

/// Develops a sensor's file: DNG, and the files of cameras that LibRaw unpacks.
///
/// Headers are read when the filter is made; pixels are unpacked when ``outputImage`` is first rendered and shared by all
/// images that the filter gives. An image is a recipe of the settings as they were: take one, change the filter, take
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
/// 1.0 is reference white. With ``extendedDynamicRangeAmount`` 0 the result ends at exactly 1; above 0 highlights go on to
/// `CIImage.contentHeadroom`: the end of the tone curve or, where the picture has less light, the most that it has. That is
/// looked up in a small copy of the picture when the number is first asked for, which unpacks the sensor's pixels. For linear light as the sensor saw it set ``boostAmount``, ``baselineExposure``,
/// ``shadowBias`` and ``localToneMapAmount`` to 0 and ``isGamutMappingEnabled`` to false: the result is then unbounded.
///
/// ## Properties that a file does not support
/// say so in their `is...Supported`; they read 0 or false, and setting them changes nothing.
public final class CIRAWFilter: CIFilter {
  let picture: RAWPicture
  private let still: StillPicture
  private var settings: RAWSettings
  private var neutralPoint = CGPoint.zero
  /// What came with a pixel buffer; nil for files, which are read.
  private var givenProperties: [AnyHashable: Any]?

  // MARK: Making

  /// Reads a file's headers. Nil when the file cannot be read or is no sensor's; ``init(reading:)`` tells why.
  public convenience init?(imageURL url: URL) {
    guard let filter = try? CIRAWFilter(reading: url) else { return nil }
    self.init(filter.picture, url: url)
  }

  /// As ``init(imageURL:)``, on a file's bytes.
  ///
  /// - Parameters:
  ///   - data: the file's bytes.
  ///   - identifierHint: a uniform type identifier, such as `com.adobe.raw-image`; the bytes say what they are, so that it is
  ///     not needed.
  public convenience init?(imageData data: Data, identifierHint: String?) {
    guard let picture = try? Self.picture(FileBytes(data), .standard) else { return nil }
    self.init(picture, url: nil)
  }

  /// Reads a file's headers, or says why it cannot.
  ///
  /// - Throws: `ImageIOError` with part and offset.
  public convenience init(reading url: URL) throws {
    self.init(try Self.picture(try FileBytes(path: url.path), .standard), url: url)
  }

  /// Takes a sensor's mosaic from a pixel buffer, as a camera's session gives it. The buffer is read when the picture is
  /// rendered.
  ///
  /// - Parameters:
  ///   - buffer: of `kCVPixelFormatType_14Bayer_RGGB`, `GRBG`, `GBRG` or `BGGR`.
  ///   - properties: attachments of the buffer. Under `{DNG}`, by the names of DNG's fields: `ColorMatrix1`, without which
  ///     the camera's colours are not known and there is no filter; `ColorMatrix2`, `ForwardMatrix1`, `ForwardMatrix2`,
  ///     `CalibrationIlluminant1`, `CalibrationIlluminant2`, `AsShotNeutral`, `BlackLevel` (one, or four in the order of the
  ///     mosaic; default 0), `WhiteLevel` (default 16383), `BaselineExposure`, `NoiseProfile`. Under `{TIFF}` `Make`, `Model`
  ///     and `Orientation`.
  public convenience init?(cvPixelBuffer buffer: CVPixelBuffer, properties: [AnyHashable: Any]) {
    guard let filter = try? CIRAWFilter(mosaic: buffer, properties: properties) else { return nil }
    self.init(filter.picture, url: nil)
    givenProperties = properties
  }

  /// As ``init(cvPixelBuffer:properties:)``, or says why not.
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

  /// A file that somebody else has opened.
  package init(_ still: StillPicture, _ picture: RAWPicture) {
    self.still = still
    self.picture = picture
    settings = RAWSettings(picture.header)
    super.init()
  }

  /// `CIRAWFilter`.
  public override var name: String {
    get { "CIRAWFilter" }
    set {}
  }

  private var header: RAWHeader { picture.header }
  private var recipe: RAWRecipe { RAWRecipe(picture, still, settings) }

  // MARK: What can be developed

  /// Names of the cameras whose own files are known: LibRaw's list, empty where it is not installed. DNG files need no list.
  public class var supportedCameraModels: [String] { LibRawFile.cameras }

  /// The cameras that a version of the development knows: all of ``supportedCameraModels`` for
  /// ``CIRAWDecoderVersion/version8``, none for the others. DNG files need no list.
  public class func supportedCameraModels(version: CIRAWDecoderVersion) -> [String] {
    version == .version8 ? supportedCameraModels : []
  }

  /// The versions of the development that the file can have, the newest last: there is one.
  public var supportedDecoderVersions: [CIRAWDecoderVersion] { [isDNG ? .version8DNG : .version8] }

  /// The version of the development. Others than ``supportedDecoderVersions`` leave no ``outputImage``.
  public lazy var decoderVersion: CIRAWDecoderVersion = isDNG ? .version8DNG : .version8

  private var isDNG: Bool { picture.file is DNGFile }

  /// Size of the whole picture in pixels, before it is turned and scaled.
  public var nativeSize: CGSize { CGSize(width: header.width, height: header.height) }

  /// Metadata, as `CGImageSource` gives it; of a pixel buffer what came with it.
  public var properties: [AnyHashable: Any] {
    if let givenProperties { return givenProperties }
    return ImageProperties(still.reader).dictionary.reduce(into: [:]) { $0[AnyHashable($1.key)] = $1.value }
  }

  // MARK: Geometry

  /// How the picture is turned; default the file's.
  public var orientation: CGImagePropertyOrientation {
    get { settings.orientation }
    set { settings.orientation = newValue }
  }

  /// Whether speed counts more than quality: demosaicing by a simpler method, at half size where ``scaleFactor`` allows.
  /// Default false.
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

  /// Stops from the sensor's zero point to the camera's; default as the file says, 0 for the sensor's own.
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

  /// Shadows of the tone curve, 0 ... 2: below 1 darker, above 1 lighter; default 1. Without a tone curve
  /// (``boostAmount`` 0) it does nothing.
  public var boostShadowAmount: Float {
    get { Float(settings.boostShadowAmount) }
    set { settings.boostShadowAmount = Self.limited(newValue, 0, 2) }
  }

  /// How much range above white the result has: 0 none (default), 1 the usual, 2 the most. Values between are continuous.
  public var extendedDynamicRangeAmount: Float {
    get { Float(settings.extendedDynamicRange) }
    set { settings.extendedDynamicRange = Self.limited(newValue, 0, 2) }
  }

  /// Whether the picture looks as this library develops all files, or as the camera that took it did; default
  /// ``DevelopmentLook/neutral``. A property of this library's own.
  ///
  /// The camera's look is taken from the largest small picture that the file carries: a curve of brightness, a factor of
  /// saturation and small gains of the channels, found by comparing both pictures at 300 pixels. All else stays as it is, so that
  /// light above white keeps its contrast, and SDR and HDR remain one picture. It is found once, when a picture with this look is
  /// first rendered. Without a small picture that shows the same, and where nothing that is found comes nearer to it, the picture
  /// is developed neutrally.
  ///
  /// ``exposure`` and the other properties work on top. A white that is set leaves out the gains; with less of the tone curve
  /// (``boostAmount``) there is as much less of the look.
  public var look: DevelopmentLook {
    get { settings.look }
    set { settings.look = newValue }
  }

  /// What came of comparing the file with its camera's preview.
  package var cameraLook: CameraLookOutcome { picture.cameraLook(recipe.sight) }

  /// Whether colours outside the gamut of displays are brought inside; default true.
  public var isGamutMappingEnabled: Bool {
    get { settings.mapsGamut }
    set { settings.mapsGamut = newValue }
  }

  /// Whether there is a local tone map: always, the camera's or ours.
  public var isLocalToneMapSupported: Bool { true }

  /// How much of a local tone map is applied, 0 ... 1.
  ///
  /// Where the file has one of its camera's (ProRAW and others with ProfileGainTableMap), it is that one, by default all of
  /// it: the picture was made to be seen so. For other files it is ours, which opens shadows by up to 1.5 stops and keeps
  /// their contrast, and keeps highlights below white where ``exposure`` pushes them above and there is no room for them.
  /// Its default is 0, since nobody asked for it. White stays white.
  public var localToneMapAmount: Float {
    get { Float(settings.localToneMap) }
    set { settings.localToneMap = Self.limited(newValue, 0, 1) }
  }

  // MARK: Sensor

  /// Whether overexposed colours can be rebuilt from those that are not: of a monochrome sensor they cannot.
  public var isHighlightRecoverySupported: Bool { header.planes == 3 || header.pattern != nil }

  /// Whether overexposed colours are rebuilt; default true where it can be done. Otherwise they end in white.
  public var isHighlightRecoveryEnabled: Bool {
    get { isHighlightRecoverySupported && settings.recoversHighlights }
    set { settings.recoversHighlights = newValue }
  }

  /// Whether it is known how the lens draws: the file says so, or Lensfun knows camera and lens. The latter is looked up when
  /// this is asked, or ``isLensCorrectionEnabled`` set.
  public var isLensCorrectionSupported: Bool { !header.colorOpcodes.isEmpty || picture.lensProfile != nil }

  /// Whether distortion, colour fringes and vignetting are corrected.
  ///
  /// Default true where the file says how. By Lensfun's data it is done where this is set: others measured them, with other
  /// copies of the lens, and what a file looks like should not depend on what is installed. Such a correction enlarges the
  /// picture as far as it takes to leave no empty corners.
  public var isLensCorrectionEnabled: Bool {
    get { header.colorOpcodes.isEmpty ? settings.usesLensData : settings.correctsLens }
    set {
      settings.correctsLens = newValue
      settings.usesLensData = newValue && header.colorOpcodes.isEmpty && picture.lensProfile != nil
    }
  }

  // MARK: Noise and detail

  /// Whether noise of brightness can be reduced: always, by the file's model of its sensor's noise or a usual sensor's.
  public var isLuminanceNoiseReductionSupported: Bool { true }

  /// How much noise of brightness is taken, 0 ... 1; default 0.
  public var luminanceNoiseReductionAmount: Float {
    get { Float(settings.luminanceNoiseReduction) }
    set { settings.luminanceNoiseReduction = Self.limited(newValue, 0, 1) }
  }

  /// Whether noise of colours can be reduced: that of a monochrome sensor has none.
  public var isColorNoiseReductionSupported: Bool { header.planes == 3 || header.pattern != nil }

  /// How much noise of colours is taken, 0 ... 1; default 0.
  public var colorNoiseReductionAmount: Float {
    get { isColorNoiseReductionSupported ? Float(settings.colorNoiseReduction) : 0 }
    set { settings.colorNoiseReduction = Self.limited(newValue, 0, 1) }
  }

  /// Whether false colours of fine patterns can be reduced: those of a mosaic.
  public var isMoireReductionSupported: Bool { header.pattern != nil }

  /// How much false colours of fine patterns are reduced, 0 ... 1; default 0.
  public var moireReductionAmount: Float {
    get { isMoireReductionSupported ? Float(settings.moireReduction) : 0 }
    set { if isMoireReductionSupported { settings.moireReduction = Self.limited(newValue, 0, 1) } }
  }

  /// Whether speckles can be taken from the sensor's numbers: where it has one number a pixel.
  public var isDespeckleSupported: Bool { header.planes == 1 }

  /// How readily single pixels that stand out of all their neighbours of the same colour are replaced by them, 0 ... 1:
  /// 0 none (default); 1 from four deviations of the sensor's noise on. Points of light, which also light the pixels beside
  /// them, stay. It happens on stored numbers, before anything else.
  public var despeckleAmount: Float {
    get { isDespeckleSupported ? Float(settings.despeckle) : 0 }
    set { if isDespeckleSupported { settings.despeckle = Self.limited(newValue, 0, 1) } }
  }

  /// Whether edges can be sharpened: always.
  public var isSharpnessSupported: Bool { true }

  /// How much edges are sharpened, 0 ... 1; default 0.
  public var sharpnessAmount: Float {
    get { Float(settings.sharpness) }
    set { settings.sharpness = Self.limited(newValue, 0, 1) }
  }

  /// Whether local contrast can be raised: always.
  public var isContrastSupported: Bool { true }

  /// How much local contrast is raised, 0 ... 1; default 0.
  public var contrastAmount: Float {
    get { Float(settings.contrast) }
    set { settings.contrast = Self.limited(newValue, 0, 1) }
  }

  /// Whether fine detail can be strengthened: always.
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

  /// Whether the file does not say what its camera took for neutral, so that the white is an estimate: from the camera's preview
  /// where there is one, else from the picture's edges, else daylight. False once a white is set. A property of this library's
  /// own. Where it is true, reading the `neutral...` properties unpacks the sensor's pixels.
  public var isNeutralEstimated: Bool { settings.white == nil && recipe.shotWhite.source.isEstimated }

  /// Where the white of the shot comes from.
  package var shotWhiteSource: ShotWhiteSource { recipe.shotWhite.source }

  /// Makes neutral what the picture's edges are in the mean, whatever the file says of its light.
  ///
  /// - Returns: false where that cannot be told; then nothing changes.
  package func balanceByEdges() -> Bool {
    guard let white = picture.whiteOfEdges(recipe.sight) else { return false }
    settings.white = white
    return true
  }

  /// Chromaticity of the light that becomes neutral (CIE 1931); default what the camera found.
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

  /// The place of the picture that was last made neutral, in pixels of ``outputImage`` as it was then: from its lower left
  /// corner, turned and scaled. Zero before the first.
  ///
  /// Setting it renders a few pixels there and makes their mean the neutral colour, so that the other `neutral...`
  /// properties change. A place outside the picture, without light, of a monochrome sensor, or of a file whose pixels cannot
  /// be read leaves them as they are.
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

  /// Runs on the linear, scene-referred image, before exposure and look; its `inputImage` is set when ``outputImage`` is
  /// asked for. Default nil.
  public var linearSpaceFilter: CIFilter?

  /// The developed picture, upright; a recipe of the settings as they are now. Nil for a ``decoderVersion`` that the file
  /// does not have.
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
