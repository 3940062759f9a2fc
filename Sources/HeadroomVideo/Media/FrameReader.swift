/// Any frame of a track by its number, each exactly as a decoding from the beginning gives it.
///
/// Steps forward go on where the last ended; other requests begin at a sample that stands alone. Frames that nobody needs
/// are not decoded on the way. One thread at a time.
package final class FrameReader {
  package let track: MediaTrack
  private let index: FrameIndex
  private let decoder: VideoDecoder
  private let samples: any SampleFeed
  /// The next sample to go in.
  private var next = 0
  /// When the last frame that came out is shown; nil after a jump.
  private var shown: Int64?
  private var isFinished = false
  /// What the decoder refused on the way to a frame.
  private var refusal: MediaError?

  /// - Parameter threads: of the decoder.
  init(_ file: MediaFile, _ track: MediaTrack, threads: Int, _ threading: VideoDecoder.Threading) throws(MediaError) {
    guard let index = track.index, !index.samples.isEmpty else {
      throw MediaError(.malformed("no frames"), track: track.facts.id)
    }
    let demuxer = try Demuxer(file.bytes, file.container)
    (self.track, self.index) = (track, index)
    decoder = try VideoDecoder(
      demuxer, stream: track.stream, codec: track.decodesAs, reordered: index.reorderedCount, threads: threads,
      threading)
    samples =
      index.samples[0].range == nil
      ? ReadSamples(demuxer, stream: track.stream, index) : PlacedSamples(demuxer, index)
  }

  /// The frame of a number in the order of presentation.
  ///
  /// - Throws: ``MediaError`` with track and time where it does not decode.
  package func frame(_ number: Int) throws(MediaError) -> DecodedFrame {
    let frame = index.frames[number]
    do throws(MediaError) {
      return try decoded(frame.sample)
    } catch {
      throw error.at(track: track.facts.id, time: frame.time)
    }
  }

  private func decoded(_ sample: Int) throws(MediaError) -> DecodedFrame {
    if index.samples[sample].isCut { throw MediaError(.malformed(PlacedSamples.cut)) }
    refusal = nil
    var (start, groups) = (index.start(of: sample), 1)
    if !isAhead(sample, of: start) { jump(to: start) }
    while true {
      if let frame = try search(sample) { return frame }
      // A frame that refers to the group before its key frame, or damage that a longer run gets over. Runs double, so
      // that a frame which never comes costs no more than a few readings of what lies before it.
      guard start > 0 else { throw refusal ?? MediaError(.malformed("the frame does not decode")) }
      for _ in 0..<groups where start > 0 { start = index.start(before: start) }
      groups *= 2
      jump(to: start)
    }
  }

  /// Whether going on from here reaches a sample without a detour.
  private func isAhead(_ sample: Int, of start: Int) -> Bool {
    guard let shown else { return false }
    return start <= next && index.samples[sample].time > shown
  }

  private func jump(to start: Int) {
    decoder.flush()
    (next, shown, isFinished) = (start, nil, false)
  }

  /// Decodes until a sample's frame comes out; nil where a later one comes, or the end.
  private func search(_ sample: Int) throws(MediaError) -> DecodedFrame? {
    let time = index.samples[sample].time
    while true {
      try MediaError.checkCancellation()
      switch try receive() {
      case .frame(let frame):
        guard index.samples.indices.contains(frame.sample) else { continue }
        let found = index.samples[frame.sample].time
        shown = found
        if frame.sample == sample { return frame.isDamaged ? nil : frame }
        if found > time { return nil }
      case .end: return nil
      case .starved: try feed(towards: time, sample)
      }
    }
  }

  /// What the decoder gives; damage on the way counts only where the wanted frame does not come.
  private func receive() throws(MediaError) -> VideoDecoder.Output {
    do throws(MediaError) {
      return try decoder.receive()
    } catch {
      refusal = refusal ?? error
      return isFinished ? .end : .starved
    }
  }

  private func feed(towards time: Int64, _ target: Int) throws(MediaError) {
    guard next < index.samples.count else {
      if !isFinished { isFinished = try decoder.finish() }
      return
    }
    decoder.skipUnreferenced(next != target && index.samples[next].time < time)
    do throws(MediaError) {
      if try samples.send(next, to: decoder) { next += 1 }
    } catch {
      refusal = refusal ?? error
      switch error.reason {
      case .library: next += 1
      // What cannot be read is behind frames that can: those in the decoder still come.
      case .malformed, .unsupported: next = index.samples.count
      default: throw error
      }
    }
  }
}
