internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

/// Options for developing RAW files; without effect on others.
struct DevelopmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Range above white of the HDR rendition of a RAW file: 1 the usual, 2 the most, 0 none.", valueName: "0..2"),
    transform: { try SettingText.number($0, 0...2) })
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
    transform: { try SettingText.kelvins($0) })
  var temperature: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Tint of the white balance of a RAW file, from green to magenta.", valueName: "-150..150"),
    transform: { try SettingText.number($0, -150...150) })
  var tint: Double?

  @Option(
    help: ArgumentHelp("How much of the tone curve a RAW file gets; 0 is linear light.", valueName: "0..1"),
    transform: { try SettingText.number($0, 0...1) })
  var boost: Double?

  @Option(
    help: ArgumentHelp("Shadows of a RAW file's tone curve: below 1 darker, above lighter.", valueName: "0..2"),
    transform: { try SettingText.number($0, 0...2) })
  var shadows: Double?

  @Option(
    help: ArgumentHelp(
      "Local tone map of a RAW file: its camera's where it has one (default 1), else ours (default 0).",
      valueName: "0..1"),
    transform: { try SettingText.number($0, 0...1) })
  var localToneMap: Double?

  @Option(
    help: ArgumentHelp("What becomes of overexposed colours of a RAW file.", valueName: "recover|clip"))
  var highlights: HighlightChoice = .recover

  @Option(
    help: ArgumentHelp("Noise taken from a RAW file, of brightness and colours.", valueName: "0..1"),
    transform: { try SettingText.number($0, 0...1) })
  var noiseReduction: Double?

  @Option(
    help: ArgumentHelp("False colours of fine patterns taken from a RAW file.", valueName: "0..1"),
    transform: { try SettingText.number($0, 0...1) })
  var moireReduction: Double?

  @Option(
    help: ArgumentHelp("Hot, dead and struck pixels taken from a RAW file.", valueName: "0..1"),
    transform: { try SettingText.number($0, 0...1) })
  var despeckle: Double?

  @Option(
    help: ArgumentHelp(
      "Distortion, fringes and vignetting of a RAW file's lens: as the file says (auto), by Lensfun's data too where it "
        + "does not (on), or left as they are.", valueName: "auto|on|off"))
  var lensCorrection: LensChoice = .auto

  @Option(
    help: ArgumentHelp("Sharpening of a RAW file.", valueName: "0..1"), transform: { try SettingText.number($0, 0...1) }
  )
  var sharpness: Double?

  func validate() throws {
    if temperature != nil, whiteBalance != nil {
      throw ValidationError("--temperature and --white-balance both say which light becomes neutral; give one of them")
    }
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
