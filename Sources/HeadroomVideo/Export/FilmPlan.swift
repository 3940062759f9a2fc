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
  }

  /// Names and values of the container's options: times that are exact in boxes, of pictures and of sound.
  ///
  /// - Parameter soundRate: samples of a second; nil without sound.
  func options(soundRate: Int?) -> [String] {
    // The codec's delay is stated: a shift of all streams would move the pictures.
    guard isMovie else { return isMatroska ? ["avoid_negative_ts", "disabled"] : [] }
    let own = encoder.timescale
    let both = soundRate.flatMap { CMTimeScale(exactly: $0) }.flatMap { FilmRhythm.common([own, $0]) }
    return ["video_track_timescale", "\(own)", "movie_timescale", "\(both ?? own)"]
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
  private static func siting(_ script: any FrameScript) -> YCbCrEncoding.Siting {
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
    let steps = Set(zip(script.times, script.times.dropFirst()).map { $1 - $0 }.filter { $0.value > 0 })
    let shortest = steps.min() ?? CMTime(value: 1, timescale: 30)
    timescale = Self.timescale(script.times.map { $0 - script.start } + [script.end - script.start])
    let isRegular = steps.count < 2
    if isRegular, let value = Int32(exactly: shortest.value) {
      rate = (shortest.timescale, value)
    } else {
      let first = script.times.first ?? .zero
      let length = max((script.end - first).seconds, 1e-3)
      rate = (Int32(clamping: Int((Double(script.times.count) / length * 1000).rounded())), 1000)
    }
  }

  private static func timescale(_ times: [CMTime]) -> CMTimeScale {
    let scale = common(Set(times.map(\.timescale))) ?? 90_000
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

  init() {}

  init(_ script: any FrameScript) {
    let range = VideoDynamicRange(transfer: script.color.transfer)
    let sources = script.sources.filter { VideoDynamicRange(transfer: $0.cicp.transfer) == range }.map(\.facts.hdr)
    guard let first = sources.first else { return }
    switch range {
    case .sdr: return
    case .hlg:
      if sources.allSatisfy({ $0.ambient == first.ambient }) { ambient = first.ambient }
    case .pq:
      metadata.mastering = Self.union(sources.map(\.mastering))
      metadata.lightLevel = Self.union(sources.map(\.lightLevel))
    }
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
