internal import HeadroomContainers
internal import HeadroomGraphics

/// The samples of a video track as they are stored, one in each buffer, in the order of decoding.
///
/// Samples that others need and that are not shown come too, and say so. What of the first and last sample lies outside of
/// the range is trimmed by attachments.
final class StoredPictures: SampleSource {
  /// What becomes of the bytes.
  enum Data {
    case copied
    case shared
    /// Only the place of the bytes is given.
    case referred
  }

  private let timeline: TrackTimeline
  private let data: Data
  private var pieces: [MediaPiece] = []
  private var run: StoredRun?
  private var reading: (key: ReadTrack, bytes: SampleBytes)?
  private var descriptions: [ReadTrack: CMFormatDescription] = [:]

  /// - Throws: where a source cannot be read, or has no places that could be referred to.
  init(_ track: AVAssetTrack, _ data: Data) throws {
    timeline = try TrackTimeline(track)
    self.data = data
    for source in timeline.stretches.map(\.source) {
      let (_, index) = try source.indexedTrack()
      if data == .referred, index.samples.first?.range == nil { throw ReaderError.noReference(source.trackID) }
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
      if let number = run?.take(), let run { return try buffer(number, run) }
      guard let piece = pieces.popLast() else { return nil }
      let (track, index) = try piece.source.indexedTrack()
      run = StoredRun(piece, track, index)
      if reading?.key != ReadTrack(piece.source), let media = piece.source.media {
        reading = (ReadTrack(piece.source), try SampleBytes(media, track, index))
      }
    }
  }

  private func buffer(_ number: Int, _ run: StoredRun) throws -> CMSampleBuffer {
    do {
      let sample = run.index.samples[number]
      guard sample.entry == run.index.samples[0].entry else {
        throw MediaError(.unsupported("the track changes its codec's parameters in the middle"))
      }
      let timing = try run.timing(number)
      let (bytes, size) = try data(number, sample)
      try run.piece.source.media?.checkIntact()
      let buffer = try CMSampleBuffer(
        dataBuffer: bytes, formatDescription: descriptions[ReadTrack(run.piece.source)], numSamples: 1,
        sampleTimings: [timing], sampleSizes: [size])
      attach(run.facts(number, timing), to: buffer)
      if data == .referred { refer(buffer, to: sample, run.piece.source) }
      return buffer
    } catch let error as MediaError {
      throw error.at(track: run.track.facts.id, time: run.track.time(run.index.samples[number].time))
    }
  }

  private func data(_ number: Int, _ sample: FrameIndex.Sample) throws -> (CMBlockBuffer?, Int) {
    if data == .referred { return (nil, sample.range?.count ?? 0) }
    guard let reading else { throw MediaError(.malformed("no samples")) }
    let stored = try reading.bytes.sample(number)
    let count = unsafe stored.bytes.count
    if data == .shared, let owner = stored.owner {
      reading.bytes.release(number)
      return (unsafe CMBlockBuffer(reading: stored.bytes, owner: owner), count)
    }
    let copy = try unsafe CMBlockBuffer(copying: stored.bytes)
    reading.bytes.release(number)
    return (copy, count)
  }

  private func attach(_ facts: StoredRun.Facts, to buffer: CMSampleBuffer) {
    if !facts.isKey {
      buffer.sampleAttachments[0][.notSync] = true
      buffer.sampleAttachments[0][.dependsOnOthers] = true
    }
    if !facts.isShown { buffer.sampleAttachments[0][.doNotDisplay] = true }
    buffer.trim(start: facts.early, end: facts.late)
  }

  private func refer(_ buffer: CMSampleBuffer, to sample: FrameIndex.Sample, _ source: ResolvedSource) {
    buffer.attachments[.sampleReferenceURL] = .shouldPropagate(source.url)
    buffer.attachments[.sampleReferenceByteOffset] = .shouldPropagate(sample.range?.lowerBound ?? 0)
  }
}
