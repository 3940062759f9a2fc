/// The sound of tracks as PCM: decoded, mixed where there are several, cut by the sample.
final class MixedSound: SampleSource {
  private let tracks: [TrackTimeline]
  private let settings: SoundSettings
  /// Whether what is silent between pieces is left out.
  private let leavesGaps: Bool
  private let format: SoundFormat
  private let description: CMFormatDescription
  private var spans: [Range<Int64>] = []
  private var mixer: SoundMixer?
  /// The place of the mixer's first sample in the asset.
  private var start: Int64 = 0

  /// Samples of a buffer.
  private static let run = 8192

  /// - Parameters:
  ///   - timelines: the tracks, with their volumes.
  ///   - leavesGaps: whether the output is one track, of which only what there is comes; otherwise all of a range does.
  /// - Throws: where a track cannot be decoded, or not be given as wanted.
  init(_ timelines: [TrackTimeline], _ settings: SoundSettings, leavesGaps: Bool) throws {
    (self.tracks, self.settings, self.leavesGaps) = (timelines, settings, leavesGaps)
    let end = timelines.flatMap(\.stretches).map(\.target.end).max() ?? .zero
    let natural = try SoundTimeline(timelines, range: CMTimeRange(start: .zero, end: end)).naturalFormat
    format = try settings.format(natural: leavesGaps ? Self.own(timelines) ?? natural : natural)
    description = try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        rate: format.rate, channels: format.channels, bits: settings.bits, isFloat: settings.isFloat))
  }

  /// The format of a track of one source, with as many channels as it has.
  private static func own(_ timelines: [TrackTimeline]) throws(MediaError) -> SoundFormat? {
    let sources = timelines.flatMap(\.stretches).map(\.source)
    guard let first = sources.first, Set(sources.map { ReadTrack($0) }).count == 1, let media = first.media else {
      return nil
    }
    return try SoundSource(media, try first.openTrack()).format
  }

  func begin(_ range: CMTimeRange) throws {
    let whole = samples(range)
    let heard = tracks.flatMap { $0.stretches(in: range) }.map { samples($0.target.intersection(range)) }
    spans = (leavesGaps ? Self.joined(heard) : [whole]).filter { !$0.isEmpty }.reversed()
    mixer = nil
  }

  private func samples(_ range: CMTimeRange) -> Range<Int64> {
    let first = range.start.samples(format.rate)
    return first..<max(range.end.samples(format.rate), first)
  }

  /// Ranges in order, those that touch as one.
  private static func joined(_ ranges: [Range<Int64>]) -> [Range<Int64>] {
    var result: [Range<Int64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  func next() throws -> CMSampleBuffer? {
    while true {
      if let mixer, mixer.position < mixer.count { return try next(of: mixer) }
      guard let span = spans.popLast() else { return nil }
      let timeline = try SoundTimeline(
        tracks, range: CMTimeRange(start: time(span.lowerBound), end: time(span.upperBound)))
      start = span.lowerBound
      // What a track holds beyond full scale stays; sums are limited.
      mixer = SoundMixer(timeline, format, limits: !leavesGaps)
    }
  }

  private func time(_ sample: Int64) -> CMTime {
    CMTime(value: sample, timescale: CMTimeScale(clamping: format.rate))
  }

  private func next(of mixer: SoundMixer) throws -> CMSampleBuffer {
    let first = start + mixer.position
    let block = try mixer.next(Self.run)
    let data = try unsafe block.pcm(settings).withUnsafeBytes { try unsafe CMBlockBuffer(copying: $0) }
    let timing = CMSampleTimingInfo(
      duration: time(1), presentationTimeStamp: time(first), decodeTimeStamp: .invalid)
    return try CMSampleBuffer(
      dataBuffer: data, formatDescription: description, numSamples: block.count, sampleTimings: [timing],
      sampleSizes: [settings.bits / 8 * format.channels])
  }
}
