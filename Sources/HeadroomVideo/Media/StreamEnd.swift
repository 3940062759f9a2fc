internal import HeadroomContainers
internal import HeadroomPixels

/// Finds out whether a stream without a container ends inside its last sample, whose length nothing states.
///
/// What stands behind a whole sample does not change its frame; what stands behind a cut one is taken for its rest. So
/// the sample is decoded with one tail and with another.
struct StreamEnd {
  private let demuxer: Demuxer
  private let track: MediaTrack
  private let index: FrameIndex
  private let last: Int

  /// Nil where the last sample's place is not known, or ends with something else than a picture.
  init?(_ demuxer: Demuxer, _ track: MediaTrack) {
    guard let index = track.index, let range = index.samples.last?.range,
      let unit = AnnexBUnits.split(demuxer.bytes.copy(range)).last?.first, unit >> 1 & 63 < 32
    else { return nil }
    (self.demuxer, self.track, self.index, last) = (demuxer, track, index, index.samples.count - 1)
  }

  /// Whether the last sample is cut.
  func isCut() throws(MediaError) -> Bool { try lastFrame(tail: 0x1234_5677) != lastFrame(tail: 0x0BAD_CAFF) }

  /// The MD5 of the last sample's frame; nil where none comes.
  private func lastFrame(tail: UInt32) throws(MediaError) -> String? {
    let lease = ThreadPool.shared.lease()
    defer { lease.end() }
    let decoder = try VideoDecoder(
      demuxer, stream: track.stream, codec: track.decodesAs, reordered: index.reorderedCount,
      threads: lease.threadCount, .throughput)
    var found: String?
    var next = index.start(of: last)
    while true {
      try MediaError.checkCancellation()
      switch try tolerating({ () throws(MediaError) in try decoder.receive() }) {
      case .frame(let frame): if frame.sample == last { found = FrameCodes.md5(of: frame.picture) }
      case .end: return found
      case nil where next > last: return found
      case .starved, nil:
        guard next <= last else {
          _ = try decoder.finish()
          continue
        }
        if try send(next, tail, to: decoder) { next += 1 }
      }
    }
  }

  /// False where frames have to be taken first.
  private func send(_ number: Int, _ tail: UInt32, to decoder: VideoDecoder) throws(MediaError) -> Bool {
    let (bytes, isKey) = (FileBytes(sample(number, tail)), index.samples[number].isKey)
    return try tolerating { () throws(MediaError) in
      unsafe try bytes.withUnsafeBytes { source throws(MediaError) in
        unsafe try decoder.send(source, isKey: isKey, sample: number)
      }
    } ?? true
  }

  private func sample(_ number: Int, _ tail: UInt32) -> [UInt8] {
    let bytes = demuxer.bytes.copy(index.samples[number].range ?? 0..<0)
    guard number == last else { return bytes }
    var state = tail
    // Noise without zeros, which could begin something else.
    return bytes
      + (0..<256).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: state >> 24) | 1
      }
  }

  private func tolerating<Result>(_ body: () throws(MediaError) -> Result) throws(MediaError) -> Result? {
    do throws(MediaError) {
      return try body()
    } catch {
      guard case .library = error.reason else { throw error }
      return nil
    }
  }
}

extension FrameIndex {
  /// The same, with the last sample as one that the file ends inside of.
  var cutInLast: FrameIndex {
    var samples = samples
    if let last = samples.indices.last { samples[last].isCut = true }
    return FrameIndex(samples: samples, frames: frames, byteCounts: byteCounts)
  }
}
