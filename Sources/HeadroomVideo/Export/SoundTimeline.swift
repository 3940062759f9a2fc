package import Foundation

/// What is heard when: pieces of tracks, summed. Between them is silence.
///
/// A dissolve of sound is a cross fade: the later clip has the transition's weight, and the earlier one the rest, both
/// linear in amplitude. Other transitions of sound do the same.
package struct SoundTimeline: Sendable {
  /// By their start.
  package let pieces: [SoundPiece]
  /// Silence included.
  package let duration: CMTime

  /// - Parameters:
  ///   - pieces: in any order, also with overlaps.
  ///   - range: the part that is heard; its start becomes 0.
  /// - Throws: where the range is none, or too long.
  package init(_ pieces: [SoundPiece], range: CMTimeRange) throws(MediaError) {
    guard range.isValid, range.start.isNumeric, range.duration.isNumeric, range.end.seconds < Self.mostSeconds else {
      throw MediaError(.invalidRequest("a film with sound of \(range.duration.secondsText) s"))
    }
    self.pieces = pieces.compactMap { $0.heard(in: range) }.sorted { $0.target.start < $1.target.start }
    duration = range.duration
  }

  private static let mostSeconds = 1e9

  /// The sound of an asset or a composition, with its tracks' volumes.
  ///
  /// - Parameters:
  ///   - range: the part that is heard; nil is all.
  ///   - file: opens a film, or finds one that is open.
  package init(
    _ movie: MovieTimeline, range: CMTimeRange? = nil, file: (URL) throws(MediaError) -> MediaFile
  ) throws(MediaError) {
    try self.init(movie.audio, range: range ?? CMTimeRange(start: .zero, duration: movie.duration), file: file)
  }

  /// The sound of tracks, mixed.
  init(
    _ tracks: [TrackTimeline], range: CMTimeRange, file: (URL) throws(MediaError) -> MediaFile
  ) throws(MediaError) {
    var sources: [SoundSource.Name: SoundSource] = [:]
    var pieces: [SoundPiece] = []
    for track in tracks {
      let gains = [SoundGain(track.volumes)].compactMap(\.self)
      for stretch in track.stretches {
        let name = SoundSource.Name(path: stretch.source.url.path(percentEncoded: false), track: stretch.source.trackID)
        var known = sources[name]
        if known == nil { known = try SoundSource(try file(stretch.source.url), track: stretch.source.trackID) }
        guard let source = known else { continue }
        sources[name] = source
        pieces += SoundPiece.pieces(of: source, stretch.sourceRange, target: stretch.target, gains)
      }
    }
    try self.init(pieces, range: range)
  }

  /// The same of films that are open already, as those of assets are.
  package init(_ movie: MovieTimeline, range: CMTimeRange? = nil) throws(MediaError) {
    try self.init(movie.audio, range: range ?? CMTimeRange(start: .zero, duration: movie.duration))
  }

  /// The sound of tracks of films that are open already, mixed.
  init(_ tracks: [TrackTimeline], range: CMTimeRange) throws(MediaError) {
    let sources = tracks.flatMap(\.stretches).map(\.source)
    try self.init(tracks, range: range) { url throws(MediaError) in
      guard let media = sources.first(where: { $0.url == url })?.media else {
        throw MediaError(.invalidRequest("\(url.lastPathComponent) is not open"))
      }
      return media
    }
  }

  /// The sound of one track of a film, as its edits have it.
  package init(of file: MediaFile, track: MediaTrack, range: CMTimeRange) throws(MediaError) {
    let whole = CMTimeRange(start: .zero, end: track.facts.timeRange.end)
    try self.init(
      SoundPiece.pieces(of: try SoundSource(file, track), whole, target: whole), range: range)
  }

  /// What all sources are sampled as, as far as they agree: another rate than 48 kHz where it is that of all, as many
  /// channels as the source with the most, of mono, stereo and 5.1.
  package var naturalFormat: SoundFormat {
    let formats = pieces.map(\.source.format)
    let rates = Set(formats.map(\.rate))
    let rate = rates.count == 1 ? rates.first ?? 48_000 : 48_000
    if let first = formats.first, formats.allSatisfy({ $0.layout == first.layout }), first.isCommon {
      return first.at(rate)
    }
    switch formats.map(\.channels).max() ?? 2 {
    case 1: return .mono(rate)
    case 2: return .stereo(rate)
    default: return .surround(rate)
    }
  }
}

extension SoundFormat {
  fileprivate var isCommon: Bool { [SoundFormat.mono(rate), .stereo(rate), .surround(rate)].contains(self) }

  func at(_ rate: Int) -> SoundFormat { SoundFormat(rate: rate, channels: channels, layout: layout) }
}

extension SoundSource {
  /// - Parameter number: of the track in the file; nil is the first enabled one with sound.
  package init(_ file: MediaFile, track number: Int32?) throws(MediaError) {
    let sounds = file.tracks.filter { $0.facts.kind == .audio }
    let found = number.map { number in sounds.first { $0.facts.id == number } } ?? sounds.first { $0.facts.isEnabled }
    guard let track = found ?? (number == nil ? sounds.first : nil) else {
      let words = number.map { "there is no track \($0) with sound" } ?? "there is no track with sound"
      throw MediaError(.invalidRequest(words))
    }
    try self.init(file, track)
  }
}
