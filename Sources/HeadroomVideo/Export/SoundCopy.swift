internal import CHeadroomMedia

/// The coded samples of a stretch of a track, taken unchanged.
///
/// Packets are whole, and decoders need some before the first that is heard. ISO files hide what is too much: times below
/// 0 lie before their edit, and the last packet states a shorter duration. Matroska and WebM hide the codec's own delay
/// and the end alone.
@safe final class SoundCopy {
  private let demuxer: Demuxer
  private let stream: Int
  private let track: MediaTrack
  private let path: String
  private let base: (numerator: Int32, denominator: Int32)
  private let isPCM: Bool
  /// In ticks of the media: what is heard, and from where on packets are taken.
  private let start: Int64
  private let end: Int64
  private let first: Int64
  private let hidesEnd: Bool
  let rate: Int64
  private var isDone = false
  private var number = -1

  /// Why a timeline's sound cannot be copied into a container; nil where it can.
  static func refusal(_ timeline: SoundTimeline, _ container: MediaContainer) throws(MediaError) -> String? {
    guard let piece = timeline.pieces.first, timeline.pieces.count == 1 else { return "it is put together" }
    guard piece.isUntouched else { return "its volume or speed changes" }
    guard piece.target.start.samples(piece.source.format.rate) == 0 else { return "it starts with silence" }
    let codec = piece.source.track.facts.codec
    guard container.holds(codec) else { return "\(codec) is not written into \(container.rawValue)" }
    let clock = try SoundClock(piece.source)
    if container.hasEdits {
      return clock.isExact ? nil : "\(piece.source.file.container.rawValue) states its times in milliseconds alone"
    }
    return try refusalWithoutEdits(piece, clock, codec)
  }

  /// Only what the container can state may lie before the start.
  private static func refusalWithoutEdits(
    _ piece: SoundPiece, _ clock: SoundClock, _ codec: String
  ) throws(MediaError) -> String? {
    if SoundCodecs.isPCM(codec) {
      return clock.isExact || piece.media.start <= .zero ? nil : "it starts inside a packet"
    }
    let demuxer = try Demuxer(piece.source.file.bytes, piece.source.file.container)
    let stream = piece.source.track.stream
    demuxer.select(stream)
    guard let packet = unsafe try demuxer.read() else { return "there is no sound in it" }
    let start = unsafe clock.start(packet.pts == .min ? nil : packet.pts, after: nil)
    let hidden = piece.media.start.samples(piece.source.format.rate) - start
    let delay = unsafe codec == "opus" ? Int64(demuxer.streams[stream].initial_padding) : 0
    return hidden == delay ? nil : "the file cannot hide the \(hidden) samples before it"
  }

  /// - Parameter piece: for which there is no refusal.
  init(_ piece: SoundPiece, _ container: MediaContainer) throws(MediaError) {
    let source = piece.source
    demuxer = try Demuxer(source.file.bytes, source.file.container)
    (stream, track, path) = (source.track.stream, source.track, source.file.path)
    demuxer.select(stream)
    base = unsafe (demuxer.streams[stream].time_base_num, demuxer.streams[stream].time_base_den)
    isPCM = SoundCodecs.isPCM(source.track.facts.codec)
    rate = Int64(source.format.rate)
    hidesEnd = !container.hasEdits
    let clock = try SoundClock(source)
    // Edits may name any time; packets have other ones.
    start = min(clock.ticks(piece.media.start.samples(source.format.rate)), SoundClock.farthest)
    end = min(clock.ticks(piece.media.end.samples(source.format.rate)), SoundClock.farthest)
    // A tenth of a second holds what codecs refer to: a packet of AAC, 80 ms of Opus, the reservoir of MP3.
    first = SoundCodecs.isStateless(source.track.facts.codec) ? start : start - clock.ticks(rate / 10)
    guard first > 0, clock.isExact else { return }
    do throws(MediaError) {
      try demuxer.seek(stream: stream, to: first)
    } catch {
      try demuxer.rewind()
    }
  }

