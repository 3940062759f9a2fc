/// Sound that is encoded. One thread at a time.
///
/// Buffers that follow one another are one sound; a gap between two is silence.
final class EncodedSound: WritingTrack {
  private let settings: WriterSoundSettings
  private let facts: InputFacts
  private var start = CMTime.zero
  private var source: LinearSamples?
  private var format: SoundFormat?
  private var encoder: SoundEncoder?
  private var remixer: SoundRemixer?
  private var number = -1
  /// The sample in the film that comes next.
  private var position: Int64 = 0
  private(set) var shown: Range<Int64>?

  /// Buffers that are nearer than this, in parts of a second, follow one another: clocks of devices jitter.
  private static let nearest = 200
  private static let silence = 1 << 16
  /// Seconds of silence between two buffers: a day.
  private static let longestSilence = Int64(86_400)

  init(_ settings: WriterSoundSettings, _ facts: InputFacts) { (self.settings, self.facts) = (settings, facts) }

  var timescale: CMTimeScale { CMTimeScale(clamping: format?.rate ?? 0) }
  var isVideo: Bool { false }
  var boxes: [[UInt8]] { [] }

  func prepare(_ samples: [AppendedSample], isWhole: Bool, from start: CMTime) throws -> Bool {
    guard case .samples(let first)? = samples.first else { return false }
    let sound = first.formatDescription?.audioStreamBasicDescription ?? facts.hint?.audioStreamBasicDescription
    guard let sound else {
      throw WritingError.wrongSample(
        time: first.presentationTimeStamp, found: "a buffer without description", wanted: "PCM")
    }
    let source = try LinearSamples(sound)
    let rate = settings.rate ?? source.rate
    guard rate == source.rate else {
      throw WritingError.setting(key: AVSampleRateKey, "the samples have \(source.rate) Hz; rates are not converted")
    }
    guard let own = SoundFormat(rate: rate, channels: source.channels),
      let format = SoundFormat(rate: rate, channels: settings.channels ?? source.channels)
    else { throw WritingError.setting(key: AVNumberOfChannelsKey, "\(source.channels) channels are not written") }
    if let rates = settings.codec.rates, !rates.contains(rate) {
      throw WritingError.setting(key: AVSampleRateKey, "\(settings.codec.title) is not written at \(rate) Hz")
    }
    remixer = own == format ? nil : try SoundRemixer(from: own, to: format)
    position = try FilmTicks.tick(first.presentationTimeStamp, from: start, CMTimeScale(clamping: rate))
    encoder = try SoundEncoder(settings.codec, format, bitRate: settings.bitRate, start: position)
    (self.source, self.format, self.start) = (source, format, start)
    return true
  }

  func add(to writer: borrowing MediaWriter) throws {
    guard let encoder else { return }
    var stream = MediaWriter.Stream(timescale: timescale)
    stream.labels.language = facts.language
    number = try writer.add(encoder, stream)
  }

  func write(_ sample: AppendedSample, to writer: borrowing MediaWriter) throws {
    guard case .samples(let buffer) = sample, let data = buffer.dataBuffer, let source else {
      throw WritingError.wrongSample(time: sample.time, found: "a buffer without samples", wanted: "PCM")
    }
    let described = try buffer.formatDescription?.audioStreamBasicDescription.map { try LinearSamples($0) } ?? source
    guard described.rate == source.rate, described.channels == source.channels else {
      throw WritingError.wrongSample(
        time: sample.time, found: "\(described.channels) channels at \(described.rate) Hz",
        wanted: "\(source.channels) at \(source.rate)")
    }
    try reach(sample.time, to: writer)
    try unsafe send(try data.withContiguousStorage { unsafe described.block($0) }, to: writer)
  }

  /// Fills the gap before a buffer.
  private func reach(_ time: CMTime, to writer: borrowing MediaWriter) throws {
    let gap = try FilmTicks.tick(time, from: start, timescale) - position
    let near = Int64(timescale) / Int64(Self.nearest)
    guard gap > -near else {
      let reached = start + CMTime(value: position, timescale: timescale)
      throw WritingError.outOfOrder(time: time, previous: reached)
    }
    guard gap <= Self.longestSilence * Int64(timescale) else {
      throw WritingError.gap(time: time, previous: start + CMTime(value: position, timescale: timescale))
    }
    guard gap > near, let source else { return }
    var left = gap
    while left > 0 {
      try MediaError.checkCancellation()
      let count = Int(min(left, Int64(Self.silence)))
      try send(SoundBlock(silence: count, channels: source.channels), to: writer)
      left -= Int64(count)
    }
  }

  private func send(_ block: SoundBlock, to writer: borrowing MediaWriter) throws {
    guard let encoder, block.count > 0 else { return }
    let first = shown?.lowerBound ?? max(position, 0)
    try encoder.send(try remixer?.convert(block) ?? block, to: writer, number)
    position += Int64(block.count)
    shown = min(first, position)..<max(position, first)
  }

  func finish(end: CMTime?, to writer: borrowing MediaWriter) throws { try encoder?.finish(to: writer, number) }
}
