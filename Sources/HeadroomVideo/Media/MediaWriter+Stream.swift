internal import CHeadroomMedia
package import HeadroomColor
internal import HeadroomContainers

extension MediaWriter {
  /// What a file says of a stream beside its codec.
  package struct Stream: Sendable {
    package var codecTag: String?
    package var timescale: CMTimeScale
    package var frameRate: (numerator: Int32, denominator: Int32)?
    /// Whether the file counts frames, and not ticks of the timescale: MXF does, whose frames come at a constant rate.
    package var countsFrames = false
    package var labels = TrackLabels()
    /// The time code of the first frame, as `01:00:00:00`; nil where there is none.
    package var timecode: String?
    package var hdr = HDRMetadata()
    /// From pixels to the screen, origin at the top left: a, b, c, d, tx, ty.
    package var transform: [Double] = [1, 0, 0, 1, 0, 0]

    /// A pixel's width to its height.
    package var pixelAspect: (width: Int32, height: Int32) = (1, 1)

    package init(timescale: CMTimeScale) { self.timescale = timescale }

    /// The same as C takes it.
    func withFacts<Result>(_ body: (UnsafePointer<hr_muxer_stream>) -> Result) -> Result {
      let texts = [labels.language, labels.title, labels.handler, timecode].map { $0 ?? "" }
      return unsafe StringList(texts).withPointers { letters in
        var facts = unsafe hr_muxer_stream(self)
        if let letters = unsafe letters {
          unsafe (facts.language, facts.title) = unsafe (letters[0], letters[1])
          unsafe (facts.handler, facts.timecode) = unsafe (letters[2], letters[3])
        }
        return unsafe body(&facts)
      }
    }
  }
}

/// What a file calls a track, and what it is meant for.
package struct TrackLabels: Hashable, Sendable {
  /// Three letters of ISO 639-2; nil where it is not stated.
  package var language: String?
  /// Nil where the file does not say.
  package var title: String?
  package var handler: String?
  /// Whether players take it where nobody chooses.
  package var isDefault = true
  /// FFmpeg's flags: forced, for the deaf, a comment ...
  var roles: Int32 = 0

  package init() {}

  /// Those of a track of an open file.
  ///
  /// - Parameter movie: its boxes; nil where it has none.
  init(_ track: MediaTrack, _ demuxer: Demuxer, _ movie: MovieFile?) {
    language = track.facts.language
    guard unsafe demuxer.streams.indices.contains(track.stream) else { return }
    let stream = unsafe demuxer.streams[track.stream]
    func text(_ letters: UnsafePointer<CChar>?) -> String? {
      let text = unsafe letters.map { unsafe String(cString: $0) } ?? ""
      return text.isEmpty ? nil : text
    }
    title = unsafe text(stream.title) ?? movie.flatMap { MovieNotes.title(ofTrack: track.facts.id, in: $0) }
    handler = unsafe text(stream.handler)
    (isDefault, roles) = unsafe (stream.is_default, stream.roles)
  }
}

extension hr_muxer_stream {
  fileprivate init(_ stream: MediaWriter.Stream) {
    unsafe self.init()
    if let letters = stream.codecTag?.utf8, letters.count == 4 {
      unsafe codec_tag = letters.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    unsafe (time_base_num, time_base_den) = (1, stream.timescale)
    if let rate = stream.frameRate {
      unsafe (rate_num, rate_den) = rate
      if stream.countsFrames { unsafe (time_base_num, time_base_den) = (rate.denominator, rate.numerator) }
    }
    unsafe (is_default, roles) = (stream.labels.isDefault, stream.labels.roles)
    unsafe light = hr_media_light(stream.hdr)
    unsafe (aspect_num, aspect_den) = stream.pixelAspect
    let t = stream.transform
    guard t != [1, 0, 0, 1, 0, 0] else { return }
    unsafe has_matrix = true
    let fixed = t.map { Int32(clamping: Int(($0 * 65_536).rounded())) }
    unsafe matrix = (fixed[0], fixed[1], 0, fixed[2], fixed[3], 0, fixed[4], fixed[5], 1 << 30)
  }
}
