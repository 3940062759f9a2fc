public import Foundation
internal import HeadroomColor
internal import HeadroomContainers
public import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomRAW

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
/// ``CIImage/contentHeadroom``. For linear light as the sensor saw it set ``boostAmount``, ``baselineExposure``,
/// ``shadowBias`` and ``localToneMapAmount`` to 0 and ``isGamutMappingEnabled`` to false: the result is then unbounded.
///
/// ## Properties that a file does not support
/// say so in their `is...Supported`; they read 0 or false, and setting them changes nothing.
public final class CIRAWFilter: CIFilter {
  private let picture: RAWPicture
  private let still: StillPicture
  private var settings: RAWSettings

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
    guard let picture = try? Self.picture(FileBytes([UInt8](data)), .standard) else { return nil }
    self.init(picture, url: nil)
  }

  /// Reads a file's headers, or says why it cannot.
  ///
  /// - Throws: `ImageIOError` with part and offset.
  public convenience init(reading url: URL) throws {
    self.init(try Self.picture(try FileBytes(path: url.path), .standard), url: url)
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

  /// The versions of the development that the file can have, the newest last.
  public var supportedDecoderVersions: [CIRAWDecoderVersion] { [isDNG ? .version8DNG : .version8] }

  /// The version of the development. Others than ``supportedDecoderVersions`` leave no ``outputImage``.
  public lazy var decoderVersion: CIRAWDecoderVersion = isDNG ? .version8DNG : .version8

  private var isDNG: Bool { picture.file is DNGFile }

  /// Size of the whole picture in pixels, before it is turned and scaled.
  public var nativeSize: CGSize { CGSize(width: header.width, height: header.height) }

  /// Metadata, as `CGImageSource` gives it.
  public var properties: [AnyHashable: Any] {
    ImageProperties(still.reader).dictionary.reduce(into: [:]) { $0[AnyHashable($1.key)] = $1.value }
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

  /// Whether colours outside the gamut of displays are brought inside; default true.
  public var isGamutMappingEnabled: Bool {
    get { settings.mapsGamut }
    set { settings.mapsGamut = newValue }
  }

  /// Whether the file has a local tone map of the camera's.
  public var isLocalToneMapSupported: Bool { header.profiles.first?.gainTableMap != nil }

  /// How much of the camera's local tone map is applied, 0 ... 1; default 1 where there is one.
  public var localToneMapAmount: Float {
    get { isLocalToneMapSupported ? Float(settings.localToneMap) : 0 }
    set { if isLocalToneMapSupported { settings.localToneMap = Self.limited(newValue, 0, 1) } }
  }

  // MARK: Sensor

  /// Whether overexposed colours can be rebuilt from those that are not: of a monochrome sensor they cannot.
  public var isHighlightRecoverySupported: Bool { header.planes == 3 || header.pattern != nil }

  /// Whether overexposed colours are rebuilt; default true where it can be done. Otherwise they end in white.
  public var isHighlightRecoveryEnabled: Bool {
    get { isHighlightRecoverySupported && settings.recoversHighlights }
    set { settings.recoversHighlights = newValue }
  }

  /// Whether the file says how its lens draws.
  public var isLensCorrectionSupported: Bool { !header.colorOpcodes.isEmpty }

  /// Whether distortion, colour fringes and vignetting are corrected as the file says; default true where it does.
  public var isLensCorrectionEnabled: Bool {
    get { isLensCorrectionSupported && settings.correctsLens }
    set { settings.correctsLens = newValue }
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

  private var correlated: HeadroomRAW.CorrelatedTemperature { recipe.temperature }

  private func setCorrelated(temperature: Double, tint: Double) {
    settings.white = HeadroomRAW.CorrelatedTemperature(temperature: temperature, tint: tint).chromaticity
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
      return CIImage(picture: StillPicture(reader: reader), wanting: .init(isUpright: false)).oriented(
        settings.orientation)
    }
    return nil
  }
}
