internal import HeadroomContainers

/// The tracks of a film by its boxes: times and places of samples are theirs, FFmpeg is asked for codecs only.
struct BoxScan {
  private let movie: MovieFile
  private(set) var warnings: [String] = []

  /// A stream of FFmpeg's, which calls it by the track's number.
  struct StreamName {
    var index: Int
    var track: Int32
    var codec: String
  }

  /// - Throws: also for numbers of tracks beyond 31 bits: FFmpeg takes them for none, and walks over a thousand million
  ///   fragments for each run of samples.
  init(_ bytes: FileBytes) throws(MediaError) {
    do throws(ImageIOError) {
      movie = try MovieFile(bytes)
    } catch {
      throw MediaError(.container(Self.cut(bytes) ?? error))
    }
    for track in movie.movie.tracks where Int32(exactly: track.id) == nil {
      throw MediaError(.malformed("a track has the number \(track.id), which is above \(Int32.max)"))
    }
  }

  /// Where a file ends inside a box in front of its `moov`; nil where it does not.
  private static func cut(_ bytes: FileBytes) -> ImageIOError? {
    let boxes = ISOBoxList(of: bytes, limits: .standard).boxesBeforeDamage().boxes
    guard let last = boxes.last, last.isCut, last.type != "moov" else { return nil }
    return .malformed(
      part: last.path, text: "the file ends inside this box, before the box 'moov'", offset: last.start)
  }

  /// Why there may be more fragments than the file has; nil where it ends behind one. What is missing of samples that it
  /// announces is known by their places.
  var earlyEnd: String? {
    guard movie.movie.isFragmented else { return nil }
    var walker = movie.list.walk()
    var last: ISOBox?
    do throws(ImageIOError) {
      while let box = try walker.next() { last = box }
    } catch {
      return "\(error)"
    }
    guard let last else { return nil }
    let rest = movie.bytes.copy(last.payload.upperBound..<movie.bytes.count)
    if rest.contains(where: { $0 != 0 }) { return "inside the head of a box" }
    guard last.isCut, ["moof", "mdat"].contains(last.type) else { return nil }
    return "inside the box '\(last.type)' (offset 0x\(String(last.start, radix: 16)))"
  }

  /// The tracks, in the order of the file.
  ///
  /// - Parameter streams: FFmpeg's.
  mutating func tracks(_ streams: [StreamName]) throws(MediaError) -> [MediaTrack] {
    var tracks: [MediaTrack] = []
    for (place, track) in movie.movie.tracks.enumerated() {
      do throws(ImageIOError) {
        tracks.append(try self.track(track, place, streams))
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

  private mutating func track(
    _ track: MovieTrack, _ place: Int, _ streams: [StreamName]
  ) throws(ImageIOError) -> MediaTrack {
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
    try Self.checkCount(presented, of: track)
    let format = track.entries.first.map { "\($0.format)" } ?? ""
    var index = FrameIndex(presented, of: movie.bytes)
    if format == "vp09" { index.leaveOutHidden(of: movie.bytes) }
    result.index = index
    (result.decodesAs, result.refusal) = (Self.codecs[format], MediaError(refusing: track))
    if let damage = presented.index.damage { warnings.append("track \(track.id): \(damage)") }
    let cut = index.samples.filter(\.isCut).count
    if cut > 0 { warnings.append("track \(track.id): the file ends before \(cut) of \(index.samples.count) samples") }
  }

  /// Frames that edits may show beside one for each sample: nine hours at 30 frames a second.
  private static let mostRepeated = 1 << 20

  /// A few thousand edits may show a few thousand samples each: frames are compared before they are listed.
  private static func checkCount(_ presented: PresentedFrames, of track: MovieTrack) throws(ImageIOError) {
    let limit = presented.index.samples.count + mostRepeated
    guard presented.count <= limit else {
      throw .overLimit(
        part: "track \(track.id)", quantity: "frames of edits", declared: UInt64(presented.count),
        limit: UInt64(limit), offset: track.offset)
    }
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
