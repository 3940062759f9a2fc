internal import HeadroomColor
internal import HeadroomPixels

/// What follows from a script and a user's wishes for the encoder and the file.
struct FilmPlan {
  let encoder: EncoderSettings
  let stream: MediaWriter.Stream
  private let isMovie: Bool
  private let isMatroska: Bool
  /// The room that the light is meant to be seen in; written by a box of its own.
  let ambient: AmbientViewingEnvironment?
  /// What the film will not say although a source does.
  let warnings: [String]

  /// - Throws: ``MediaError`` for what the container or the codec cannot hold.
  init(_ script: any FrameScript, _ settings: FilmSettings) throws(MediaError) {
    guard settings.container.holds(settings.codec) else {
      throw MediaError(
        .invalidRequest("\(settings.codec.title) is not written into \(settings.container.rawValue) files"))
    }
    let rhythm = FilmRhythm(script)
    let light = settings.light == .propagate ? FilmLight(script) : FilmLight()
    var encoder = EncoderSettings(
      codec: settings.codec, width: script.width, height: script.height, format: Self.format(script, settings),
      cicp: script.color, siting: Self.siting(script), frameRate: rhythm.rate, timescale: rhythm.timescale)
    (encoder.crf, encoder.preset, encoder.isLossless) = (settings.crf, settings.preset, settings.isLossless)
    encoder.hdr = light.metadata
    encoder.threads = ThreadPool.shared.workerCount
    try encoder.check()
    try Self.checkSize(encoder)
    var stream = MediaWriter.Stream(timescale: rhythm.timescale)
    stream.frameRate = rhythm.rate
    stream.countsFrames = settings.container == .mxf
    stream.hdr = light.metadata
    stream.transform = script.transform
    isMovie = settings.container == .mp4 || settings.container == .mov
    isMatroska = settings.container == .matroska || settings.container == .webm
    if isMovie { stream.codecTag = encoder.movieTag }
    self.encoder = encoder
    self.stream = stream
    ambient = isMovie ? light.ambient : nil
    let isUnsaid = light.ambient != nil && !isMovie
    warnings =
      light.warnings
      + (isUnsaid ? ["\(settings.container.rawValue) files have no place for the viewing environment (amve)"] : [])
  }

  /// Names and values of the container's options: times that are exact in boxes, of pictures and of sound.
  ///
  /// - Parameter tracks: beside these pictures.
  func options(_ tracks: [any FilmTrackWriter]) -> [String] {
    // The codec's delay is stated: a shift of all streams would move the pictures.
    guard isMovie else { return isMatroska ? ["avoid_negative_ts", "disabled"] : [] }
    let own = encoder.timescale
    let pictures = FilmRhythm.common([own] + tracks.filter(\.isVideo).compactMap(\.timescale)) ?? own
    let all = FilmRhythm.common([pictures] + tracks.compactMap(\.timescale)) ?? pictures
    return ["video_track_timescale", "\(pictures)", "movie_timescale", "\(all)"]
  }

  /// As deep as the sources and the range of light want, as fine in colour as the codec is meant for.
  private static func format(_ script: any FrameScript, _ settings: FilmSettings) -> EncodedFormat {
    let formats = settings.codec.formats
    let sources = script.sources.map(\.facts)
    let isHDR = VideoDynamicRange(transfer: script.color.transfer) != .sdr
    if settings.isLossless || settings.codec == .ffv1, let first = sources.first {
      // Eight bits are too few for HDR, whatever the sources have.
      let own = EncodedFormat(isHDR ? max(first.bitDepth, 10) : first.bitDepth, first.chroma, hasAlpha: first.hasAlpha)
      let isShared = sources.allSatisfy { ($0.bitDepth, $0.chroma) == (first.bitDepth, own.chroma) }
      if isShared, formats.contains(own) { return own }
    }
    let wantsEight = !isHDR && (settings.codec == .h264 || sources.allSatisfy { $0.bitDepth == 8 })
    let depth = wantsEight ? 8 : 10
    if settings.codec == .prores, settings.preset?.hasPrefix("4444") == true {
      return EncodedFormat(10, .full, hasAlpha: sources.contains(where: \.hasAlpha))
    }
    if settings.codec == .dnxhr { return dnxhrFormat(settings.preset) }
    return formats.first { $0.bitDepth == depth } ?? formats[0]
  }

  /// Its presets are profiles, each with a depth.
  private static func dnxhrFormat(_ preset: String?) -> EncodedFormat {
    switch preset {
    case "444": EncodedFormat(10, .full)
    case "lb", "sq", "hq": EncodedFormat(8, .half)
    default: EncodedFormat(10, .half)
    }
  }

  /// The sources' where they agree, else the usual one of the range of light.
  static func siting(_ script: any FrameScript) -> YCbCrEncoding.Siting {
    let sitings = Set(script.sources.map(\.facts.siting))
    if sitings.count == 1, let siting = sitings.first { return siting }
    return VideoDynamicRange(transfer: script.color.transfer) == .sdr ? .left : .topLeft
  }

