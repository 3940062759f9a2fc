internal import HeadroomEngine
internal import HeadroomImage
internal import Synchronization

/// The progress of a job: its steps, and the renders in them.
package final class JobProgress: Sendable {
  /// The task of the whole work.
  private let task: RenderTask
  /// The share at which the current step ends.
  private let reach = Mutex(0.0)
  private let onStep: @Sendable (_ name: String, _ share: Double) -> Void

  /// - Parameters:
  ///   - onStep: called when a step such as `decode` begins, with the finished share of the work.
  ///   - onShare: called with the share each time it has grown.
  package init(
    onStep: @escaping @Sendable (_ name: String, _ share: Double) -> Void,
    onShare: @escaping @Sendable (_ share: Double) -> Void
  ) {
    self.onStep = onStep
    task = RenderTask { share in onShare(share) }
  }

  /// The progress of work that nobody watches, and that is cancelled together with the calling thread's.
  package init() {
    onStep = { _, _ in }
    task = RenderTask()
  }

  /// A step of the work, such as `decode` or `encode`.
  ///
  /// - Parameter share: the share of the work that is done after it, by experience.
  func step(_ name: String, reaching share: Double) {
    let before = reach.withLock { reach in
      defer { reach = max(reach, share) }
      return reach
    }
    task.advance(to: before)
    onStep(name, task.share)
  }

  /// The task of the step's next render. Their number is unknown, so each takes a part of the rest.
  func renderTask() -> RenderTask {
    let (start, end) = (task.share, reach.withLock { $0 })
    return task.part(from: start, to: start + max(end - start, 0) * Self.renderedPart)
  }

  /// The task of the rest of the current step.
  func stepTask() -> RenderTask { task.part(from: task.share, to: reach.withLock { max($0, task.share) }) }

  /// Pixels of the picture that kernels did not finish.
  var unfinishedPixels: Int { task.unfinishedPixels }

  /// A share of the current step, for work that is not a render.
  func advance(to share: Double) {
    let end = reach.withLock { $0 }
    task.advance(to: end * share)
  }

  private static let renderedPart = 0.75
}
