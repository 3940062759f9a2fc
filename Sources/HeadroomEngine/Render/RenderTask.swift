package import HeadroomPixels
import Synchronization

/// A running render: it can be cancelled from any thread and reports its progress.
///
/// The finished share rises from 0 to 1 and never falls, whatever runs under the task: a render's work is announced
/// once, with all its passes, and a render that is a step of a longer job gets a ``part(from:to:)`` of its task.
package final class RenderTask: Sendable {
  /// Times and counts of a task's renders.
  package struct Measures: Sendable {
    /// Seconds.
    package var planning = 0.0
    package var computing = 0.0
    /// Passes over pixels, and pixels of all of them.
    package var passes = 0
    package var pixels = 0
  }

  private struct State {
    var done = 0
    var total = 1
    var failure: RenderError?
  }

  private final class Record: Sendable {
    let measures = Mutex(Measures())
  }

  private let context: TaskContext
  private let record: Record
  private let state = Mutex(State())
  private let hasFailed = Atomic(false)

  /// - Parameter report: called on a worker with the finished share, 0 ... 1, each time it has grown, by one worker at a
  ///   time. It must not ask the task for anything.
  package convenience init(report: @escaping @Sendable (Double) -> Void) {
    self.init(context: TaskContext(report: report), record: Record())
  }

  /// A task that is cancelled together with the calling thread's work.
  package convenience init() {
    self.init(context: TaskContext.current?.withoutProgress() ?? TaskContext(), record: Record())
  }

  private init(context: TaskContext, record: Record) {
    self.context = context
    self.record = record
  }

  package func cancel() { context.cancel() }
  package var isCancelled: Bool { context.isCancelled }

  /// Runs `body` on this thread, and the jobs it gives to a pool, as part of the task.
  package func bound<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try context.bound(body)
  }

  /// As ``bound(_:)``, for codecs whose own progress is unrelated to the task's.
  func silentlyBound<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try context.withoutProgress().bound(body)
  }

  /// The measures of the task so far, including all its parts.
  package var measures: Measures { record.measures.withLock { $0 } }

  /// Pixels that kernels of the task, and of the task it is a part of, did not finish; pixels computed twice count
  /// twice.
  package var unfinishedPixels: Int { context.unfinishedPixels }

  package func note(_ change: (inout Measures) -> Void) { record.measures.withLock { change(&$0) } }

  // MARK: Ending early

  /// Ends the render with a worker's error; the first one counts.
  package func fail(_ error: RenderError) {
    state.withLock { $0.failure = $0.failure ?? error }
    hasFailed.store(true, ordering: .relaxed)
  }

  /// Whether the render has to stop.
  package var isStopped: Bool { isCancelled || hasFailed.load(ordering: .relaxed) }

  /// Throws when the render has to stop.
  package func check() throws(RenderError) {
    if isCancelled { throw .cancelled }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  // MARK: Progress

  /// The finished share.
  package var share: Double { context.fractionDone }

  /// A task for the piece of this one that lies between two shares. It is cancelled with this one; when it fails, this one
  /// may go on.
  package func part(from lower: Double, to upper: Double) -> RenderTask {
    RenderTask(context: context.part(from: lower, to: upper), record: record)
  }

  /// The same task, whose memory is counted in a ledger.
  package func counted(in memory: MemoryLedger) -> RenderTask {
    RenderTask(context: context.part(from: 0, to: 1, countedIn: memory), record: record)
  }

  /// Announces all the work of a render, in pixels.
  package func begin(work: Int) {
    state.withLock {
      $0.done = 0
      $0.total = max(work, 1)
    }
  }

  package func finish(work pixels: Int) {
    let share = state.withLock { state in
      state.done += pixels
      return Double(state.done) / Double(state.total)
    }
    context.advance(to: share)
  }

  /// Reports a share where it is more than before.
  package func advance(to share: Double) { context.advance(to: share) }
}
