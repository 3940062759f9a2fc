internal import Synchronization

/// A job of a pool that is done again and again. What it takes is made once, so that doing it takes no memory.
///
/// One caller at a time.
// Sendable: what changes is written by the caller before the pool's threads know of the job, and when none works on it any more.
package final class RepeatedJob: @unchecked Sendable {
  private let pool: ThreadPool
  private let body: @Sendable (Int) -> Void
  private let next = Atomic(0)
  private var count = 0
  /// What the caller works on.
  private var work: Work?
  private var job: Job?

  /// - Parameter body: called once for every part, as by ``ThreadPool/concurrentPerform(_:maxWorkers:_:)``.
  package init(_ pool: ThreadPool, _ body: @escaping @Sendable (Int) -> Void) {
    self.pool = pool
    self.body = body
    job = Job(helpers: 0) { [weak self] in self?.help() }
  }

  /// Does as many parts, and returns when all are done.
  ///
  /// - Parameter maxWorkers: threads that take part at most, the calling one included; nil takes what the pool has.
  package func run(_ count: Int, maxWorkers: Int? = nil) {
    let workers = min(pool.workerCount, maxWorkers ?? Int.max, count)
    self.count = count
    next.store(0, ordering: .relaxed)
    guard workers > 1, let job else { return takePart() }
    work = Work.current
    job.helpers = workers - 1
    pool.run(job)
    work = nil
  }

  private func help() { if let work { work.bound { takePart() } } else { takePart() } }

  private func takePart() {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      body(index)
    }
  }
}
