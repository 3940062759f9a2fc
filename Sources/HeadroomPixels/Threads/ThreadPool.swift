internal import CHeadroomSystem
internal import Glibc
internal import Synchronization

/// Threads that share the parts of a job with the thread that asks for it.
///
/// Not the cooperative pool of Swift concurrency: that one must not be blocked, and codecs and kernels do nothing else.
/// The calling thread always takes part and never waits for work that has not begun, so a job inside a job cannot stop
/// the pool; it runs on its own thread alone when no other is free. Threads start with the first job that can use them.
/// Whoever calls from a thread that gives way to others is helped by such threads only.
package final class ThreadPool: Sendable {
  /// One worker for every processor this process may use.
  package static let shared = ThreadPool()
  /// As many, which give way to all other threads.
  private static let low = ThreadPool(isLow: true)

  private let crew: Crew

  /// - Parameter workerCount: threads that work on a job, the calling one included; nil takes one for each processor.
  package convenience init(workerCount: Int? = nil) { self.init(workerCount: workerCount, isLow: false) }

  private init(workerCount: Int? = nil, isLow: Bool) {
    crew = Crew(workerCount: max(workerCount ?? Int(headroom_processor_count()), 1), isLow: isLow)
  }

  deinit { crew.stop() }

  /// Who helps the calling thread.
  var crewOfThread: Crew { OwnThread.isLow ? Self.low.crew : crew }

  /// Has a job done by this thread and those that are free.
  func run(_ job: Job) { crewOfThread.run(job) }

  /// Threads that may work on one job, the calling one included. Setting it affects the jobs that begin afterwards,
  /// within 1...256.
  package var workerCount: Int {
    get { crew.workerLimit.load(ordering: .relaxed) }
    set { crew.workerLimit.store(min(max(newValue, 1), 256), ordering: .relaxed) }
  }

  /// Runs something on a thread that is not the pool's but keeps a processor as busy as one of them, beside others of its kind:
  /// together with the pool's they stay within ``workerCount``. One that is alone has all of the pool's.
  package func counting<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let crew = crewOfThread
    crew.admit()
    defer { crew.dismiss() }
    return try body()
  }

  /// Calls `body` once for every index below `count`, on several threads, and returns when all calls have.
  ///
  /// Indices are handed out in increasing order. Which thread gets which is not determined, so a result must not
  /// depend on it.
  /// - Parameter maxWorkers: threads that take part at most, the calling one included.
  package func concurrentPerform(_ count: Int, maxWorkers: Int? = nil, _ body: @Sendable (Int) -> Void) {
    concurrentPerform(count, maxWorkers: maxWorkers, scratch: {}, { index, _ in body(index) })
  }

  /// As ``concurrentPerform(_:maxWorkers:_:)``, with something that each thread makes once and uses for all its parts.
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
    // What the calling thread works on, all do.
    let work = Work.current
    @Sendable func help() { if let work { work.bound(takePart) } else { takePart() } }
    withoutActuallyEscaping(help) { run(Job(helpers: workers - 1, work: $0)) }
  }
}

/// Hands out the indices of a job.
private final class Counter: Sendable {
  private let value = Atomic(0)
  func take() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}
