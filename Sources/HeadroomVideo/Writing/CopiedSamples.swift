internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics

/// Coded samples that go into the file as they are. One thread at a time.
final class CopiedSamples: WritingTrack {
  private let facts: InputFacts
  private let container: MediaContainer
  private var start = CMTime.zero
  private var coded: CodedStream?
  private var stream: MediaWriter.Stream?
  private var number = -1
  private var lastDecodeTime: CMTime?
  private var waiting: (sample: CodedSample, data: CMBlockBuffer, hasDuration: Bool, time: CMTime)?
  private var format: CMFormatDescription?
  private(set) var timescale: CMTimeScale = 0
  private(set) var boxes: [[UInt8]] = []
  private(set) var shown: Range<Int64>?

  init(_ facts: InputFacts, _ container: MediaContainer) { (self.facts, self.container) = (facts, container) }

  var isVideo: Bool {
    if case .video? = coded?.kind { true } else { false }
  }

  func prepare(_ samples: [AppendedSample], isWhole: Bool, from start: CMTime) throws -> Bool {
    guard case .samples(let first)? = samples.first else { return false }
    guard let format = first.formatDescription ?? facts.hint else {
      throw WritingError.wrongSample(
        time: first.presentationTimeStamp, found: "a buffer without description", wanted: "coded samples")
    }
    let coded = try CodedStream(format)
    guard container.takes(codec: coded.codec) else {
      throw MediaError(.unsupported("\(coded.codec) is not written into \(container.rawValue)"))
    }
    self.start = start
    var stream: MediaWriter.Stream
    switch coded.kind {
    case .sound(let rate, _, _, _):
      timescale = CMTimeScale(clamping: rate)
      stream = MediaWriter.Stream(timescale: timescale)
    case .video:
      let times = [start, first.presentationTimeStamp, first.decodeTimeStamp]
      timescale = TrackTimescale.choose(facts.mediaTimeScale, times)
      stream = MediaWriter.Stream(timescale: timescale)
      (stream.codecTag, stream.hdr, stream.transform) = (format.fileTag, format.hdrMetadata, facts.transform)
      stream.pixelAspect = format.pixelAspect
      boxes = format.keptBoxes
    }
    stream.labels.language = facts.language
    (self.coded, self.stream, self.format) = (coded, stream, format)
    return true
  }

  func add(to writer: borrowing MediaWriter) throws {
    guard let coded, let stream else { return }
    number = try writer.add(coded, stream)
  }

  func write(_ sample: AppendedSample, to writer: borrowing MediaWriter) throws {
    guard case .samples(let buffer) = sample, let data = buffer.dataBuffer, let coded else {
      throw WritingError.wrongSample(time: sample.time, found: "a picture", wanted: "coded samples")
    }
    if let own = buffer.formatDescription, own !== format, !own.isSameCoding(as: format) {
      throw WritingError.wrongSample(time: sample.time, found: "another format", wanted: "that of the first sample")
    }
    if case .sound(_, _, 1, let bits) = coded.kind, bits > 0 {
      return try take(buffer, data, to: writer)
    }
    if buffer.numSamples == 1, buffer.totalSampleSize == data.dataLength {
      return try take(buffer, data, to: writer)
    }
    for single in try buffer.singleSampleBuffers() {
      guard let data = single.dataBuffer else { continue }
      try take(single, data, to: writer)
    }
  }

  private func take(_ buffer: CMSampleBuffer, _ data: CMBlockBuffer, to writer: borrowing MediaWriter) throws {
    let time = buffer.presentationTimeStamp
    let decoded = buffer.decodeTimeStamp.isNumeric ? buffer.decodeTimeStamp : time
    guard time.isNumeric else { throw WritingError.time(time) }
    if let last = lastDecodeTime, decoded <= last { throw WritingError.outOfOrder(time: decoded, previous: last) }
    lastDecodeTime = decoded
    let isKey = OptionValues.flag(buffer.sampleAttachments.first?[.notSync]) != true
    let duration = buffer.duration
    let isKnown = duration.isNumeric && duration > .zero
    let sample = CodedSample(
      time: try FilmTicks.tick(time, from: start, timescale),
      decodeTime: try FilmTicks.tick(decoded, from: start, timescale),
      duration: isKnown ? try FilmTicks.tick(duration, from: .zero, timescale) : 0, isKey: isKey)
    if let waiting {
      try FilmTicks.check(sample.decodeTime - waiting.sample.decodeTime, to: decoded, from: waiting.time)
    }
    guard max(sample.duration, abs(sample.time - sample.decodeTime)) < FilmTicks.longest else {
      throw WritingError.time(time)
    }
    try flush(before: sample.decodeTime, to: writer)
    waiting = (sample, data, isKnown, time)
  }

  /// Writes the sample that waits: one without a duration lasts until the next one.
  private func flush(before next: Int64?, to writer: borrowing MediaWriter) throws {
    guard let (waited, data, hasDuration, time) = waiting else { return }
    waiting = nil
    var sample = waited
    if !hasDuration { sample.duration = max((next ?? sample.decodeTime + 1) - sample.decodeTime, 1) }
    let written = try unsafe data.withContiguousStorage { bytes in
      Result { () throws(MediaError) in try unsafe writer.write(sample, bytes, to: number, timescale: timescale) }
    }
    do throws(MediaError) {
      try written.get()
    } catch {
      throw error.at(track: nil, time: time)
    }
    let first = min(shown?.lowerBound ?? .max, max(sample.time, 0))
    let last = max(shown?.upperBound ?? .min, sample.time + sample.duration)
    shown = min(first, last)..<last
  }

  func finish(end: CMTime?, to writer: borrowing MediaWriter) throws {
    guard let waiting else { return }
    let end = try end.map { end throws(WritingError) in try FilmTicks.tick(end, from: .zero, timescale) }
    let last = max(end ?? 0, waiting.sample.decodeTime + 1)
    if !waiting.hasDuration {
      let time = start + CMTime(value: last, timescale: timescale)
      try FilmTicks.check(last - waiting.sample.decodeTime, to: time, from: waiting.time)
    }
    try flush(before: last, to: writer)
  }
}
