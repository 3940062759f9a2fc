internal import HeadroomContainers

/// The tracks of a film by its boxes: times and places of samples are theirs, FFmpeg is asked for codecs only.
struct BoxScan {
  private let movie: MovieFile
  private let streams: [StreamName]
  private(set) var warnings: [String] = []

  /// A stream of FFmpeg's, which calls it by the track's number.
  struct StreamName {
    var index: Int
    var track: Int32
    var codec: String
  }

  init(_ bytes: FileBytes, _ streams: [StreamName]) throws(MediaError) {
    do throws(ImageIOError) {
      movie = try MovieFile(bytes)
    } catch {
      throw MediaError(.container(error))
    }
    self.streams = streams
  }

  /// The tracks, in the order of the file.
  mutating func tracks() throws(MediaError) -> [MediaTrack] {
    var tracks: [MediaTrack] = []
    for (place, track) in movie.movie.tracks.enumerated() {
      do throws(ImageIOError) {
        tracks.append(try self.track(track, place))
      } catch {
        throw MediaError(.container(error), track: Int32(clamping: track.id))
      }
    }
    return tracks
  }

  /// The chapters; none where they cannot be read.
  mutating func chapters(before end: CMTime) -> [ChapterFacts] {
    do throws(ImageIOError) {
      return try movie.chapters().map { chapter in
        let start = CMTime(chapter.start, CMTimeScale(clamping: movie.movie.timescale))
        let last = chapter.end.map { CMTime($0, CMTimeScale(clamping: movie.movie.timescale)) } ?? end
        return ChapterFacts(timeRange: CMTimeRange(start: start, end: max(start, last)), title: chapter.title)
      }
    } catch {
      warnings.append("chapters: \(error)")
      return []
    }
  }

  /// What the boxes say of a track's pictures.
  func picture(of track: Int32) -> ContainerPicture? {
    guard let track = movie.movie.tracks.first(where: { $0.id == UInt32(bitPattern: track) }),
      let entry = track.entries.first
    else { return nil }
    return ContainerPicture(track, entry)
  }

  // MARK: - Tracks

  private mutating func track(_ track: MovieTrack, _ place: Int) throws(ImageIOError) -> MediaTrack {
    let id = Int32(truncatingIfNeeded: track.id)
    let stream = streams.first { $0.track == id }
    let kind = TrackFacts.Kind(track.handler)
    let presented = kind == .audio ? nil : try movie.frames(of: track)
    let timescale = CMTimeScale(clamping: track.timescale)
    // Samples of sound may be too many to be listed: its edits suffice.
    let mappings = (presented.map { TrackSegments($0) } ?? TrackSegments(track, movie: movie.movie.timescale)).mappings
    var facts = TrackFacts(
      id: id, index: place, kind: kind, codec: stream?.codec ?? "", timescale: timescale,
      duration: CMTime(value: CMTimeValue(clamping: track.mediaDuration ?? 0), timescale: timescale),
      timeRange: TrackSegments.shown(mappings), segments: mappings)
    facts.codecTag = track.entries.first.map { "\($0.format)" }
    (facts.isEnabled, facts.language) = (track.isEnabled, track.language == "und" ? nil : track.language)
    if let sound = track.entries.first?.sound {
      facts.audio = AudioFacts(channels: sound.channels, sampleRate: Int(sound.sampleRate))
    }
    var result = MediaTrack(facts: facts, stream: stream?.index ?? -1)
    if let presented, kind == .video { try take(presented, of: track, into: &result) }
    return result
  }

  private mutating func take(
    _ presented: PresentedFrames, of track: MovieTrack, into result: inout MediaTrack
  ) throws(ImageIOError) {
    let format = track.entries.first.map { "\($0.format)" } ?? ""
    var index = FrameIndex(presented, of: movie.bytes)
    if format == "vp09" { index.leaveOutHidden(of: movie.bytes) }
    result.index = index
    (result.decodesAs, result.refusal) = (Self.codecs[format], MediaError(refusing: track))
    if let damage = presented.index.damage { warnings.append("track \(track.id): \(damage)") }
    let cut = index.samples.filter(\.isCut).count
    if cut > 0 { warnings.append("track \(track.id): the file ends before \(cut) of \(index.samples.count) samples") }
  }

  /// Codecs whose four letters FFmpeg does not know.
  private static let codecs = ["dav1": "av1"]
}

extension TrackFacts.Kind {
  fileprivate init(_ handler: FourCC) {
    switch handler {
    // Pictures of opacity or depth, which belong to another track's.
    case "vide", "auxv": self = .video
    case "soun": self = .audio
    case "tmcd": self = .timecode
    case "text", "sbtl", "subt", "clcp", "subp": self = .subtitle
    default: self = .metadata
    }
  }
}

extension FrameIndex {
  fileprivate init(_ presented: PresentedFrames, of file: FileBytes) {
    // Samples may be stated to be decoded after they are shown: all are decoded earlier then.
    let late = presented.index.samples.lazy.map { -Int64($0.delay) }.max() ?? 0
    let samples = presented.index.samples.map { indexed in
      var sample = Sample(
        time: indexed.time, isKey: indexed.isKey, range: indexed.range(in: file), isCut: indexed.isCut(in: file),
        entry: indexed.entry)
      let (decodeTime, overflows) = indexed.decodeTime.subtractingReportingOverflow(max(late, 0))
      (sample.decodeTime, sample.duration) = (overflows ? nil : decodeTime, Int64(indexed.duration))
      return sample
    }
    let scale = CMTimeScale(clamping: presented.trackTimescale)
    var frames: [Frame] = []
    frames.reserveCapacity(presented.endIndex)
    for number in presented.startIndex..<presented.endIndex {
      let start = CMTime(presented.start(of: number), scale)
      let end = CMTime(presented.end(of: number), scale)
      frames.append(Frame(time: start, duration: end - start, sample: presented[number].sample))
    }
    self.init(samples: samples, frames: frames)
  }
}
