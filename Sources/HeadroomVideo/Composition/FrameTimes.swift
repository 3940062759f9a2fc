/// The times of the pictures of a composition, in order: regular ones, exact at any length, or a list.
package struct FrameTimes: RandomAccessCollection, Sendable {
  private enum Storage: Sendable {
    case regular(start: CMTime, step: CMTime, count: Int)
    case list([CMTime])
  }

  private let storage: Storage

  /// From the start of a range on while they lie in it.
  ///
  /// - Parameter step: above 0.
  package init(every step: CMTime, in range: CMTimeRange) throws(VideoCompositionError) {
    guard step.isNumeric, step > .zero else { throw .frameDuration(step) }
    guard range.start.isNumeric, range.duration.isNumeric, range.isValid else { throw .timeRange(range) }
    let ticks = Int128(range.duration.value) * Int128(step.timescale)
    let each = Int128(step.value) * Int128(range.duration.timescale)
    let (whole, rest) = ticks.quotientAndRemainder(dividingBy: each)
    guard let count = Int32(exactly: rest == 0 ? whole : whole + 1) else {
      throw .frameCount(duration: range.duration, frameDuration: step)
    }
    storage = .regular(start: range.start, step: step, count: Int(count))
  }

  package init(_ times: [CMTime]) { storage = .list(times) }

  /// From each time to the next, each length once.
  package var steps: Set<CMTime> {
    switch storage {
    case .regular(_, _, let count): count > 1 ? [self[1] - self[0]] : []
    case .list(let times): Set(zip(times, times.dropFirst()).map { $1 - $0 })
    }
  }

  /// The timescales of all times, counted from one; regular times may be too many to be looked at one by one.
  package func timescales(from start: CMTime) -> Set<CMTimeScale> {
    switch storage {
    case .regular(_, _, let count):
      Set([0, 1, count - 1].filter { indices.contains($0) }.map { (self[$0] - start).timescale })
    case .list(let times): Set(times.map { ($0 - start).timescale })
    }
  }

  /// The number of the picture that is shown at a time: the last that began; nil before the first.
  package func number(at time: CMTime) -> Int? {
    let next = partitionPoint { $0 > time }
    return next == 0 ? nil : next - 1
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int {
    switch storage {
    case .regular(_, _, let count): count
    case .list(let times): times.count
    }
  }

  package subscript(index: Int) -> CMTime {
    switch storage {
    case .regular(let start, let step, _): start + step.times(index)
    case .list(let times): times[index]
    }
  }
}

extension CMTime {
  /// Exactly so many times as long, as far as 64 bits hold it.
  fileprivate func times(_ count: Int) -> CMTime {
    .fitting(
      Int128(value) * Int128(count), over: Int128(timescale), timescale: timescale, epoch: epoch,
      isRounded: hasBeenRounded)
  }
}
