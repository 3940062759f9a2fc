/// The sound of a film on its way into a file: copied or encoded, from the timeline's start to its end.
///
/// One thread at a time.
package final class SoundTrackWriter: FilmTrackWriter {
  package let decision: SoundDecision
  private let road: Road
  private let labels: TrackLabels

  /// Samples of a second; nil where there is no sound.
  var timescale: CMTimeScale? {
    switch road {
    case .nothing: nil
    case .copy(let copy): CMTimeScale(exactly: copy.rate)
    case .encode(let encoding): CMTimeScale(exactly: encoding.rate)
    }
  }

  private enum Road {
    case nothing
    case copy(SoundCopy)
    case encode(SoundEncoding)
  }

  /// - Throws: ``MediaError``: a choice that cannot be had, or a missing encoder.
  ///
  /// - Parameter labels: nil are those that all sources agree on.
  package init(
    _ timeline: SoundTimeline, _ choice: SoundChoice, _ container: MediaContainer, _ labels: TrackLabels? = nil
  ) throws(MediaError) {
    decision = try SoundDecision(timeline, choice, container)
    self.labels = labels ?? TrackLabels(of: timeline)
    switch (decision.way, timeline.pieces.first) {
    case (.copy, let piece?): road = .copy(try SoundCopy(piece, container))
    case (.encode(let codec, let format), _): road = .encode(try SoundEncoding(timeline, codec, format))
    default: road = .nothing
    }
  }

  /// Adds the track to a file that has not been started.
  package func add(to writer: borrowing MediaWriter) throws(MediaError) {
    switch road {
    case .nothing: break
    case .copy(let copy): try copy.add(to: writer, labels)
    case .encode(let encoding): try encoding.add(to: writer, labels)
    }
  }

  /// Writes the sound before a time of the film, and a little more.
  package func write(until time: CMTime, to writer: borrowing MediaWriter) throws(MediaError) {
    switch road {
    case .nothing: break
    case .copy(let copy): try copy.write(until: time, to: writer)
    case .encode(let encoding): try encoding.write(until: time, to: writer)
    }
  }

  /// Writes the rest.
  package func finish(_ writer: borrowing MediaWriter) throws(MediaError) {
    try write(until: .positiveInfinity, to: writer)
  }
}

/// A mix on its way through an encoder.
final class SoundEncoding {
  private let mixer: SoundMixer
  private let encoder: SoundEncoder
  private var number = -1
  private var isFinished = false

  /// Samples at a time.
  private static let run = 4096

  init(_ timeline: SoundTimeline, _ codec: SoundCodec, _ format: SoundFormat) throws(MediaError) {
    mixer = SoundMixer(timeline, format)
    encoder = try SoundEncoder(codec, format)
  }

  var rate: Int { mixer.format.rate }

  func add(to writer: borrowing MediaWriter, _ labels: TrackLabels) throws(MediaError) {
    var facts = MediaWriter.Stream(timescale: CMTimeScale(clamping: mixer.format.rate))
    facts.labels = labels
    number = try writer.add(encoder, facts)
  }

  func write(until time: CMTime, to writer: borrowing MediaWriter) throws(MediaError) {
    let wanted = time.isNumeric ? time.samples(mixer.format.rate) : mixer.count
    while mixer.position < min(wanted, mixer.count) {
      try encoder.send(try mixer.next(Self.run), to: writer, number)
    }
    guard !isFinished, mixer.position == mixer.count else { return }
    isFinished = true
    try encoder.finish(to: writer, number)
  }
}

extension TrackLabels {
  /// The language that all pieces of a timeline have.
  init(of timeline: SoundTimeline) {
    self.init()
    let languages = Set(timeline.pieces.map(\.source.track.facts.language))
    language = languages.count == 1 ? languages.first ?? nil : nil
  }
}
