internal import ArgumentParser
internal import Headroom

/// How a sensor's file is developed; without meaning for others.
struct DevelopmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Range above white of the HDR rendition of a RAW file: 1 the usual, 2 the most, 0 none.", valueName: "0..2"),
    transform: { try number($0, 0...2) })
  var edr: Double?

  @Option(
    help: ArgumentHelp(
      "How a RAW file looks: as its camera's preview does (default, where there is one that shows the same), or neutral.",
      valueName: "camera|neutral"))
  var look: LookChoice?

  @Option(
    help: ArgumentHelp(
      "Light that becomes neutral in a RAW file: the camera's (default), what the picture says (auto), or daylight, "
        + "cloudy, shade, tungsten, fluorescent, flash, or kelvins.", valueName: "camera|auto|daylight|5200K"),
    completion: .list(WhiteBalanceChoice.names), transform: { try WhiteBalanceChoice(parsing: $0) })
  var whiteBalance: WhiteBalanceChoice?

  @Option(
    help: ArgumentHelp("Kelvins of the white balance of a RAW file; higher is warmer.", valueName: "2000..50000"),
    transform: { try kelvins($0) })
  var temperature: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Tint of the white balance of a RAW file, from green to magenta.", valueName: "-150..150"),
    transform: { try number($0, -150...150) })
  var tint: Double?

  @Option(
    help: ArgumentHelp("How much of the tone curve a RAW file gets; 0 is linear light.", valueName: "0..1"),
    transform: { try number($0, 0...1) })
  var boost: Double?

  @Option(
    help: ArgumentHelp("Shadows of a RAW file's tone curve: below 1 darker, above lighter.", valueName: "0..2"),
    transform: { try number($0, 0...2) })
  var shadows: Double?

  @Option(
    help: ArgumentHelp(
      "Local tone map of a RAW file: its camera's where it has one (default 1), else ours (default 0).",
      valueName: "0..1"),
    transform: { try number($0, 0...1) })
  var localToneMap: Double?

  @Option(
    help: ArgumentHelp("What becomes of overexposed colours of a RAW file.", valueName: "recover|clip"))
  var highlights: HighlightChoice = .recover

  @Option(
    help: ArgumentHelp("Noise taken from a RAW file, of brightness and colours.", valueName: "0..1"),
    transform: { try number($0, 0...1) })
  var noiseReduction: Double?

  @Option(
    help: ArgumentHelp("False colours of fine patterns taken from a RAW file.", valueName: "0..1"),
    transform: { try number($0, 0...1) })
  var moireReduction: Double?

  @Option(
    help: ArgumentHelp("Hot, dead and struck pixels taken from a RAW file.", valueName: "0..1"),
    transform: { try number($0, 0...1) })
  var despeckle: Double?

  @Option(
    help: ArgumentHelp(
      "Distortion, fringes and vignetting of a RAW file's lens: as the file says (auto), by Lensfun's data too where it "
        + "does not (on), or left as they are.", valueName: "auto|on|off"))
  var lensCorrection: LensChoice = .auto

  @Option(
    help: ArgumentHelp("Sharpening of a RAW file.", valueName: "0..1"), transform: { try number($0, 0...1) })
  var sharpness: Double?

  func validate() throws {
    if temperature != nil, whiteBalance != nil {
      throw ValidationError("--temperature and --white-balance both say which light becomes neutral; give one of them")
    }
  }

  private static func kelvins(_ text: String) throws -> Double {
    guard let kelvins = WhiteBalanceChoice.kelvins(text) else {
      throw ValidationError("expected kelvins from 2000 to 50000")
    }
    return kelvins
  }

  private static func number(_ text: String, _ range: ClosedRange<Double>) throws -> Double {
    let plain = text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let value = DecimalNumber.parse(plain), range.contains(value) else {
      throw ValidationError("expected a number from \(range.lowerBound.formatted) to \(range.upperBound.formatted)")
    }
    return value
  }

  var development: Development {
    var result = Development()
    (result.edr, result.temperature, result.tint, result.boost) = (edr, temperature, tint, boost)
    (result.shadows, result.localToneMap, result.highlights) = (shadows, localToneMap, highlights)
    (result.noiseReduction, result.sharpness) = (noiseReduction, sharpness)
    (result.moireReduction, result.lensCorrection) = (moireReduction, lensCorrection)
    result.despeckle = despeckle
    (result.look, result.whiteBalance) = (look, whiteBalance)
    return result
  }
}

/// How a sensor's file is developed; nil leaves what the file asks for.
struct Development: Sendable {
  var edr: Double?
  /// Nil is the camera's, which nobody asked for.
  var look: LookChoice?
  var whiteBalance: WhiteBalanceChoice?
  var temperature: Double?
  var tint: Double?
  var boost: Double?
  var shadows: Double?
  var localToneMap: Double?
  var highlights = HighlightChoice.recover
  var noiseReduction: Double?
  var sharpness: Double?
  var moireReduction: Double?
  var despeckle: Double?
  /// Whether small pictures may be drafts.
  var isDraft = false
  var lensCorrection = LensChoice.auto

  /// As a file is developed where only it is named.
  static var neutral: Development {
    var result = Development()
    result.look = .neutral
    return result
  }

  /// Sets what was given.
  func apply(to filter: CIRAWFilter) {
    filter.look = look == .neutral ? .neutral : .camera
    if let whiteBalance { filter.balance(whiteBalance) }
    if let temperature { filter.neutralTemperature = Float(temperature) }
    if let tint { filter.neutralTint = Float(tint) }
    if let boost { filter.boostAmount = Float(boost) }
    if let shadows { filter.boostShadowAmount = Float(shadows) }
    if let localToneMap { filter.localToneMapAmount = Float(localToneMap) }
    if highlights == .clip { filter.isHighlightRecoveryEnabled = false }
    if let noiseReduction {
      filter.luminanceNoiseReductionAmount = Float(noiseReduction)
      filter.colorNoiseReductionAmount = Float(noiseReduction)
    }
    if let moireReduction { filter.moireReductionAmount = Float(moireReduction) }
    if let despeckle { filter.despeckleAmount = Float(despeckle) }
    switch lensCorrection {
    case .auto: break
    case .on: filter.isLensCorrectionEnabled = true
    case .off: filter.isLensCorrectionEnabled = false
    }
    if let sharpness { filter.sharpnessAmount = Float(sharpness) }
  }

  /// The options that were given, by name: other inputs do not know them.
  var given: [String] {
    [
      ("--edr", edr != nil), ("--look", look != nil), ("--white-balance", whiteBalance != nil),
      ("--temperature", temperature != nil), ("--tint", tint != nil), ("--boost", boost != nil),
      ("--shadows", shadows != nil), ("--local-tone-map", localToneMap != nil),
      ("--highlights", highlights != .recover),
      ("--noise-reduction", noiseReduction != nil), ("--sharpness", sharpness != nil),
      ("--moire-reduction", moireReduction != nil), ("--despeckle", despeckle != nil),
      ("--lens-correction", lensCorrection != .auto),
    ].filter(\.1).map(\.0)
  }
}

enum HighlightChoice: String, ExpressibleByArgument, CaseIterable {
  /// Rebuilt from the colours that are not.
  case recover
  case clip
}

enum LookChoice: String, ExpressibleByArgument, CaseIterable {
  case camera
  case neutral
}

enum LensChoice: String, ExpressibleByArgument, CaseIterable {
  /// As the file says.
  case auto
  /// By Lensfun's data where the file says nothing.
  case on
  case off
}

extension Double {
  /// As people write it.
  fileprivate var formatted: String { ShortNumber.text(self) }
}
