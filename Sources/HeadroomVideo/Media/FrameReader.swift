/// Any frame of a track by its number, each exactly as a decoding from the beginning gives it.
///
/// Steps forward go on where the last ended; other requests begin at a sample that stands alone. Frames that nobody needs
/// are not decoded on the way. A frame that damaged data are a part of is an error, also where the decoder made something
/// up instead. One thread at a time.
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
  private var damages: DamageLog
  /// Damage that was found from several starts, or from the first sample: the file's own.
  private var lasting: DamageLog

  /// Groups before its own that a frame is looked for from: as many as streams need whose key frames are none.
  private static let mostGroupsBack = 8

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
    damages = DamageLog(index, depth: threads + 1)
    lasting = damages
    needs = decoder.isPrompt ? SampleNeeds(demuxer, stream: track.stream, index) : nil
    samples =
      index.samples[0].range == nil
      ? ReadSamples(demuxer, stream: track.stream, index) : PlacedSamples(demuxer, index)
  }

  /// The frame of a number in the order of presentation.
  ///
  /// - Throws: ``MediaError`` with track and time where it does not decode, or not wholly.
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
    if index.samples[sample].isCut { throw MediaError(.malformed(PlacedSamples.cut)) }
    if let known = lasting.damage(of: sample) { throw MediaError(known.reason) }
    if let frame = early.take(sample, at: index.samples[sample].time), damages.damage(of: sample) == nil {
      return frame
    }
    var start = index.start(of: sample)
    var isWhole = false
    if !isAhead(sample, of: start) || needs?.reach(sample, from: start, next: next) == false {
      jump(to: start)
      _ = needs?.reach(sample, from: start, next: start)
      isWhole = needs?.omitsAny != true
    }
    var (back, last) = (1, -1)
    while true {
      refusal = nil
      if let frame = try search(sample) { return frame }
      if isWhole {
        // A frame that refers to the group before its key frame, or damage that a longer run gets over.
        let damage = damages.damage(of: sample)
        let error = damage.map { MediaError($0.reason) } ?? refusal?.asDamage
        guard start > 0, back <= Self.mostGroupsBack, damage == nil || damage?.sample != last else {
          if let damage, !damage.isGuess { lasting.add(damage.reason, of: damage.sample) }
          throw error ?? MediaError(.malformed("the frame does not decode"))
        }
        last = damage?.sample ?? -1
        for _ in 0..<back { start = index.start(before: start) }
        back *= 2
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
    damages.begin(at: start)
    (next, latest, isFinished) = (start, nil, false)
  }

  /// Decodes until a sample's frame comes out; nil where it is damaged, one comes that is decoded and shown later, or the
  /// end.
  private func search(_ sample: Int) throws(MediaError) -> DecodedFrame? {
    let time = index.samples[sample].time
    while true {
      try MediaError.checkCancellation()
      switch try receive() {
      case .frame(let frame):
        guard index.samples.indices.contains(frame.sample) else { continue }
        let found = index.samples[frame.sample].time
        latest = max(latest ?? found, found)
        damages.take(frame.sample)
        if frame.sample == sample { return damages.damage(of: sample) == nil ? frame : nil }
        guard found > time else { continue }
        if frame.sample > sample { return nil }
        early.add(frame, at: found)
      case .end: return nil
      case .starved: try feed(towards: time, sample)
      }
    }
  }

  /// What the decoder gives; damage on the way counts only where the wanted frame suffers from it.
  private func receive() throws(MediaError) -> VideoDecoder.Output {
    defer { takeDamages() }
    do throws(MediaError) {
      return try decoder.receive()
    } catch {
      if error.isOfWork { throw error }
      refuse(error)
      return isFinished ? .end : .starved
    }
  }

  private func takeDamages() {
    while let damage = decoder.takeDamage() { damages.add(damage.reason, of: damage.sample) }
  }

  private func refuse(_ error: MediaError) {
    refusal = refusal ?? error
    if case .library = error.reason { damages.add(refusal: error.asDamage.reason, before: next) }
  }

  /// Says that nothing follows. What is refused then was given before.
  private func finish() throws(MediaError) {
    guard !isFinished else { return }
    do throws(MediaError) {
      isFinished = try decoder.finish()
    } catch {
      guard case .library = error.reason else { throw error }
      isFinished = true
      refuse(error)
    }
    takeDamages()
  }

  private func feed(towards time: Int64, _ target: Int) throws(MediaError) {
    while needs?.omits(next) == true { next += 1 }
    guard next < index.samples.count else { return try finish() }
    decoder.skipUnreferenced(next != target && index.samples[next].time < time)
    defer { takeDamages() }
    do throws(MediaError) {
      guard try samples.send(next, to: decoder) else { return }
      next += 1
      sentCount += 1
    } catch {
      switch error.reason {
      case .library:
        next += 1
        refuse(error)
      // What cannot be read is behind frames that can: those in the decoder still come.
      case .malformed, .unsupported:
        next = index.samples.count
        refusal = refusal ?? error
      default: throw error
      }
    }
  }
}
