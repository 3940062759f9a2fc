internal import HeadroomGraphics

/// The samples of a track of sound, or of what else is no video, as they are stored: a packet in each buffer.
///
/// Codecs with a state get some packets before the first that is heard. What of them is not meant is trimmed by attachments;
/// PCM is cut.
final class StoredSound: SampleSource {
  private let timeline: TrackTimeline
  private let copies: StoredPictures.Data
  private var pieces: [MediaPiece] = []
  private var run: Run?
  private var packets: (key: ReadTrack, packets: StoredPackets)?
  private var descriptions: [ReadTrack: CMFormatDescription] = [:]

  /// A piece in ticks of its samples.
  private struct Run {
    let piece: MediaPiece
    let facts: TrackFacts
    let isPCM: Bool
    /// The first tick that decoding needs, and what is meant.
    let first: Int64
    let start: Int64
    let end: Int64
  }

  init(_ track: AVAssetTrack, _ data: StoredPictures.Data) throws {
    timeline = try TrackTimeline(track)
    copies = data
    for source in timeline.stretches.map(\.source) {
      let track = try source.openTrack()
      if let refusal = track.refusal { throw refusal }
      descriptions[ReadTrack(source)] = descriptions[ReadTrack(source)] ?? CMFormatDescription(source.facts)
    }
  }

  func begin(_ range: CMTimeRange) {
    pieces = MediaPiece.pieces(of: timeline, in: range).reversed()
    run = nil
  }

  func next() throws -> CMSampleBuffer? {
    while true {
      try MediaError.checkCancellation()
      if let run {
        if let buffer = try next(of: run) { return buffer }
        self.run = nil
      }
      guard let piece = pieces.popLast() else { return nil }
      run = try start(piece)
    }
  }

  private func start(_ piece: MediaPiece) throws -> Run {
    let (key, track) = (ReadTrack(piece.source), try piece.source.openTrack())
    guard let media = piece.source.media else { throw MediaError(.malformed("no samples"), track: track.facts.id) }
    if packets?.key != key { packets = (key, try StoredPackets(media, track)) }
    guard let packets = packets?.packets else { throw MediaError(.malformed("no samples"), track: track.facts.id) }
    let facts = track.facts
    let (start, end) = (packets.ticks(piece.media.start), packets.ticks(piece.media.end))
    // A tenth of a second holds what codecs refer to.
    let isAlone = facts.kind != .audio || SoundCodecs.isStateless(facts.codec)
    let early = isAlone ? 0 : packets.ticks(CMTime(value: 1, timescale: 10))
    let first = max(start - early, 0)
    try packets.seek(to: first)
    return Run(
      piece: piece, facts: facts, isPCM: SoundCodecs.isPCM(facts.codec), first: first, start: start, end: end)
  }

  private func next(of run: Run) throws -> CMSampleBuffer? {
    guard let packets = packets?.packets else { return nil }
    do {
      while let packet = try packets.next() {
        guard packet.time < run.end else { return nil }
        guard packet.end > run.first || packet.duration == 0 && packet.time >= run.first else { continue }
        return try run.isPCM ? samples(packet, run, packets) : self.packet(packet, run, packets)
      }
      return nil
    } catch let error as MediaError {
      throw error.at(track: run.facts.id)
    }
  }

  private func time(_ ticks: Int64, _ packets: StoredPackets) -> CMTime {
    CMTime(value: ticks * Int64(packets.base.numerator), timescale: packets.base.denominator)
  }

  private func packet(
    _ packet: StoredPackets.Packet, _ run: Run, _ packets: StoredPackets
  ) throws -> CMSampleBuffer {
    let start = run.piece.time(time(packet.time, packets))
    let length = run.piece.length(time(packet.duration, packets))
    let timing = CMSampleTimingInfo(
      duration: packet.duration > 0 ? length : .invalid, presentationTimeStamp: start, decodeTimeStamp: start)
    let buffer = unsafe try buffer(packet, unsafe packet.bytes, 1, [timing], unsafe packet.bytes.count, run)
    guard packet.duration > 0 else { return buffer }
    let target = run.piece.target
    buffer.trim(
      start: min(max(target.start - start, .zero), length), end: min(max(start + length - target.end, .zero), length))
    return buffer
  }

  /// What of a packet of PCM is meant.
  private func samples(
    _ packet: StoredPackets.Packet, _ run: Run, _ packets: StoredPackets
  ) throws -> CMSampleBuffer? {
    let count = unsafe packet.bytes.count
    guard packet.duration > 0, count % Int(packet.duration) == 0 else {
      return try self.packet(packet, run, packets)
    }
    let size = count / Int(packet.duration)
    let (first, end) = (max(run.start, packet.time), min(run.end, packet.end))
    guard first < end else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(
      rebasing: packet.bytes[Int(first - packet.time) * size..<Int(end - packet.time) * size])
    let start = run.piece.time(time(first, packets))
    let timing = CMSampleTimingInfo(
      duration: run.piece.length(time(1, packets)), presentationTimeStamp: start, decodeTimeStamp: .invalid)
    var cut = packet
    cut.place = packet.place.map { $0 + Int(first - packet.time) * size }
    return try unsafe buffer(cut, bytes, Int(end - first), [timing], size, run)
  }

  private func buffer(
    _ packet: StoredPackets.Packet, _ bytes: UnsafeRawBufferPointer, _ count: Int, _ timings: [CMSampleTimingInfo],
    _ size: Int, _ run: Run
  ) throws -> CMSampleBuffer {
    let isReferred = copies == .referred
    let buffer = try unsafe CMSampleBuffer(
      dataBuffer: isReferred ? nil : CMBlockBuffer(copying: bytes),
      formatDescription: descriptions[ReadTrack(run.piece.source)], numSamples: count, sampleTimings: timings,
      sampleSizes: [size])
    try run.piece.source.media?.checkIntact()
    guard isReferred else { return buffer }
    guard let place = packet.place else { throw ReaderError.noReference(run.facts.id) }
    buffer.attachments[.sampleReferenceURL] = .shouldPropagate(run.piece.source.url)
    buffer.attachments[.sampleReferenceByteOffset] = .shouldPropagate(place)
    return buffer
  }
}
