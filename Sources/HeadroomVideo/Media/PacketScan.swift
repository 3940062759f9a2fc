internal import CHeadroomMedia
internal import HeadroomContainers

/// The samples of all streams of a container, found by reading it once.
struct PacketScan {
  /// A sample of pictures.
  struct Packet {
    /// In ticks of its stream; the smallest number where the container states none.
    var time: Int64
    /// When it is decoded; the smallest number where that is not known.
    var decodeTime: Int64
    /// Where its bytes lie in the file; nil where the container stores them in another form.
    var start: Int?
    var count: Int32
    var duration: Int64
    var isKey: Bool
    /// Whether it makes a frame that is presented.
    var isShown: Bool
  }

  /// What the samples of a stream take up.
  struct Extent {
    var start: Int64
    var end: Int64
  }

  /// Of streams of pictures, in the order of the file, by stream.
  private(set) var packets: [[Packet]]
  private(set) var extents: [Extent?]
  /// What ended the reading early.
  private(set) var damage: MediaError?
  /// Whether the file ends inside a sample.
  private(set) var isCut = false

  /// Most samples of a file: two days of sound.
  private static let largestCount = 16 << 20
  /// Bytes of a mapped file that are kept in memory while it is read.
  private static let keptBytes = 64 << 20

  /// - Throws: where the file has more samples than a film, or none that can be read.
  init(_ demuxer: Demuxer) throws(MediaError) {
    packets = unsafe Array(repeating: [], count: demuxer.streams.count)
    extents = unsafe Array(repeating: nil, count: demuxer.streams.count)
    var places = unsafe demuxer.streams.map { unsafe PacketPlaces($0) }
    var (count, released) = (0, 0)
    while let packet = unsafe try next(of: demuxer, count) {
      if count & 1023 == 0 { try MediaError.checkCancellation() }
      count += 1
      guard count <= Self.largestCount else {
        throw MediaError(.malformed("more than \(Self.largestCount) samples"))
      }
      let stream = unsafe Int(packet.stream)
      guard packets.indices.contains(stream) else { continue }
      if unsafe packet.is_cut { isCut = true }
      unsafe extend(stream, packet)
      guard unsafe demuxer.streams[stream].kind == HR_MEDIA_VIDEO else { continue }
      let found = unsafe places[stream].find(packet, in: demuxer.bytes)
      packets[stream].append(found)
      guard let start = found.start, start - released > Self.keptBytes else { continue }
      demuxer.bytes.release(released..<start)
      released = start
    }
  }

  /// The next sample; a file that breaks off behind some has those.
  private mutating func next(of demuxer: Demuxer, _ count: Int) throws(MediaError) -> hr_media_packet? {
    do throws(MediaError) {
      return unsafe try demuxer.read()
    } catch {
      guard count > 0, case .library = error.reason else { throw error }
      damage = error
      return nil
    }
  }

  private mutating func extend(_ stream: Int, _ packet: hr_media_packet) {
    guard unsafe packet.pts != .min else { return }
    let (end, overflow) = unsafe packet.pts.addingReportingOverflow(max(packet.duration, 0))
    guard !overflow else { return }
    let known = unsafe extents[stream] ?? Extent(start: packet.pts, end: end)
    extents[stream] = unsafe Extent(start: min(known.start, packet.pts), end: max(known.end, end))
  }

  // MARK: - Frames

  /// The samples of a stream.
  ///
  /// - Parameter times: when each is shown, in ticks.
  func samples(of stream: Int, times: [Int64]) -> [FrameIndex.Sample] {
    let found = packets[stream]
    // Both ways of reading in turn would lose their places.
    let arePlaced = found.allSatisfy { $0.start != nil }
    return found.indices.map { place in
      let packet = found[place]
      let range = arePlaced ? packet.start.map { $0..<$0 + Int(packet.count) } : nil
      var sample = FrameIndex.Sample(time: times[place], isKey: packet.isKey, range: range)
      (sample.decodeTime, sample.duration) = (packet.decodeTime == .min ? nil : packet.decodeTime, packet.duration)
      return sample
    }
  }

  /// The frames of a stream whose container states when they are shown; nil where it does not.
  func index(of stream: Int, _ base: hr_media_stream) -> FrameIndex? {
    let found = packets[stream]
    let times = found.map(\.time)
    guard !times.isEmpty, !times.contains(.min) else { return nil }
    let order = found.indices.filter { found[$0].isShown && times[$0] >= 0 }
      .sorted { (times[$0], $0) < (times[$1], $1) }
    var frames: [FrameIndex.Frame] = []
    frames.reserveCapacity(order.count)
    for (place, sample) in order.enumerated() {
      let duration =
        place + 1 < order.count ? times[order[place + 1]] - times[sample] : found[sample].duration
      guard let start = unsafe CMTime(times[sample], base.time_base_num, base.time_base_den),
        let length = unsafe CMTime(duration, base.time_base_num, base.time_base_den)
      else { return nil }
      frames.append(FrameIndex.Frame(time: start, duration: length, sample: sample))
    }
    return FrameIndex(
      samples: samples(of: stream, times: times), frames: frames, byteCounts: found.map(\.count))
  }

  /// From the first to the end of the last sample of a stream.
  func timeRange(of stream: Int, _ base: hr_media_stream) -> CMTimeRange? {
    guard let extent = extents[stream],
      let start = unsafe CMTime(max(extent.start, 0), base.time_base_num, base.time_base_den),
      let end = unsafe CMTime(max(extent.end, 0), base.time_base_num, base.time_base_den)
    else { return nil }
    return CMTimeRange(start: start, end: end)
  }
}
