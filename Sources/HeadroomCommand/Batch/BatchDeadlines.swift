internal import Foundation
internal import Headroom
internal import HeadroomPixels
internal import Synchronization

/// Cancels work that takes longer than it may, and all work at once.
final class BatchDeadlines: Sendable {
  private struct Entry {
    let end: ContinuousClock.Instant
    let context: TaskContext
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var next = 0
    var isWatching = false
    var isOver = false
  }

  private let state = Mutex(State())
  private let seconds: Double

  /// - Parameter seconds: how long a piece of work may take.
  init(seconds: Double) { self.seconds = seconds }

  private static let pause = 0.05

  /// Runs work that is cancelled when its time is over, as far as what it calls can be stopped.
  func run<Result>(_ body: () throws(PictureError) -> Result) throws(PictureError) -> Result {
    let context = TaskContext()
    let number = begin(context)
    defer { state.withLock { $0.entries[number] = nil } }
    return try context.bound(body)
  }

  private func begin(_ context: TaskContext) -> Int {
    let (number, starts) = state.withLock { state in
      if state.isOver { context.cancel() }
      state.next += 1
      state.entries[state.next] = Entry(end: .now + .seconds(seconds), context: context)
      defer { state.isWatching = true }
      return (state.next, !state.isWatching)
    }
    if starts { Thread.detachNewThread { [weak self] in Self.watch { self } } }
    return number
  }

  /// Cancels all work, and all that is still to begin.
  func cancelAll() {
    state.withLock { state in
      state.isOver = true
      for entry in state.entries.values { entry.context.cancel() }
    }
  }

  private static func watch(_ deadlines: () -> BatchDeadlines?) {
    while let watched = deadlines() {
      let now = ContinuousClock.now
      watched.state.withLock { state in
        for entry in state.entries.values where entry.end <= now { entry.context.cancel() }
      }
      Thread.sleep(forTimeInterval: pause)
    }
  }
}
