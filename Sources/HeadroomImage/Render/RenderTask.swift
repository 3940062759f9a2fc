import Synchronization

/// A running render: can be cancelled from any thread and tells how far it is.
package final class RenderTask: Sendable {
  private let cancelled = Atomic(false)
  private let done = Atomic(0)
  private let total = Atomic(0)
  private let report: (@Sendable (Double) -> Void)?

  /// - Parameter report: called on a worker with the finished share, 0 ... 1, after each part.
  package init(report: (@Sendable (Double) -> Void)? = nil) { self.report = report }

  package func cancel() { cancelled.store(true, ordering: .relaxed) }
  package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  func begin(parts: Int) { total.store(max(parts, 1), ordering: .relaxed) }

  func finishPart() {
    let finished = done.wrappingAdd(1, ordering: .relaxed).newValue
    report?(Double(finished) / Double(total.load(ordering: .relaxed)))
  }
}
