internal import CHeadroomSystem
internal import Glibc
internal import Synchronization

/// Threads that share the parts of a job with the calling thread.
///
/// This is not the cooperative pool of Swift concurrency, which must not be blocked: codecs and kernels block all the
/// time. The calling thread always takes part and never waits for work that has not begun, so a job inside a job cannot
/// stop the pool; it runs only on its own thread when no other is free. Threads start with the first job that can use
/// them. Calls from a low-priority thread are helped only by low-priority threads.
package final class ThreadPool: Sendable {
  /// One worker for every processor this process may use.
  package static let shared = ThreadPool()
  /// As many workers, with low priority: they give way to all other threads.
  private static let low = ThreadPool(isLowPriority: true)

  private let group: WorkerGroup

  /// - Parameter workerCount: threads that work on a job, the calling one included; nil takes one for each processor.
  package convenience init(workerCount: Int? = nil) { self.init(workerCount: workerCount, isLowPriority: false) }

  private init(workerCount: Int? = nil, isLowPriority: Bool) {
    group = WorkerGroup(
      workerCount: max(workerCount ?? Int(headroom_processor_count()), 1), isLowPriority: isLowPriority)
  }

  deinit { group.stop() }

  /// The group that helps the calling thread.
  var groupOfThread: WorkerGroup { WorkerThread.isLowPriority ? Self.low.group : group }

  /// Runs a job on this thread and on those that are free.
  func run(_ job: Job) { groupOfThread.run(job) }

  /// Threads that may work on one job, the calling one included. Setting it affects the jobs that begin afterwards,
  /// within 1...256.
  package var workerCount: Int {
    get { group.workerLimit.load(ordering: .relaxed) }
    set { group.workerLimit.store(min(max(newValue, 1), 256), ordering: .relaxed) }
  }

  /// Runs a closure on a foreign thread that keeps a processor as busy as a thread of the pool. Such threads and the
  /// pool's together stay within ``workerCount``. A single one has all of the pool's help.
  package func counting<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let group = groupOfThread
    group.enter()
    defer { group.leave() }
    return try body()
  }

  /// Calls `body` once for every index below `count`, on several threads, and returns when all calls have.
  ///
  /// Indices are handed out in increasing order. Which thread gets which is not determined, so a result must not
  /// depend on it.
  /// - Parameter maxWorkers: the most threads that take part, the calling one included.
  package func concurrentPerform(_ count: Int, maxWorkers: Int? = nil, _ body: @Sendable (Int) -> Void) {
    concurrentPerform(count, maxWorkers: maxWorkers, scratch: {}, { index, _ in body(index) })
  }

  /// As ``concurrentPerform(_:maxWorkers:_:)``, with scratch that each thread makes once and uses for all its parts.
  package func concurrentPerform<Scratch: ~Copyable>(
    _ count: Int, maxWorkers: Int? = nil, scratch makeScratch: @Sendable () -> Scratch,
    _ body: @Sendable (Int, inout Scratch) -> Void
  ) {
    guard count > 0 else { return }
    let workers = min(workerCount, maxWorkers ?? Int.max, count)
    let next = Counter()
    @Sendable func takePart() {
      var index = next.take()
      guard index < count else { return }
      var scratch = makeScratch()
      while index < count {
        body(index, &scratch)
        index = next.take()
      }
    }
    guard workers > 1 else { return takePart() }
    // All threads join the calling thread's work.
    let context = TaskContext.current
    @Sendable func help() { if let context { context.bound(takePart) } else { takePart() } }
    withoutActuallyEscaping(help) { run(Job(helpers: workers - 1, work: $0)) }
  }
}

/// Hands out the indices of a job.
private final class Counter: Sendable {
  private let value = Atomic(0)
  func take() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}