  func add(to writer: borrowing MediaWriter, _ labels: TrackLabels) throws(MediaError) {
    var facts = MediaWriter.Stream(timescale: CMTimeScale(clamping: rate))
    facts.labels = labels
    number = try writer.add(copyOf: stream, of: demuxer, facts)
  }

  /// Writes the packets that start before a time.
  func write(until time: CMTime, to writer: borrowing MediaWriter) throws(MediaError) {
    while !isDone {
      guard var packet = unsafe try read() else {
        isDone = true
        return
      }
      guard unsafe isHeard(&packet) else { continue }
      unsafe packet.pts -= start
      unsafe packet.dts = packet.pts
      unsafe try writer.write(packet, to: number, timeBase: base)
      if let written = unsafe CMTime(packet.pts, base.numerator, base.denominator), written >= time { return }
    }
  }

  private func read() throws(MediaError) -> hr_media_packet? {
    do throws(MediaError) {
      return unsafe try next()
    } catch {
      throw error.asDamage.at(track: track.facts.id).of(.source(path))
    }
  }

  /// The next packet of the track that starts before the end.
  private func next() throws(MediaError) -> hr_media_packet? {
    while let packet = unsafe try demuxer.read() {
      guard unsafe packet.stream == Int32(stream), unsafe packet.pts != .min, unsafe packet.count > 0 else { continue }
      guard unsafe abs(packet.pts) < SoundClock.farthest, unsafe packet.duration < SoundClock.farthest else {
        throw MediaError(.malformed("a time that no film has"))
      }
      guard unsafe !packet.is_cut else { throw MediaError(.malformed("the file ends inside a sample")) }
      return unsafe packet.pts < end ? packet : nil
    }
    if let words = demuxer.ending { throw MediaError(.malformed("the file ends early: \(words)")) }
    return nil
  }

  /// Cuts the packet to what is heard, as far as that can be done; false where nothing of it is needed.
  private func isHeard(_ packet: inout hr_media_packet) -> Bool {
    let stop = unsafe packet.pts + packet.duration
    guard unsafe stop > first || packet.duration == 0 else { return false }
    let over = stop - end
    if over > 0, hidesEnd, !isPCM {
      let samples = Int128(over) * Int128(base.numerator) * Int128(rate) / Int128(base.denominator)
      unsafe packet.hidden_at_end = max(packet.hidden_at_end, UInt32(clamping: samples))
    }
    if isPCM { unsafe cut(&packet, over) } else if over > 0 { unsafe packet.duration -= over }
    return true
  }

  private func cut(_ packet: inout hr_media_packet, _ over: Int64) {
    guard unsafe packet.duration > 0 else { return }
    let frame = unsafe packet.count / Int(packet.duration)
    let early = unsafe min(max(start - packet.pts, 0), packet.duration)
    unsafe packet.bytes += Int(early) * frame
    unsafe packet.pts += early
    unsafe packet.duration = max(packet.duration - early - max(over, 0), 0)
    unsafe packet.count = Int(packet.duration) * frame
  }
}

extension SoundClock {
  fileprivate init(_ source: SoundSource) throws(MediaError) {
    let demuxer = try Demuxer(source.file.bytes, source.file.container)
    unsafe self.init(
      demuxer.streams[source.track.stream], rate: source.format.rate, container: source.file.container)
  }
}

extension MediaContainer {
  /// Whether a coded track is copied into it.
  fileprivate func holds(_ codec: String) -> Bool {
    switch self {
    case .mp4: ["aac", "ac3", "eac3", "alac", "mp3", "opus", "flac"].contains(codec) && takes(codec: codec)
    case .mov:
      (["aac", "ac3", "eac3", "alac", "mp3"].contains(codec) || SoundCodecs.isPCM(codec)) && takes(codec: codec)
    case .matroska, .webm: takes(codec: codec)
    // Its essence comes in units of the video's frames.
    case .mxf, .hevc, .obu, .ivf: false
    }
  }
}
