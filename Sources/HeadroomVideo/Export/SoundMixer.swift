/// The sound of a timeline, from its start to its end, a stretch at a time.
///
/// Pieces begin and end at the samples nearest to their times, counted from 0, so that nothing drifts. They are summed;
/// around what exceeds full scale the sum is made quieter. What comes out does not depend on how much is asked for at once.
///
/// One thread at a time.
package final class SoundMixer {
  package let format: SoundFormat
  /// Of the whole.
  package let count: Int64
  /// Samples that have come out.
  package private(set) var position: Int64 = 0
  private let waiting: [SoundPiece]
  private var next = 0
  private var playing: [SoundPlayer] = []
  /// Of pieces that have ended, for others of the same source.
  private var idle: [SoundPlayer.Lent] = []
  /// Nil where sums stay as they are.
  private let limiter: SoundLimiter?
  /// Sums around what comes out next, from a position to ``summed``.
  private var held: SoundBlock
  private var heldStart: Int64
  private var summed: Int64

  private static let mostIdle = 4
  private static let largestRun = 8192

  /// - Parameters:
  ///   - position: the sample that comes first.
  ///   - limits: whether sums are brought under full scale; otherwise they stay as they are.
  package init(_ timeline: SoundTimeline, _ format: SoundFormat, from position: Int64 = 0, limits: Bool = true) {
    self.format = format
    waiting = timeline.pieces
    count = timeline.duration.samples(format.rate)
    self.position = min(max(position, 0), count)
    limiter = limits ? SoundLimiter(rate: format.rate) : nil
    held = SoundBlock(silence: 0, channels: format.channels)
    heldStart = max(self.position - Int64(limiter?.margin ?? 0), 0)
    summed = heldStart
  }

  /// The next samples: fewer at the end, and none after it.
  package func next(_ wanted: Int) throws(MediaError) -> SoundBlock {
    let length = Int(min(Int64(wanted), count - position))
    guard length > Self.largestRun else { return try run(max(length, 0)) }
    var planes: [[Float]] = Array(repeating: [], count: format.channels)
    var done = 0
    while done < length {
      let block = try run(min(Self.largestRun, length - done))
      for channel in planes.indices { planes[channel] += block.planes[channel] }
      done += block.count
    }
    return SoundBlock(planes)
  }

  private func run(_ length: Int) throws(MediaError) -> SoundBlock {
    let margin = Int64(limiter?.margin ?? 0)
    let end = position + Int64(length)
    let wanted = min(end + margin, count)
    if wanted > summed { held = held.followed(by: try sum(until: wanted)) }
    let first = Int(position - heldStart)
    let part = first..<first + length
    let result = limiter?.limited(held, part) ?? held.cut(start: first, end: held.count - part.upperBound)
    position = end
    let old = Int(max(position - margin - heldStart, 0))
    held = held.cut(start: old, end: 0)
    heldStart += Int64(old)
    return result
  }

  private func sum(until end: Int64) throws(MediaError) -> SoundBlock {
    var sum = SoundBlock(silence: Int(end - summed), channels: format.channels)
    try startPieces(before: end)
    for player in playing { try player.add(to: &sum, at: summed) }
    summed = end
    for player in playing where player.range.upperBound <= end { idle.append(player.lent) }
    playing.removeAll { $0.range.upperBound <= end }
    if idle.count > Self.mostIdle { idle.removeFirst(idle.count - Self.mostIdle) }
    return sum
  }

  private func startPieces(before end: Int64) throws(MediaError) {
    while next < waiting.count, waiting[next].target.start.samples(format.rate) < end {
      let piece = waiting[next]
      next += 1
      guard piece.target.end.samples(format.rate) > summed else { continue }
      playing.append(try SoundPlayer(piece, try reader(of: piece.source), format))
    }
  }

  private func reader(of source: SoundSource) throws(MediaError) -> SoundReader {
    if let found = idle.firstIndex(where: { $0.name == source.name }) { return idle.remove(at: found).reader }
    return try SoundReader(source.file, source.track)
  }
}

/// A piece as it sounds in the format of the whole.
final class SoundPlayer {
  /// A reader that is between two pieces.
  struct Lent {
    var name: SoundSource.Name
    var reader: SoundReader
  }

  /// Of the whole's samples.
  let range: Range<Int64>
  let lent: Lent
  private let format: SoundFormat
  private let gains: [SoundGain]
  private let remixer: SoundRemixer?
  /// Of the source's samples to the whole's, where these are the same.
  private let shift: Int64?
  private let first: Double
  private let resampler: SoundResampler

  init(_ piece: SoundPiece, _ reader: SoundReader, _ format: SoundFormat) throws(MediaError) {
    let start = piece.target.start.samples(format.rate)
    range = start..<max(piece.target.end.samples(format.rate), start)
    (lent, gains, self.format) = (Lent(name: piece.source.name, reader: reader), piece.gains, format)
    remixer = reader.format.layout == format.layout ? nil : try SoundRemixer(from: reader.format, to: format)
    let own = Double(reader.format.rate)
    let isSame = piece.media.duration == piece.target.duration && reader.format.rate == format.rate
    // Pieces that were one before a cut have the same shift.
    shift = isSame ? (piece.media.start - piece.target.start).samples(format.rate) : nil
    let speed = piece.media.duration.part(of: piece.target.duration)
    let late = (CMTime(value: start, timescale: CMTimeScale(clamping: format.rate)) - piece.target.start).seconds
    first = (piece.media.start.seconds + late * speed) * own
    resampler = SoundResampler(step: speed * own / Double(format.rate))
  }

  /// - Parameter position: of the first sample of the sum.
  func add(to sum: inout SoundBlock, at position: Int64) throws(MediaError) {
    let (from, end) = (max(position, range.lowerBound), min(position + Int64(sum.count), range.upperBound))
    guard from < end else { return }
    var block = try read(from, Int(end - from))
    if let remixer { block = try remixer.convert(block) }
    var factors = [Float](repeating: 1, count: block.count)
    for gain in gains { gain.multiply(&factors, from: from, rate: format.rate) }
    let offset = Int(from - position)
    for channel in sum.planes.indices {
      for index in factors.indices {
        sum.planes[channel][offset + index] += block.planes[channel][index] * factors[index]
      }
    }
  }

  private func read(_ position: Int64, _ count: Int) throws(MediaError) -> SoundBlock {
    if let shift {
      let (place, overflow) = position.addingReportingOverflow(shift)
      guard !overflow, place.magnitude < SoundClock.farthest.magnitude else {
        return SoundBlock(silence: count, channels: lent.reader.format.channels)
      }
      return try lent.reader.read(at: place, count: count)
    }
    return try resampler.read(lent.reader, at: first, from: position - range.lowerBound, count: count)
  }
}

extension CMTime {
  /// The sample nearest to it.
  func samples(_ rate: Int) -> Int64 {
    let converted = convertScale(CMTimeScale(clamping: rate), method: .roundHalfAwayFromZero)
    // What cannot be counted lies where no film has sound.
    guard converted.isNumeric else { return value < 0 ? -SoundClock.farthest : SoundClock.farthest }
    return converted.value
  }
}
