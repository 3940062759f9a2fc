internal import CHeadroomMedia

/// A track of texts or data whose samples are copied.
package struct CopiedTrack: Sendable {
  let file: MediaFile
  let track: MediaTrack
  /// The part of the film that is written; its start becomes 0.
  let range: CMTimeRange
  let labels: TrackLabels
  /// As the film that is written calls the codec; nil leaves that to its container.
  let codecTag: String?
}

/// The samples of a track as they are, at the times at which its edits show them. One that begins before the film and
/// lasts into it begins with it.
final class SampleCopy: FilmTrackWriter {
  private struct Sample {
    var start: CMTime
    var duration: CMTime
  }

  private let source: CopiedTrack
  private let demuxer: Demuxer
  private let stream: Int
  private let base: (numerator: Int32, denominator: Int32)
  /// Parts of the samples that are shown, and when.
  private let edits: [CMTimeMapping]
  private var edit = 0
  /// What the demuxer has read and nobody has written.
  private var waiting: Sample?
  private var number = -1

  init(_ source: CopiedTrack) throws(MediaError) {
    self.source = source
    demuxer = try Demuxer(source.file.bytes, source.file.container)
    stream = source.track.stream
    demuxer.select(stream)
    base = unsafe (demuxer.streams[stream].time_base_num, demuxer.streams[stream].time_base_den)
    edits = source.track.facts.segments.filter { $0.source.start.isNumeric && $0.source.duration > .zero }
  }

  var timescale: CMTimeScale? { nil }

  /// In which times are written.
  private var ticks: CMTimeScale { base.denominator }

  func add(to writer: borrowing MediaWriter) throws(MediaError) {
    var facts = MediaWriter.Stream(timescale: ticks)
    facts.labels = source.labels
    facts.codecTag = source.codecTag
    number = try writer.add(copyOf: stream, of: demuxer, facts)
  }

  func write(until time: CMTime, to writer: borrowing MediaWriter) throws(MediaError) {
    while true {
      if waiting == nil { waiting = try next() }
      guard let sample = waiting, sample.start < time else { return }
      func whole(_ time: CMTime) -> Int64 { time.convertScale(ticks, method: .roundHalfAwayFromZero).value }
      let start = whole(sample.start)
      try writer.writeRead(
        of: demuxer, to: number, time: start, duration: max(whole(sample.start + sample.duration) - start, 0),
        timescale: ticks)
      waiting = nil
    }
  }

  func finish(_ writer: borrowing MediaWriter) throws(MediaError) { try write(until: .positiveInfinity, to: writer) }

  /// The next sample that is shown in the film.
  private func next() throws(MediaError) -> Sample? {
    while edit < edits.count {
      while let packet = unsafe try demuxer.read() {
        guard unsafe packet.stream == Int32(stream), let sample = unsafe shown(packet) else { continue }
        return sample
      }
      edit += 1
      guard edit < edits.count else { break }
      try demuxer.rewind()
      demuxer.select(stream)
    }
    return nil
  }

  /// When a sample is shown by the present edit, in the film's time; nil where it is not.
  private func shown(_ packet: hr_media_packet) -> Sample? {
    guard let start = unsafe CMTime(packet.pts, base.numerator, base.denominator),
      let length = unsafe CMTime(max(packet.duration, 0), base.numerator, base.denominator)
    else { return nil }
    let (media, target) = (edits[edit].source, edits[edit].target)
    let part = target.intersection(source.range)
    // Without a duration it is a moment.
    guard part.duration > .zero, start < media.end, start >= media.start || start + length > media.start else {
      return nil
    }
    let from = target.start + (start - media.start)
    let end = CMTimeMinimum(from + length, part.end)
    guard from < part.end, from >= part.start || end > part.start else { return nil }
    let first = CMTimeMaximum(from, part.start)
    return Sample(start: first - source.range.start, duration: CMTimeMaximum(end - first, .zero))
  }
}

extension MediaContainer {
  /// Whether a track of texts or data is copied into it.
  func holdsSamples(of track: MediaTrack, _ demuxer: Demuxer) -> Bool {
    let facts = track.facts
    switch (self, facts.codecTag) {
    case (.mp4, "tx3g"), (.mov, "tx3g"), (.mov, "text"): return facts.codec == "mov_text"
    case (.mp4, "text"): return facts.codec == "mov_text" && demuxer.hasFontTable(track.stream)
    case (.mov, "c608"): return facts.codec == "eia_608"
    // What cameras of GoPro measure.
    case (.mp4, "gpmd"), (.mov, "gpmd"): return true
    case (.matroska, _), (.webm, _):
      return facts.kind == .subtitle && !facts.codec.isEmpty && takes(codec: facts.codec)
    default: return false
    }
  }

  /// Whether it can hide samples, and states tracks by boxes.
  var hasEdits: Bool { self == .mp4 || self == .mov }
}

extension Demuxer {
  /// Whether a track of QuickTime's texts is described as MP4's are: FFmpeg writes them so, whose samples are the same.
  ///
  /// ```
  /// u32 flags | 2 bytes justification | 4 bytes background | 4 x u16 box | 12 bytes style | ftab
  /// ```
  fileprivate func hasFontTable(_ stream: Int) -> Bool {
    let facts = unsafe streams[stream]
    guard let bytes = unsafe facts.configuration, unsafe facts.configuration_count >= 38 else { return false }
    return unsafe UnsafeRawBufferPointer(start: bytes + 34, count: 4).elementsEqual("ftab".utf8)
  }
}
