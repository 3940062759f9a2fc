internal import CHeadroomMedia
internal import HeadroomContainers

/// The first reading of a film: its streams, samples and first frames become facts.
struct MediaScan {
  private(set) var facts: MediaFacts
  private(set) var tracks: [MediaTrack]
  private let demuxer: Demuxer
  private let pictures: [ContainerPicture?]
  private let packets: PacketScan?

  init(_ bytes: FileBytes, _ container: MediaContainer) throws(MediaError) {
    // Boxes say better than FFmpeg what is wrong with them.
    let scan = container == .mp4 || container == .mov ? try BoxScan(bytes) : nil
    let demuxer: Demuxer
    do throws(MediaError) {
      demuxer = try Demuxer(bytes, container)
    } catch {
      throw scan?.earlyEnd.map { MediaError(.malformed(Self.ends($0))) } ?? error
    }
    self.demuxer = demuxer
    facts = MediaFacts(container: container, duration: .zero, tracks: [])
    if var boxes = scan {
      tracks = try boxes.tracks(demuxer.names)
      pictures = tracks.map { boxes.picture(of: $0.facts.id) }
      facts.chapters = boxes.chapters(before: Self.end(of: tracks))
      facts.warnings = boxes.warnings
      facts.missing = boxes.earlyEnd.map(Self.ends)
      packets = nil
    } else {
      let packets = try PacketScan(demuxer)
      tracks = unsafe demuxer.streams.indices.compactMap { index in
        unsafe MediaTrack(demuxer.streams[index], index: index, packets, statesTimes: container.statesTimes)
      }
      pictures = tracks.map { unsafe ContainerPicture(demuxer.streams[$0.stream]) }
      facts.chapters = demuxer.chapters
      facts.missing = packets.earlyEnd(of: demuxer, tracks).map(Self.ends)
      // FFmpeg looks for the next part of Matroska that it can read.
      if facts.missing == nil, container == .matroska || container == .webm, let gap = demuxer.gap {
        facts.missing = "a part of the file cannot be read (FFmpeg: \(gap))"
      }
      if container == .hevc, !tracks.isEmpty { tracks[0].refusal = Self.refusal(of: bytes) }
      self.packets = packets
    }
    if let words = facts.missing { facts.warnings.append(words) }
    facts.duration = Self.end(of: tracks)
    for place in tracks.indices {
      describe(&tracks[place])
      readLanguage(of: &tracks[place])
    }
  }

  /// Why a stream of HEVC is not read: its first parameter set is in front.
  private static func refusal(of bytes: FileBytes) -> MediaError? {
    HEVCLayers(AnnexBUnits.split(bytes.copy(0..<MediaContainer.headCount))).flatMap(MediaError.words)
      .map { MediaError(.unsupported($0), track: 1) }
  }

  private static func ends(_ words: String) -> String { "the file ends early: \(words)" }

  private static func end(of tracks: [MediaTrack]) -> CMTime { tracks.map(\.facts.timeRange.end).max() ?? .zero }

  /// FFmpeg knows QuickTime's numbers of languages, too.
  private func readLanguage(of track: inout MediaTrack) {
    guard track.facts.language == nil, unsafe demuxer.streams.indices.contains(track.stream) else { return }
    track.facts.language = unsafe demuxer.streams[track.stream].statedLanguage
  }

  /// FFmpeg knows the channels by name, and reads what boxes of sound leave to the codec.
  private func describe(_ track: inout MediaTrack) {
    guard unsafe demuxer.streams.indices.contains(track.stream) else { return }
    let stream = unsafe demuxer.streams[track.stream]
    if let start = unsafe stream.configuration, unsafe stream.configuration_count <= Self.largestConfiguration {
      track.facts.configuration = unsafe Array(
        UnsafeBufferPointer(start: start, count: stream.configuration_count))
    }
    if track.facts.kind == .audio { track.facts.audio = unsafe AudioFacts(stream) }
  }

  /// Bytes of a codec's parameters that are kept.
  private static let largestConfiguration = 1 << 20

