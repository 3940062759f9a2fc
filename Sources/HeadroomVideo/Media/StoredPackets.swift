internal import CHeadroomMedia
internal import HeadroomContainers

/// The coded samples of a track that is no video, one after the other. One thread at a time.
@safe final class StoredPackets {
  /// A packet, whose bytes are valid until the next is read.
  @safe struct Packet {
    /// In ticks of the track.
    var time: Int64
    /// In ticks of the track; 0 where the container does not say.
    var duration: Int64
    var bytes: UnsafeRawBufferPointer
    /// Where the bytes lie in the file; nil where the container stores them in another form.
    var place: Int?

    var end: Int64 { time + duration }
  }

  /// Ticks of a second: `numerator / denominator` is the length of a tick.
  let base: (numerator: Int32, denominator: Int32)
  private let file: MediaFile
  private let stream: Int
  private var demuxer: Demuxer
  private var places: PacketPlaces
  private var passed = PassedBytes()

  init(_ file: MediaFile, _ track: MediaTrack) throws(MediaError) {
    (self.file, stream) = (file, track.stream)
    demuxer = try Demuxer(file.bytes, file.container)
    guard unsafe demuxer.streams.indices.contains(stream) else {
      throw MediaError(.invalidRequest("its samples are not read"))
    }
    let facts = unsafe demuxer.streams[stream]
    base = unsafe (max(facts.time_base_num, 1), max(facts.time_base_den, 1))
    places = unsafe PacketPlaces(facts)
    demuxer.select(stream)
  }

  /// A time of the media in ticks, rounded down.
  func ticks(_ time: CMTime) -> Int64 {
    let above = Int128(time.value) * Int128(base.denominator)
    let below = Int128(max(time.timescale, 1)) * Int128(base.numerator)
    let (ticks, _) = CMTimeRoundingMethod.roundTowardNegativeInfinity.divide(above, by: below)
    return Int64(clamping: ticks)
  }

  /// Goes to a packet that begins no later than a time in ticks; 0 is the beginning.
  func seek(to time: Int64) throws(MediaError) {
    if time > 0 {
      do throws(MediaError) {
        try demuxer.seek(stream: stream, to: time)
        return
      } catch {
        guard case .library = error.reason else { throw error }
      }
    }
    // Some formats do not find the times of their first packets after a seek.
    demuxer = try Demuxer(file.bytes, file.container)
    demuxer.select(stream)
  }

  /// The next packet with a time; nil behind the last.
  func next() throws(MediaError) -> Packet? {
    while let packet = unsafe try demuxer.read() {
      guard unsafe Int(packet.stream) == stream, unsafe packet.pts != .min, unsafe packet.count > 0 else { continue }
      guard unsafe packet.pts.magnitude < SoundClock.farthest, unsafe packet.duration < SoundClock.farthest else {
        throw MediaError(.malformed("a time that no film has"))
      }
      let found = unsafe places.find(packet, in: file.bytes)
      if let start = found.start { passed.reach(start, of: file.bytes) }
      return unsafe Packet(
        time: packet.pts, duration: max(packet.duration, 0),
        bytes: UnsafeRawBufferPointer(start: packet.bytes, count: packet.count), place: found.start)
    }
    return nil
  }
}
