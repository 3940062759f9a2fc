internal import Synchronization

/// A job of a pool that is run again and again. Its objects are made once, so that a run allocates nothing.
///
/// Only one caller may run it at a time. Sendable: the caller writes its variables only before the pool's threads get
/// the job and after the last has left it.
package final class RepeatedJob: @unchecked Sendable {
  private let pool: ThreadPool
  private let body: @Sendable (Int) -> Void
  private let next = Atomic(0)
  private var count = 0
  /// The caller's work.
  private var context: TaskContext?
  private var job: Job?

  /// - Parameter body: called once for every part, as by ``ThreadPool/concurrentPerform(_:maxWorkers:_:)``.
  package init(_ pool: ThreadPool, _ body: @escaping @Sendable (Int) -> Void) {
    self.pool = pool
    self.body = body
    job = Job(helpers: 0) { [weak self] in self?.help() }
  }

  /// Runs `count` parts, and returns when all are done.
  ///
  /// - Parameter maxWorkers: the most threads that take part, the calling one included; nil means all of the pool.
  package func run(_ count: Int, maxWorkers: Int? = nil) {
    let workers = min(pool.workerCount, maxWorkers ?? Int.max, count)
    self.count = count
    next.store(0, ordering: .relaxed)
    guard workers > 1, let job else { return takePart() }
    context = TaskContext.current
    job.helpers = workers - 1
    pool.run(job)
    context = nil
  }

  private func help() { if let context { context.bound { takePart() } } else { takePart() } }

  private func takePart() {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      body(index)
    }
  }
}
