/// The samples of a track of sound by their position: samples from time 0 of the media on, before edits.
///
/// What is read depends on the position alone, never on what was read before. A codec's state reaches far back (the
/// noise of AAC, the predictors of Opus), so that decoding starts at the beginning of the file, or at one of a few
/// points in it; where it runs through such a point it starts anew too. Codecs without state start anywhere.
///
/// One thread at a time.
package final class SoundReader {
  package let format: SoundFormat
  private let track: MediaTrack
  private let path: String
  private let file: MediaFile
  private let clock: SoundClock
  private var feed: SoundFeed
  /// Samples from a point where decoding starts to the next; nil where it starts at the beginning alone.
  private let interval: Int64?

  /// In order, without overlaps.
  private var blocks: [(start: Int64, block: SoundBlock)] = []
  /// All samples from here to ``end`` are in the blocks, or are silence.
  private var knownFrom = Int64.min
  /// Of what is decoded; nil before the first packet.
  private var end: Int64?
  /// Where decoding starts anew.
  private var nextPoint: Int64?
  private var isAtEnd = false

  /// Samples that stay for another reading: about a second.
  private static let kept: Int64 = 65_536

  /// - Parameter seconds: from a point where decoding starts to the next.
  package init(_ file: MediaFile, _ track: MediaTrack, startsEvery seconds: Int = 600) throws(MediaError) {
    (self.track, self.file, path) = (track, file, file.path)
    do throws(MediaError) {
      feed = try SoundFeed(file, track)
      guard let first = try feed.next() else { throw MediaError(.malformed("there is no sound in it")) }
      format = first.format
      clock = unsafe SoundClock(feed.stream, rate: format.rate, container: file.container)
      interval = clock.isExact && !feed.isStateless ? Int64(seconds) * Int64(format.rate) : nil
      nextPoint = interval
      append(first)
    } catch {
      throw error.asDamage.at(track: track.facts.id).of(.source(file.path))
    }
  }

  /// The samples from a position on; silence where there are none.
  package func read(at position: Int64, count: Int) throws(MediaError) -> SoundBlock {
    var result = SoundBlock(silence: count, channels: format.channels)
    guard position.magnitude < SoundClock.farthest.magnitude else { return result }
    do throws(MediaError) {
      if position < knownFrom || isFar(position) { try start(at: point(before: position)) }
      while !isAtEnd, (end ?? .min) < position + Int64(count) {
        try decode()
        try file.checkIntact()
        drop(before: position - Self.kept)
      }
    } catch {
      let time = CMTime(value: position, timescale: CMTimeScale(clamping: format.rate))
      throw error.asDamage.at(track: track.facts.id, time: time).of(.source(path))
    }
    for (start, block) in blocks { result.copy(block, at: start, into: position) }
    return result
  }

  // MARK: Points where decoding starts

  /// 0 is the beginning of the file.
  private func point(before position: Int64) -> Int64 {
    guard clock.isExact, position > 0 else { return 0 }
    return interval.map { position / $0 * $0 } ?? position
  }

  /// Whether starting anew is shorter than going on.
  private func isFar(_ position: Int64) -> Bool {
    guard let end, !isAtEnd else { return false }
    return position - Self.kept > end && point(before: position) > end
  }

  private func start(at point: Int64) throws(MediaError) {
    forget(before: point)
    guard point > 0 else { return try feed.rewind() }
    // After a second all codecs are as if they had never been without what came before, but for their noise.
    let early = feed.isStateless ? point : max(point - Int64(format.rate), 0)
    do throws(MediaError) {
      try feed.seek(to: clock.ticks(early))
      if let next = try feed.next() { append(next) }
      if let first = blocks.first, first.start <= early { return }
    } catch {
      // FFmpeg refuses to go where no packet is.
    }
    forget(before: point)
    try feed.rewind()
  }

  private func forget(before point: Int64) {
    blocks = []
    (end, isAtEnd) = (nil, false)
    knownFrom = point > 0 ? point : .min
    nextPoint = interval.map { point + $0 }
  }

  // MARK: Decoding

  private func decode() throws(MediaError) {
    try MediaError.checkCancellation()
    if let end, end == nextPoint { return try goOn(from: end) }
    if let next = try feed.next() { append(next) } else { isAtEnd = true }
  }

  /// Starts anew at a point, and keeps what came before it.
  private func goOn(from point: Int64) throws(MediaError) {
    let (earlier, from) = (blocks, knownFrom)
    try start(at: point)
    while !isAtEnd, (end ?? .min) <= point {
      try decode()
      drop(before: point)
    }
    let later = blocks.compactMap { start, block -> (Int64, SoundBlock)? in
      let early = Int(clamping: max(point - start, 0))
      return early < block.count ? (start + Int64(early), block.cut(start: early, end: 0)) : nil
    }
    blocks = earlier + later
    knownFrom = from
  }

  private func append(_ next: SoundFeed.Stretch) {
    let start = clock.start(next.time, after: end)
    let stop = start + Int64(next.block.count)
    guard let point = nextPoint, stop > point else {
      blocks.append((start, next.block))
      end = stop
      return
    }
    if start < point {
      blocks.append((start, next.block.cut(start: 0, end: Int(stop - point))))
      end = point
    } else {
      // Behind a gap that other points lie in.
      end = self.point(before: start)
      nextPoint = end
    }
  }

  private func drop(before position: Int64) {
    let count = blocks.prefix { $0.start + Int64($0.block.count) <= position }.count
    guard count > 0 else { return }
    let last = blocks[count - 1]
    knownFrom = max(knownFrom, last.start + Int64(last.block.count))
    blocks.removeFirst(count)
  }
}
