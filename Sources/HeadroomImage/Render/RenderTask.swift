import Synchronization

/// A running render: can be cancelled from any thread and tells how far it is.
///
/// The share that is done goes from 0 to 1 and never back, whatever runs under the task: a render's work is announced
/// once, with all its passes, and a render that is a step of a longer job gets a ``part(from:to:)`` of its task.
package final class RenderTask: Sendable {
  private struct State {
    var done = 0
    var total = 1
    var share = 0.0
  }

  private let cancellation: Cancellation
  private let state = Mutex(State())
  private let report: (@Sendable (Double) -> Void)?

  /// - Parameter report: called on a worker with the finished share, 0 ... 1, each time it has grown, by one worker at a
  ///   time. It must not ask the task for anything.
  package convenience init(report: (@Sendable (Double) -> Void)? = nil) {
    self.init(cancellation: Cancellation(), report: report)
  }

  private init(cancellation: Cancellation, report: (@Sendable (Double) -> Void)?) {
    self.cancellation = cancellation
    self.report = report
  }

  package func cancel() { cancellation.flag.store(true, ordering: .relaxed) }
  package var isCancelled: Bool { cancellation.flag.load(ordering: .relaxed) }

  /// Ends the render with an error that a worker met; the first one counts.
  func fail(_ error: RenderError) {
    cancellation.failure.withLock { $0 = $0 ?? error }
    cancel()
  }

  /// Throws when the render is not to go on.
  func check() throws(RenderError) {
    guard isCancelled else { return }
    throw cancellation.failure.withLock { $0 } ?? .cancelled
  }

  /// The share that is done.
  package var share: Double { state.withLock { $0.share } }

  /// A task for the piece of this one that lies between two shares. It is cancelled with this one.
  package func part(from lower: Double, to upper: Double) -> RenderTask {
    RenderTask(cancellation: cancellation) { share in self.advance(to: lower + (upper - lower) * share) }
  }

  /// Announces all that a render will finish, in pixels.
  func begin(work: Int) {
    state.withLock {
      $0.done = 0
      $0.total = max(work, 1)
    }
  }

  func finish(work: Int) {
    state.withLock { state in
      state.done += work
      advance(&state, to: Double(state.done) / Double(state.total))
    }
  }

  /// Reports a share where it is more than before.
  package func advance(to share: Double) { state.withLock { advance(&$0, to: share) } }

  private func advance(_ state: inout State, to share: Double) {
    let share = min(share, 1)
    guard share > state.share else { return }
    state.share = share
    report?(share)
  }

  private final class Cancellation: Sendable {
    let flag = Atomic(false)
    let failure = Mutex<RenderError?>(nil)
  }
}
