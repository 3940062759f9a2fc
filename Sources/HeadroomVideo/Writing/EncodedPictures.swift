internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Pictures that are encoded. One thread at a time.
///
/// A picture lasts until the next one, so that each is kept until that comes.
final class EncodedPictures: WritingTrack {
  private struct Waiting {
    var picture: PlanarPicture
    var tick: Int64
    var time: CMTime
    var duration: CMTime
  }

  private let settings: WriterVideoSettings
  private let facts: InputFacts
  private let container: MediaContainer
  private var start = CMTime.zero
  private var encoder: VideoEncoder?
  private var planes: PicturePlanes?
  private var stream: MediaWriter.Stream?
  private var ambient: AmbientViewingEnvironment?
  private var number = -1
  private var waiting: Waiting?
  private var lastStep: Int64?
  private(set) var shown: Range<Int64>?
  private(set) var timescale: CMTimeScale = 0

  init(_ settings: WriterVideoSettings, _ facts: InputFacts, _ container: MediaContainer) {
    (self.settings, self.facts, self.container) = (settings, facts, container)
  }

  var isVideo: Bool { true }
  var boxes: [[UInt8]] { ambient.map { [BoxBytes.box("amve", $0.seiBytes)] } ?? [] }

  func prepare(_ samples: [AppendedSample], isWhole: Bool, from start: CMTime) throws -> Bool {
    guard let first = samples.first, samples.count > 1 || isWhole, let buffer = first.pixelBuffer else { return false }
    let tags = PictureTags(buffer)
    let color = try WrittenColor(settings.color, tags)
    let format = settings.format(depth: tags.bitDepth, isHDR: color.isHDR, hasAlpha: tags.hasAlpha)
    guard !color.isHDR || format.bitDepth > 8 else {
      throw WritingError.setting(key: AVVideoProfileLevelKey, "8 bits are too few for HDR")
    }
    self.start = start
    timescale = TrackTimescale.choose(facts.mediaTimeScale, [start] + samples.prefix(2).map(\.time))
    let rate = rate(samples)
    var encoding = EncoderSettings(
      codec: settings.codec, width: settings.width ?? CVPixelBufferGetWidth(buffer),
      height: settings.height ?? CVPixelBufferGetHeight(buffer), format: format, cicp: color.tags,
      siting: color.siting, frameRate: rate, timescale: timescale)
    encoding.preset = settings.word
    encoding.threads = ThreadPool.shared.workerCount
    settings.wishes.apply(to: &encoding, framesPerSecond: Double(rate.numerator) / Double(rate.denominator))
    let metadata = metadata(buffer, color)
    (encoding.hdr.mastering, encoding.hdr.lightLevel) = (metadata.mastering, metadata.lightLevel)
    ambient = metadata.ambient
    try encoding.check()
    try FilmPlan.checkSize(encoding)
    planes = try PicturePlanes(
      width: encoding.width, height: encoding.height, format, color, settings.scaling)
    encoder = try VideoEncoder(encoding)
    var stream = MediaWriter.Stream(timescale: timescale)
    (stream.frameRate, stream.hdr, stream.codecTag) = (rate, encoding.hdr, encoding.movieTag)
    (stream.labels.language, stream.transform) = (facts.language, facts.transform)
    self.stream = stream
    return true
  }

  /// By the client, else by the first two pictures.
  private func rate(_ samples: [AppendedSample]) -> (numerator: Int32, denominator: Int32) {
    if let stated = settings.wishes.frameRate { return (Int32(clamping: Int((stated * 1000).rounded())), 1000) }
    guard samples.count > 1 else { return (30, 1) }
    let step = samples[1].time - samples[0].time
    guard step > .zero, let value = Int32(exactly: step.value) else { return (30, 1) }
    return (step.timescale, value)
  }

  /// What the client states, else what the first picture says; of each only what the range of light has.
  private func metadata(_ buffer: CVPixelBuffer, _ color: WrittenColor) -> HDRMetadata {
    guard settings.wishes.writesMetadata else { return HDRMetadata() }
    let (stated, own) = (settings.wishes.metadata, buffer.hdrMetadata)
    switch VideoDynamicRange(transfer: color.tags.transfer) {
    case .sdr: return HDRMetadata()
    case .hlg: return HDRMetadata(ambient: stated.ambient ?? own.ambient)
    case .pq:
      return HDRMetadata(
        mastering: stated.mastering ?? own.mastering, lightLevel: stated.lightLevel ?? own.lightLevel)
    }
  }

  func add(to writer: borrowing MediaWriter) throws {
    guard let encoder, let stream else { return }
    number = try writer.add(encoder, stream)
  }

  func write(_ sample: AppendedSample, to writer: borrowing MediaWriter) throws {
    guard let buffer = sample.pixelBuffer, let planes else {
      throw WritingError.wrongSample(time: sample.time, found: "coded samples", wanted: "a picture")
    }
    let tick = try FilmTicks.tick(sample.time, from: start, timescale)
    if let waiting {
      guard tick > waiting.tick else { throw WritingError.outOfOrder(time: sample.time, previous: waiting.time) }
      try FilmTicks.check(tick - waiting.tick, to: sample.time, from: waiting.time)
      lastStep = tick - waiting.tick
      try send(waiting, duration: tick - waiting.tick, to: writer)
    }
    waiting = nil
    do throws(MediaError) {
      waiting = Waiting(
        picture: try planes.planes(of: buffer), tick: tick, time: sample.time, duration: sample.pictureDuration)
    } catch {
      throw error.at(track: nil, time: sample.time)
    }
  }

  private func send(_ waiting: Waiting, duration: Int64, to writer: borrowing MediaWriter) throws {
    guard let encoder else { return }
    do throws(MediaError) {
      try encoder.send(waiting.picture, time: waiting.tick, duration: duration)
      try writer.drain(encoder, to: number)
    } catch {
      throw error.at(track: nil, time: waiting.time)
    }
    let first = shown?.lowerBound ?? max(waiting.tick, 0)
    shown = min(first, waiting.tick + duration)..<max(waiting.tick + duration, first)
  }

  func finish(end: CMTime?, to writer: borrowing MediaWriter) throws {
    guard let encoder, let waiting else { return }
    var duration = lastStep ?? Int64((Double(timescale) / 30).rounded())
    let last = try end.map { end throws(WritingError) in try FilmTicks.tick(end, from: .zero, timescale) }
    if let last, last > waiting.tick { duration = last - waiting.tick }
    if waiting.duration.isNumeric, waiting.duration > .zero {
      duration = try FilmTicks.tick(waiting.duration, from: .zero, timescale)
    }
    try FilmTicks.check(duration, to: end.map { start + $0 } ?? waiting.time + waiting.duration, from: waiting.time)
    self.waiting = nil
    try send(waiting, duration: max(duration, 1), to: writer)
    try encoder.finish()
    try writer.drain(encoder, to: number)
  }
}

extension AppendedSample {
  var pixelBuffer: CVPixelBuffer? {
    switch self {
    case .picture(let buffer, _, _): buffer
    case .samples(let buffer): buffer.imageBuffer
    }
  }

  fileprivate var pictureDuration: CMTime {
    switch self {
    case .picture(_, _, let duration): duration
    case .samples(let buffer): buffer.duration
    }
  }
}
