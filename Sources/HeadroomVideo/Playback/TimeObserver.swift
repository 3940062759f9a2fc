internal import Dispatch
internal import Synchronization

/// Is called when a player's time comes to certain times.
final class TimeObserver: Sendable {
  enum Times: Sendable {
    /// Every so often, from 0 on.
    case periodic(CMTime)
    /// At these, in order.
    case boundary([CMTime])
  }

  private let times: Times
  private let queue: DispatchQueue
  private let block: @Sendable (CMTime) -> Void
  private let last = Mutex(CMTime.zero)
  private let isWaiting = Atomic(false)

  init(_ times: Times, _ queue: DispatchQueue?, _ block: @escaping @Sendable (CMTime) -> Void) {
    (self.times, self.queue, self.block) = (times, queue ?? .main, block)
  }

  /// Time has run on to a time.
  func reach(_ time: CMTime) {
    let before = last.withLock { last in
      defer { last = time }
      return last
    }
    switch times {
    case .periodic(let step): if Self.count(step, to: time) != Self.count(step, to: before) { call(time) }
    case .boundary(let times): if times.contains(where: { before < $0 && $0 <= time }) { call(time) }
    }
  }

  /// Calls are for what follows a time.
  func begin(at time: CMTime) { last.withLock { $0 = time } }

  /// Time has jumped, begins to run, or stands.
  func jump(to time: CMTime) {
    last.withLock { $0 = time }
    if case .periodic = times { call(time) }
  }

  /// When it is to be called next.
  func next(after time: CMTime) -> CMTime? {
    switch times {
    case .periodic(let step):
      guard step.isNumeric, step > .zero else { return nil }
      let seconds = Double(Self.count(step, to: time) + 1) * step.seconds
      return CMTime(seconds: seconds, preferredTimescale: 1_000_000_000)
    case .boundary(let times): return times.first { $0 > time }
    }
  }

  /// How often an interval was reached; times that were rounded count.
  private static func count(_ step: CMTime, to time: CMTime) -> Int {
    guard step.isNumeric, step > .zero, time.isNumeric else { return 0 }
    return Int(exactly: (time.seconds / step.seconds + 1e-6).rounded(.down)) ?? 0
  }

  /// A call that its queue has not come to is not made twice.
  private func call(_ time: CMTime) {
    guard !isWaiting.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async { [self] in
      isWaiting.store(false, ordering: .releasing)
      block(time)
    }
  }
}
