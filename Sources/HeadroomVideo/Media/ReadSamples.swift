internal import CHeadroomMedia

/// Samples that only FFmpeg finds, one after the other.
///
/// Containers say where to begin for a time, but not which sample lies there: the one that is read is looked up by its
/// time and size.
@safe final class ReadSamples: SampleFeed {
  private let demuxer: Demuxer
  private let stream: Int
  private let index: FrameIndex
  /// The sample that the demuxer has read last; -1 before the first.
  private var current = -1
  /// Its bytes.
  private var bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  /// Whether the container's own index can be relied on.
  private var canSeek: Bool

  init(_ demuxer: Demuxer, stream: Int, _ index: FrameIndex) {
    (self.demuxer, self.stream, self.index) = (demuxer, stream, index)
    canSeek = index.byteCounts.count == index.samples.count
  }

  func send(_ sample: Int, to decoder: VideoDecoder) throws(MediaError) -> Bool {
    if sample != current { try go(to: sample) }
    return try decoder.sendRead(sample: sample)
  }

  /// Reads a sample, whose bytes are valid until the next is read.
  func read(_ sample: Int) throws(MediaError) -> UnsafeRawBufferPointer {
    if sample != current { try go(to: sample) }
    return unsafe bytes
  }

  private func go(to sample: Int) throws(MediaError) {
    if sample < current || sample > current + 1 { try seek(to: sample) }
    while current < sample {
      let isExpected = try readNext(towards: sample)
      guard canSeek, !isExpected else { continue }
      // Something else came than was there at first.
      canSeek = false
      try rewind()
    }
  }

  // MARK: - Places

  /// Goes near a sample: to where the container says that it lies, or to the beginning, which is always right.
  private func seek(to sample: Int) throws(MediaError) {
    let start = index.samples[sample].isKey ? sample : index.start(before: sample)
    if (start...sample).contains(current) { return }
    if canSeek, start > 0, let found = try landing(near: start), found <= sample {
      current = found
    } else {
      try rewind()
    }
  }

  private func rewind() throws(MediaError) {
    try demuxer.rewind()
    current = -1
  }

  /// The sample that is read first after a jump; nil where the container cannot jump, or to an unknown place.
  private func landing(near start: Int) throws(MediaError) -> Int? {
    do throws(MediaError) {
      try demuxer.seek(stream: stream, to: index.samples[start].time)
    } catch {
      guard case .library = error.reason else { throw error }
      canSeek = false
      return nil
    }
    while let packet = unsafe try demuxer.read() {
      guard unsafe Int(packet.stream) == stream else { continue }
      unsafe bytes = unsafe UnsafeRawBufferPointer(start: packet.bytes, count: packet.count)
      let matches = index.samples.indices.filter { unsafe isSame($0, packet) }
      return matches.count == 1 ? matches[0] : nil
    }
    return nil
  }

  private func isSame(_ sample: Int, _ packet: hr_media_packet) -> Bool {
    unsafe index.samples[sample].time == packet.pts && index.byteCounts[sample] == Int32(clamping: packet.count)
  }

  /// Reads the next sample; false where it is another than there was at first.
  private func readNext(towards sample: Int) throws(MediaError) -> Bool {
    while let packet = unsafe try demuxer.read() {
      guard unsafe Int(packet.stream) == stream else { continue }
      current += 1
      unsafe bytes = unsafe UnsafeRawBufferPointer(start: packet.bytes, count: packet.count)
      return unsafe canSeek && isSame(current, packet)
    }
    throw MediaError(.malformed("the file ends before sample \(sample + 1) of \(index.samples.count)"))
  }
}
