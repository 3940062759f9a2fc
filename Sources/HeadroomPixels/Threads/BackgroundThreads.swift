internal import Synchronization

/// Threads for short jobs without a waiting caller; each job may use a ``ThreadPool`` in turn. As many run at once as there
/// are processors; they end when there is nothing to do.
///
/// A job that waits for others, or for a program's own code, would keep the rest waiting for ever: such a job has a thread of
/// its own, see ``WorkerThread/detach(isLowPriority:_:)``.
package final class BackgroundThreads: Sendable {
  package static let shared = BackgroundThreads(isLowPriority: false)
  /// The same, giving way to all other threads.
  package static let low = BackgroundThreads(isLowPriority: true)

  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var threadCount = 0
  }

  private let isLowPriority: Bool
  private let state = Mutex(State())

  private init(isLowPriority: Bool) { self.isLowPriority = isLowPriority }

  /// Runs a job soon. A caller that waits for a job that has not begun should run it itself: see `RenderJob`.
  package func run(_ job: @escaping @Sendable () -> Void) {
    let isMissing = state.withLock { state in
      state.jobs.append(job)
      guard state.threadCount < max(ThreadPool.shared.workerCount, 2) else { return false }
      state.threadCount += 1
      return true
    }
    guard isMissing else { return }
    WorkerThread.detach(isLowPriority: isLowPriority) { self.serve() }
  }

  private func serve() {
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      if state.jobs.isEmpty {
        state.threadCount -= 1
        return nil
      }
      return state.jobs.removeFirst()
    }
  }
}