  /// Decodes the first frame of each video track.
  ///
  /// - Throws: only where memory runs out or the work is cancelled: a track that does not decode keeps its reason.
  mutating func readFirstFrames() throws(MediaError) {
    for place in tracks.indices where tracks[place].facts.kind == .video && tracks[place].refusal == nil {
      do throws(MediaError) {
        let track = tracks[place]
        guard track.stream >= 0, !track.facts.codec.isEmpty || track.decodesAs != nil else {
          throw MediaError(.unsupported("the codec \(track.facts.codecTag ?? "of the pictures") is not known"))
        }
        let first = try FirstFrame(demuxer, stream: tracks[place].stream, decodesAs: tracks[place].decodesAs)
        try order(&tracks[place], rate: first.frame.rate)
        if let loss = tracks[place].loss { facts.warnings.append("\(loss)") }
        if facts.container == .hevc, try StreamEnd(demuxer, tracks[place])?.isCut() == true {
          tracks[place].index = tracks[place].index?.cutInLast
          facts.warnings.append("track \(tracks[place].facts.id): the file ends inside its last frame")
        }
        tracks[place].take(first.frame, pictures[place] ?? ContainerPicture(), &facts.warnings)
      } catch {
        if error.isOfWork { throw error }
        tracks[place].refusal = error.at(track: tracks[place].facts.id)
      }
    }
    facts.tracks = tracks.map(\.facts)
    facts.duration = Self.end(of: tracks)
  }

  /// Puts the frames of a track into the order of decoding and showing, where the container does not know it.
  private func order(_ track: inout MediaTrack, rate: (numerator: Int32, denominator: Int32)?) throws(MediaError) {
    guard let packets else { return }
    let isUnknown = track.index == nil
    guard isUnknown || facts.container == .mxf && track.mayReorder else { return }
    let order = try DecodedOrder(demuxer, packets, of: track)
    track.loss = order.loss?.at(track: track.facts.id)
    if isUnknown { track.take(order, FrameRate(rate)) } else { track.take(order) }
  }
}

extension PacketScan {
  /// Why the file ends before its content does; nil where it does not.
  fileprivate func earlyEnd(of demuxer: Demuxer, _ tracks: [MediaTrack]) -> String? {
    // Its header counts the frames.
    for track in tracks where track.facts.kind == .video && demuxer.container == .mxf {
      let (found, stated) = unsafe (packets[track.stream].count, demuxer.streams[track.stream].duration)
      if Int64(found) < stated { return "\(found) of \(stated) frames are there" }
    }
    if isCut { return "inside a sample" }
    return damage.map { "it cannot be read on (\($0))" } ?? demuxer.ending
  }
}

extension Demuxer {
  /// The streams as boxes call them.
  fileprivate var names: [BoxScan.StreamName] {
    unsafe streams.enumerated().map { index, stream in
      unsafe BoxScan.StreamName(index: index, track: stream.id, codec: String(cString: stream.codec))
    }
  }
}

extension MediaTrack {
  /// A stream of a container that FFmpeg alone reads.
  ///
  /// - Parameter statesTimes: whether the container knows when its samples are shown; FFmpeg invents times otherwise.
  fileprivate init?(_ stream: hr_media_stream, index: Int, _ packets: PacketScan, statesTimes: Bool) {
    guard unsafe !stream.is_attached_picture, unsafe stream.time_base_den > 0 else { return nil }
    let range = unsafe packets.timeRange(of: index, stream) ?? .zero
    let number = unsafe stream.id > 0 ? stream.id : Int32(index + 1)
    var facts = unsafe TrackFacts(
      id: number, index: index, kind: TrackFacts.Kind(stream), codec: String(cString: stream.codec),
      timescale: stream.time_base_den, duration: range.duration, timeRange: range,
      segments: [CMTimeMapping(source: range, target: range)])
    facts.codecTag = unsafe FourCC.text(of: stream.codec_tag)
    self.init(facts: facts, stream: index)
    tickLength = unsafe CMTimeValue(max(stream.time_base_num, 1))
    refusal = unsafe MediaError(refusing: stream, track: number)
    self.index = unsafe facts.kind == .video && statesTimes ? packets.index(of: index, stream) : nil
  }
}

extension TrackFacts.Kind {
  fileprivate init(_ stream: hr_media_stream) {
    self =
      switch unsafe stream.kind {
      case HR_MEDIA_VIDEO: .video
      case HR_MEDIA_AUDIO: .audio
      case HR_MEDIA_SUBTITLE: .subtitle
      default: unsafe FourCC.text(of: stream.codec_tag) == "tmcd" ? .timecode : .metadata
      }
  }
}

extension hr_media_stream {
  /// Nil where none is stated, or "und".
  fileprivate var statedLanguage: String? {
    let text = unsafe withUnsafeBytes(of: language) { letters in
      unsafe String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty || text == "und" ? nil : text
  }
}

extension AudioFacts {
  fileprivate init(_ stream: hr_media_stream) {
    let layout = unsafe withUnsafeBytes(of: stream.channel_layout) { letters in
      unsafe String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
    }
    unsafe self.init(
      channels: Int(stream.channels), sampleRate: Int(stream.sample_rate), layout: layout.isEmpty ? nil : layout)
  }
}

extension FourCC {
  /// Four letters, the first in the lowest byte, as FFmpeg has them; nil for none.
  static func text(of tag: UInt32) -> String? {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> (8 * $0)) }
    return bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
