package import HeadroomPixels
import Synchronization

/// A running render: can be cancelled from any thread and tells how far it is.
///
/// The share that is done goes from 0 to 1 and never back, whatever runs under the task: a render's work is announced
/// once, with all its passes, and a render that is a step of a longer job gets a ``part(from:to:)`` of its task.
package final class RenderTask: Sendable {
  /// What the renders of a task took.
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

  private let work: Work
  private let record: Record
  private let state = Mutex(State())
  private let hasFailed = Atomic(false)

  /// - Parameter report: called on a worker with the finished share, 0 ... 1, each time it has grown, by one worker at a
  ///   time. It must not ask the task for anything.
  package convenience init(report: @escaping @Sendable (Double) -> Void) {
    self.init(work: Work(report: report), record: Record())
  }

  /// A task that is cancelled with what the calling thread works on.
  package convenience init() { self.init(work: Work.current?.silent() ?? Work(), record: Record()) }

  private init(work: Work, record: Record) {
    self.work = work
    self.record = record
  }

  package func cancel() { work.cancel() }
  package var isCancelled: Bool { work.isCancelled }

  /// Runs something on this thread, and what it hands to a pool, as part of the task.
  package func bound<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try work.bound(body)
  }

  /// As ``bound(_:)``, for codecs whose own progress says nothing of the task's.
  func silentlyBound<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try work.silent().bound(body)
  }

  /// What the task has taken so far, all its parts together.
  package var measures: Measures { record.measures.withLock { $0 } }

  /// Pixels that kernels of the task and of what it is a part of did not finish; those computed twice count twice.
  package var unfinishedPixels: Int { work.unfinishedPixels }

  package func note(_ change: (inout Measures) -> Void) { record.measures.withLock { change(&$0) } }

  // MARK: Ending early

  /// Ends the render with an error that a worker met; the first one counts.
  package func fail(_ error: RenderError) {
    state.withLock { $0.failure = $0.failure ?? error }
    hasFailed.store(true, ordering: .relaxed)
  }

  /// Whether the render is not to go on.
  package var isStopped: Bool { isCancelled || hasFailed.load(ordering: .relaxed) }

  /// Throws when the render is not to go on.
  package func check() throws(RenderError) {
    if isCancelled { throw .cancelled }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  // MARK: Progress

  /// The share that is done.
  package var share: Double { work.fractionDone }

  /// A task for the piece of this one that lies between two shares. It is cancelled with this one; when it fails, this one
  /// may go on.
  package func part(from lower: Double, to upper: Double) -> RenderTask {
    RenderTask(work: work.part(from: lower, to: upper), record: record)
  }

  /// The same task, whose memory is counted in a ledger.
  package func counted(in memory: MemoryLedger) -> RenderTask {
    RenderTask(work: work.part(from: 0, to: 1, countedIn: memory), record: record)
  }

  /// Announces all that a render will finish, in pixels.
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
    work.advance(to: share)
  }

  /// Reports a share where it is more than before.
  package func advance(to share: Double) { work.advance(to: share) }
}
