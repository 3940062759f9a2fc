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
  /// When the latest frame that came out is shown; nil after a jump.
  private var latest: Int64?
  private var early: EarlyFrames
  /// Nil where the stream does not say which samples are needed.
  private var needs: SampleNeeds?
  private var isFinished = false
  /// Samples that the decoder has been given so far.
  package private(set) var sentCount = 0
  /// What the decoder refused on the way to a frame.
  private var refusal: MediaError?

  /// - Parameter threads: of the decoder.
  init(_ file: MediaFile, _ track: MediaTrack, threads: Int, _ threading: VideoDecoder.Threading) throws(MediaError) {
    guard let index = track.index, !index.samples.isEmpty else {
      throw MediaError(.malformed("no frames"), track: track.facts.id)
    }
    let demuxer = try Demuxer(file.bytes, file.container)
    let reordered = index.reorderedCount
    (self.track, self.index, early) = (track, index, EarlyFrames(atMost: reordered))
    decoder = try VideoDecoder(
      demuxer, stream: track.stream, codec: track.decodesAs, reordered: reordered, threads: threads, threading)
    needs = decoder.isPrompt ? SampleNeeds(demuxer, stream: track.stream, index) : nil
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
      // Frames that were left out on the way are missing now.
      latest = nil
      throw error.at(track: track.facts.id, time: frame.time)
    }
  }

  private func decoded(_ sample: Int) throws(MediaError) -> DecodedFrame {
    refusal = nil
    if let frame = early.take(sample, at: index.samples[sample].time) { return frame }
    var start = index.start(of: sample)
    var isWhole = false
    if !isAhead(sample, of: start) || needs?.reach(sample, from: start, next: next) == false {
      jump(to: start)
      _ = needs?.reach(sample, from: start, next: start)
      isWhole = needs?.omitsAny != true
    }
    while true {
      if let frame = try search(sample) { return frame }
      // A frame that refers to the group before its key frame, or damage that a longer run gets over.
      if isWhole {
        guard start > 0 else { throw refusal ?? MediaError(.malformed("the frame does not decode")) }
        start = index.start(before: start)
      }
      jump(to: start)
      isWhole = true
    }
  }

  /// Whether going on from here reaches a sample without a detour: it is not decoded yet, or waits in the decoder.
  private func isAhead(_ sample: Int, of start: Int) -> Bool {
    guard let latest, start <= next else { return false }
    return sample >= next || index.samples[sample].time > latest
  }

  private func jump(to start: Int) {
    decoder.flush()
    early.removeAll()
    needs?.forget()
    (next, latest, isFinished) = (start, nil, false)
  }

  /// Decodes until a sample's frame comes out; nil where one comes that is decoded and shown later, or the end.
  private func search(_ sample: Int) throws(MediaError) -> DecodedFrame? {
    let time = index.samples[sample].time
    while true {
      try MediaError.checkCancellation()
      switch try receive() {
      case .frame(let frame):
        guard index.samples.indices.contains(frame.sample) else { continue }
        let found = index.samples[frame.sample].time
        latest = max(latest ?? found, found)
        if frame.sample == sample { return frame.isDamaged ? nil : frame }
        guard found > time else { continue }
        if frame.sample > sample { return nil }
        early.add(frame, at: found)
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
    while needs?.omits(next) == true { next += 1 }
    guard next < index.samples.count else {
      if !isFinished { isFinished = try decoder.finish() }
      return
    }
    decoder.skipUnreferenced(next != target && index.samples[next].time < time)
    do throws(MediaError) {
      guard try samples.send(next, to: decoder) else { return }
      next += 1
      sentCount += 1
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
