internal import Foundation
private import Synchronization

/// Work that waits for one of a few threads.
///
/// Work for the current view goes before work for later (thumbnails). Threads start when there is work and end when
/// there is none; decoders and renders use the other cores through the engine's own pool.
package final class ViewerQueue: Sendable {
  package enum Urgency: Int, CaseIterable, Sendable {
    case now
    case later
  }

  private struct State {
    var waiting: [[ViewerJob]] = Urgency.allCases.map { _ in [] }
    var threads = 0
  }

  private let state = Mutex(State())
  private let threadLimit: Int
  private let waitingLimit: Int

  /// - Parameters:
  ///   - threads: the number of jobs that run at once.
  ///   - waiting: the number of jobs that may wait; more are refused.
  package init(threads: Int, waiting: Int) {
    threadLimit = threads
    waitingLimit = waiting
  }

  /// - Returns: whether the job will be run.
  package func submit(_ job: ViewerJob, _ urgency: Urgency) -> Bool {
    let (isTaken, needsThread) = state.withLock { state -> (Bool, Bool) in
      guard state.waiting.reduce(0, { $0 + $1.count }) < waitingLimit else { return (false, false) }
      state.waiting[urgency.rawValue].append(job)
      guard state.threads < threadLimit else { return (true, false) }
      state.threads += 1
      return (true, true)
    }
    if needsThread {
      let thread = Thread { self.serve() }
      // Codecs keep rows on the stack.
      thread.stackSize = 8 << 20
      thread.start()
    }
    return isTaken
  }

  private func serve() {
    while let job = next() { job.run() }
  }

  private func next() -> ViewerJob? {
    state.withLock { state in
      for urgency in Urgency.allCases where !state.waiting[urgency.rawValue].isEmpty {
        return state.waiting[urgency.rawValue].removeFirst()
      }
      state.threads -= 1
      return nil
    }
  }
}
