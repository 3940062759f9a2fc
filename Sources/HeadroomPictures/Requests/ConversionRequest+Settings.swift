internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomFilters
internal import HeadroomImage
internal import HeadroomImageIO

extension ConversionRequest {
  /// Sets a setting from text; the format is the target's.
  ///
  /// - Throws: why the text is no value of the setting.
  mutating func set(_ setting: Setting, to text: String) throws {
    if try setTarget(setting, text) { return }
    if try setEdit(setting, text) { return }
    if try setOverlay(setting, text) { return }
    try setDevelopment(setting, text)
  }

  private mutating func setTarget(_ setting: Setting, _ text: String) throws -> Bool {
    switch setting {
    case .rendition: target.rendition = try SettingText.word(text)
    case .colorSpace: target.colorSpace = try Self.space(text)
    case .depth: target.depth = try SettingText.word(text) as SampleDepth
    case .headroom: target.headroom = try HeadroomValue(parsing: text)
    case .quality: target.quality = try SettingText.quality(text)
    case .targetSize: target.byteLimit = try SettingText.byteLimit(text)
    case .lossless: target.isLossless = try SettingText.flag(text)
    case .speed: target.speed = try SettingText.speed(text)
    case .chroma: target.chroma = try SettingText.word(text) as EncodeOptions.Chroma
    case .gainMap: target.gainMap = try SettingText.word(text)
    case .gainMapScale: target.gainMapScale = try SettingText.word(text)
    case .toneMap: target.toneMap = try SettingText.word(text) as ToneMapOperator
    case .measure: target.measures = try SettingText.flag(text)
    case .strip: target.strippedParts.formUnion(try SettingText.metadataParts(text))
    case .strict: target.isStrict = try SettingText.flag(text)
    default: return false
    }
    return true
  }

  private mutating func setEdit(_ setting: Setting, _ text: String) throws -> Bool {
    switch setting {
    case .resize: geometry.resize = try ResizeRule(parsing: text)
    case .crop: geometry.crop = try CropRule(parsing: text)
    case .gravity: geometry.gravity = try SettingText.word(text) as Gravity
    case .rotate: geometry.rotation = try SettingText.rotation(text)
    case .flip: geometry.flip = try SettingText.word(text) as PictureGeometry.FlipAxis
    case .exposure: exposure = try Edit.Exposure(parsing: text)
    case .background: background = try BackgroundColor(parsing: text)
    case .filters: filters.append(try Self.filter(text))
    case .recipe: recipe = text
    case .grow: grows = try SettingText.flag(text)
    case .index: (place.index, place.isChosen) = (try SettingText.index(text), true)
    case .layer: place.layer = text
    case .allowPartial: allowPartial = try SettingText.flag(text)
    default: return false
    }
    return true
  }

  /// The path of an overlay may come after its settings: it is empty until then.
  private mutating func setOverlay(_ setting: Setting, _ text: String) throws -> Bool {
    guard [.overlay, .at, .overlaySize, .overlayOpacity].contains(setting) else { return false }
    var file = overlay ?? OverlayFile(path: "")
    switch setting {
    case .at: file.place = try Overlay.Place(parsing: text)
    case .overlaySize: file.size = try ResizeRule(parsing: text)
    case .overlayOpacity: file.opacity = try SettingText.opacity(text)
    default: file.path = text
    }
    overlay = file
    return true
  }

  private mutating func setDevelopment(_ setting: Setting, _ text: String) throws {
    switch setting {
    case .edr: development.edr = try SettingText.number(text, 0...2)
    case .look: development.look = try SettingText.word(text) as LookChoice
    case .whiteBalance: development.whiteBalance = try WhiteBalanceChoice(parsing: text)
    case .temperature: development.temperature = try SettingText.kelvins(text)
    case .tint: development.tint = try SettingText.number(text, -150...150)
    case .boost: development.boost = try SettingText.number(text, 0...1)
    case .shadows: development.shadows = try SettingText.number(text, 0...2)
    case .localToneMap: development.localToneMap = try SettingText.number(text, 0...1)
    case .highlights: development.highlights = try SettingText.word(text)
    case .noiseReduction: development.noiseReduction = try SettingText.number(text, 0...1)
    case .moireReduction: development.moireReduction = try SettingText.number(text, 0...1)
    case .despeckle: development.despeckle = try SettingText.number(text, 0...1)
    case .lensCorrection: development.lensCorrection = try SettingText.word(text)
    case .sharpness: development.sharpness = try SettingText.number(text, 0...1)
    default: throw SettingProblem("is not a setting of a request")
    }
  }

  private static func space(_ text: String) throws -> ColorSpaceChoice {
    if let space = ColorSpaceChoice(name: text) { return space }
    let question = NameSuggestion.question(for: text, among: ColorSpaceChoice.names)
    throw SettingProblem("'\(text)' is no RGB colour space\(question)")
  }

  private static func filter(_ text: String) throws -> FilterExpression {
    do throws(ExpressionError) {
      return try FilterExpression(parsing: text)
    } catch {
      throw SettingProblem(error.reason)
    }
  }
}
