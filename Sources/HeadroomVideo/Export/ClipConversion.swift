internal import CHeadroomMedia
internal import HeadroomContainers

/// One film as another: what becomes of each of its tracks, and of what it says of itself.
///
/// The first enabled video track is the film's picture. Further ones go along where the container holds several, sound in
/// all its languages, texts and data where FFmpeg writes them. What cannot go along is told by ``losses``.
package struct ClipConversion {
  /// The first pictures, as they are.
  package let source: FilmSource
  package let clip: ClipScript
  private let settings: FilmSettings
  private let demuxer: Demuxer
  private let movie: MovieFile?
  private let range: CMTimeRange?
  private var lost = TrackLosses()

  /// - Parameter range: the part that is written; nil is all.
  /// - Throws: ``MediaError`` where the first pictures cannot be had.
  package init(_ source: FilmSource, range: CMTimeRange?, _ settings: FilmSettings) throws(MediaError) {
    (self.source, self.range, self.settings) = (source, range, settings)
    clip = try ClipScript(source, in: range)
    demuxer = try Demuxer(source.file.bytes, source.file.container)
    do throws(ImageIOError) {
      movie = source.file.container.hasEdits ? try MovieFile(source.file.bytes) : nil
    } catch {
      throw MediaError(.container(error))
    }
  }

  /// The film.
  ///
  /// - Parameter change: what is done to the pictures of each track.
  package mutating func output(
    path: String, isReplacing: Bool, _ change: (ClipScript) throws -> any FrameScript
  ) throws -> FilmOutput {
    var output = FilmOutput(try change(clip), settings, path: path, isReplacing: isReplacing)
    output.labels = labels(of: source.track)
    output.labels.isDefault = true
    output.timecode = timecode
    for track in source.file.tracks where track.facts.id != source.track.facts.id {
      if let kept = try self.track(track, change) { output.tracks.append(kept) }
    }
    output.notes = try notes()
    if !source.file.container.hasEdits || !settings.container.hasEdits,
      unsafe demuxer.streams.contains(where: { unsafe $0.is_attached_picture })
    {
      lost.add(["the cover picture"])
    }
    return output
  }

  // MARK: - Tracks

  private mutating func track(
    _ track: MediaTrack, _ change: (ClipScript) throws -> any FrameScript
  ) throws -> FilmTrack? {
    switch track.facts.kind {
    case .audio: try sound(track)
    case .video: try pictures(track, change)
    case .timecode where timecode != nil: nil
    case .subtitle where isChapters(track): nil
    case .timecode, .subtitle, .metadata: samples(track)
    }
  }

  private func labels(of track: MediaTrack) -> TrackLabels { TrackLabels(track, demuxer, movie) }

  private mutating func lose(_ track: MediaTrack, _ reason: String) { lost.add(track, reason) }

  /// What does not go along, each with its reason.
  package var losses: [String] { lost.texts }

  private mutating func sound(_ track: MediaTrack) throws(MediaError) -> FilmTrack? {
    guard settings.sound != .none else { return nil }
    guard !track.facts.codec.isEmpty, track.stream >= 0 else {
      lose(track, "the codec is not known")
      return nil
    }
    guard let part = part(of: track) else { return nil }
    do throws(MediaError) {
      let timeline = try SoundTimeline(of: source.file, track: track, range: part)
      return .sound(timeline, labels(of: track))
    } catch {
      guard case .unsupported(let reason) = error.reason else { throw error.at(track: track.facts.id) }
      lose(track, reason)
      return nil
    }
  }

  private mutating func pictures(
    _ track: MediaTrack, _ change: (ClipScript) throws -> any FrameScript
  ) throws -> FilmTrack? {
    if let reason = refusal(of: track) {
      lose(track, reason)
      return nil
    }
    guard part(of: track) != nil else { return nil }
    let script = try change(try ClipScript(FilmSource(source.file, track: track), in: range))
    if let reason = try FurtherPictures.refusal(of: script, settings) {
      lose(track, reason)
      return nil
    }
    return .pictures(script, labels(of: track))
  }

  /// Why further pictures stay behind; nil where they do not.
  private func refusal(of track: MediaTrack) -> String? {
    if let reason = track.refusal { return reason.reason.text }
    if let box = movie?.movie.tracks.first(where: { Int32(truncatingIfNeeded: $0.id) == track.facts.id }) {
      if box.handler == "auxv" { return "it belongs to another track's pictures" }
      if chapterTracks.contains(box.id) { return "pictures of chapters" }
    }
    return settings.container == .mxf ? "mxf holds one track of pictures" : nil
  }

  private mutating func samples(_ track: MediaTrack) -> FilmTrack? {
    guard track.stream >= 0, settings.container.holdsSamples(of: track, demuxer) else {
      lose(track, "not written into \(settings.container.rawValue)")
      return nil
    }
    guard let part = part(of: track) else { return nil }
    let tag = track.facts.codecTag == "text" && settings.container == .mp4 ? "tx3g" : track.facts.codecTag
    return .samples(
      CopiedTrack(
        file: source.file, track: track, range: part, labels: labels(of: track),
        codecTag: source.file.container.hasEdits ? tag : nil))
  }

  /// What of the film a track takes part in, from the film's start on; nil where it has ended before.
  private mutating func part(of track: MediaTrack) -> CMTimeRange? {
    let end = CMTimeMinimum(range?.end ?? .positiveInfinity, track.facts.timeRange.end)
    guard end > clip.start else {
      lose(track, "nothing of it lies in the range")
      return nil
    }
    return CMTimeRange(start: clip.start, end: end)
  }

  // MARK: - The film as a whole

  /// Numbers of tracks that others have for their chapters.
  private var chapterTracks: Set<UInt32> {
    Set((movie?.movie.tracks ?? []).flatMap(\.references).filter { $0.type == "chap" }.flatMap(\.tracks))
  }

  private func isChapters(_ track: MediaTrack) -> Bool {
    chapterTracks.contains(UInt32(bitPattern: track.facts.id)) && !source.file.facts.chapters.isEmpty
  }

  /// The time code of the first frame that is written.
  private var timecode: String? {
    guard unsafe demuxer.streams.indices.contains(source.track.stream) else { return nil }
    let stated = unsafe String(cString: demuxer.streams[source.track.stream].timecode)
    let text = stated.isEmpty ? demuxer.tags.first { $0.name.lowercased() == "timecode" }?.text ?? "" : stated
    let rate = Int(source.facts.nominalFrameRate.rounded())
    guard let first = Timecode(text, rate: rate) else { return nil }
    return first.advanced(by: source.frame(at: clip.start)).description
  }

  private mutating func notes() throws(MediaError) -> FilmNotes {
    var notes = FilmNotes(from: demuxer.tags, of: source.file.container)
    notes.chapters = source.file.facts.chapters.compactMap { chapter in
      let part = chapter.timeRange.intersection(range ?? CMTimeRange(start: .zero, end: .positiveInfinity))
      guard part.isValid, part.start.isNumeric, part.duration > .zero else { return nil }
      return ChapterFacts(
        timeRange: CMTimeRange(start: part.start - clip.start, end: part.end - clip.start), title: chapter.title)
    }
    do throws(ImageIOError) {
      lost.add(try notes.fit(settings.container, movie))
    } catch {
      throw MediaError(.container(error))
    }
    return notes
  }
}
