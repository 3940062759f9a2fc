internal import HeadroomColor

/// A track of a film beside its first pictures.
package enum FilmTrack: Sendable {
  case sound(SoundTimeline, TrackLabels)
  /// Further pictures, rendered for themselves.
  case pictures(any FrameScript, TrackLabels)
  /// Texts and data, copied.
  case samples(CopiedTrack)
}

/// A track on its way into a file. ``add(to:)`` comes before the file is started; ``write(until:to:)`` whenever the film's
/// first pictures have advanced; ``finish(_:)`` after the last one. One thread at a time.
protocol FilmTrackWriter: AnyObject {
  /// Ticks of a second in which its times are whole, where the file has one clock for all; nil where any will do.
  var timescale: CMTimeScale? { get }
  /// Whether it has pictures.
  var isVideo: Bool { get }
  /// The room that its light is meant for, and the number of its stream.
  var ambient: (stream: Int, room: AmbientViewingEnvironment)? { get }

  /// Adds the track to a file that has not been started.
  func add(to writer: borrowing MediaWriter) throws(MediaError)
  /// Writes what comes before a time of the film, and perhaps a little more.
  func write(until time: CMTime, to writer: borrowing MediaWriter) throws(MediaError)
  /// Writes the rest.
  func finish(_ writer: borrowing MediaWriter) throws(MediaError)
}

extension FilmTrackWriter {
  var isVideo: Bool { false }
  var ambient: (stream: Int, room: AmbientViewingEnvironment)? { nil }
}

extension FilmTrack {
  func writer(_ settings: FilmSettings) throws(MediaError) -> any FilmTrackWriter {
    switch self {
    case .sound(let timeline, let labels):
      try SoundTrackWriter(timeline, settings.sound, settings.container, labels)
    case .pictures(let script, let labels): try FurtherPictures(script, settings, labels)
    case .samples(let track): try SampleCopy(track)
    }
  }

  /// What is heard of it; nil where it is no sound.
  var sound: SoundTimeline? { if case .sound(let timeline, _) = self { timeline } else { nil } }

  /// Its frames; nil where it has none.
  var script: (any FrameScript)? { if case .pictures(let script, _) = self { script } else { nil } }
}