  /// Chroma that is shared by two pixels needs them.
  static func checkSize(_ encoder: EncoderSettings) throws(MediaError) {
    let (across, down) = (encoder.format.chroma.horizontal, encoder.format.chroma.vertical)
    guard encoder.width % across == 0, encoder.height % down == 0 else {
      let sides = down > 1 ? "an even width and height" : "an even width"
      throw MediaError(
        .invalidRequest(
          "\(encoder.width)x\(encoder.height): chroma of \(encoder.format.chroma.rawValue) needs \(sides)"))
    }
  }
}

/// The times of a film's frames as encoders and files want them.
struct FilmRhythm {
  /// Ticks of a second in which all times are whole, where such a number exists.
  let timescale: CMTimeScale
  let rate: (numerator: Int32, denominator: Int32)

  /// Fewer ticks are too coarse for some players.
  private static let leastTimescale: CMTimeScale = 600

  init(_ script: any FrameScript) {
    let steps = script.times.steps.filter { $0.value > 0 }
    let shortest = steps.min() ?? CMTime(value: 1, timescale: 30)
    let scales = script.times.timescales(from: script.start)
    timescale = Self.timescale(scales.union([(script.end - script.start).timescale]))
    let isRegular = steps.count < 2
    if isRegular, let value = Int32(exactly: shortest.value) {
      rate = (shortest.timescale, value)
    } else {
      let first = script.times.first ?? .zero
      let length = max((script.end - first).seconds, 1e-3)
      rate = (Int32(clamping: Int((Double(script.times.count) / length * 1000).rounded())), 1000)
    }
  }

  private static func timescale(_ scales: Set<CMTimeScale>) -> CMTimeScale {
    let scale = common(scales) ?? 90_000
    return scale < leastTimescale ? scale * ((leastTimescale + scale - 1) / scale) : scale
  }

  /// The least number that all divide; nil where none is small enough.
  static func common(_ scales: some Sequence<CMTimeScale>) -> CMTimeScale? {
    var common: Int128 = 1
    for scale in scales {
      common = common / greatestCommonDivisor(common, Int128(scale)) * Int128(scale)
      guard common <= Int128(kCMTimeMaxTimescale) else { return nil }
    }
    return CMTimeScale(common)
  }
}

/// What a file says of the light of an edit (section 10 of the policy: what all sources agree on).
struct FilmLight {
  private(set) var metadata = HDRMetadata()
  private(set) var ambient: AmbientViewingEnvironment?
  /// What some sources say and the film cannot.
  private(set) var warnings: [String] = []

  init() {}

  init(_ script: any FrameScript) {
    let range = VideoDynamicRange(transfer: script.color.transfer)
    let sources = script.sources.filter { VideoDynamicRange(transfer: $0.cicp.transfer) == range }.map(\.facts.hdr)
    guard let first = sources.first else { return }
    switch range {
    case .sdr: return
    case .hlg:
      if sources.allSatisfy({ $0.ambient == first.ambient }) { ambient = first.ambient }
      if ambient == nil { warn(of: "viewing environments (amve)", sources.map { $0.ambient != nil }) }
    case .pq:
      metadata.mastering = Self.union(sources.map(\.mastering))
      metadata.lightLevel = Self.union(sources.map(\.lightLevel))
      if metadata.mastering == nil { warn(of: "mastering displays", sources.map { $0.mastering != nil }) }
      if metadata.lightLevel == nil { warn(of: "light levels", sources.map { $0.lightLevel != nil }) }
    }
  }

  /// - Parameter stated: whether each source states it.
  private mutating func warn(of what: String, _ stated: [Bool]) {
    guard stated.contains(true) else { return }
    let reason = stated.contains(false) ? "not all sources state theirs" : "those of the sources differ"
    warnings.append("\(what) are left out: \(reason)")
  }

  /// The volume that holds all; nil where one is not known.
  private static func union(_ displays: [MasteringDisplayColorVolume?]) -> MasteringDisplayColorVolume? {
    let known = displays.compactMap { $0 }
    guard known.count == displays.count, var result = known.first else { return nil }
    for display in known.dropFirst() {
      if display.maximumNits > result.maximumNits {
        (result.red, result.green, result.blue, result.white) = (
          display.red, display.green, display.blue, display.white
        )
      }
      result.maximumNits = max(result.maximumNits, display.maximumNits)
      result.minimumNits = min(result.minimumNits, display.minimumNits)
    }
    return result
  }

  private static func union(_ levels: [ContentLightLevel?]) -> ContentLightLevel? {
    let known = levels.compactMap { $0 }
    guard known.count == levels.count, let most = known.map(\.maxCLL).max() else { return nil }
    return ContentLightLevel(maxCLL: most, maxFALL: known.map(\.maxFALL).max() ?? 0)
  }
}
