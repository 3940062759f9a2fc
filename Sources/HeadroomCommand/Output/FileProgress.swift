internal import Headroom
internal import Synchronization

/// How far one file of a run is: its steps, and the renders in them.
final class FileProgress: Sendable {
  let file: String
  let number: Int
  private let reporter: ProgressReporter
  /// The whole of the file's work.
  private let task: RenderTask
  /// The share that the current step ends with.
  private let reach = Mutex(0.0)

  /// - Parameter number: tells the file from others of the run that may have its name.
  init(file: String, number: Int, reporter: ProgressReporter) {
    self.file = file
    self.number = number
    self.reporter = reporter
    task = RenderTask { share in reporter.advance(file, number, to: share) }
  }

  /// A step of the work, such as `decode` or `encode`.
  ///
  /// - Parameter share: how much of the file's work is done after it, by experience.
  func step(_ name: String, reaching share: Double) {
    let before = reach.withLock { reach in
      defer { reach = max(reach, share) }
      return reach
    }
    task.advance(to: before)
    reporter.step(name, file: file, share: task.share)
  }

  /// The task of the step's next render. How many there will be is not known, so each takes its part of what is left.
  func renderTask() -> RenderTask {
    let (start, end) = (task.share, reach.withLock { $0 })
    return task.part(from: start, to: start + max(end - start, 0) * Self.renderedPart)
  }

  /// The task of all that is left of the current step.
  func stepTask() -> RenderTask { task.part(from: task.share, to: reach.withLock { max($0, task.share) }) }

  /// Pixels of the file that kernels did not finish.
  var unfinishedPixels: Int { task.unfinishedPixels }

  /// A share of the current step, for work that is not a render.
  func advance(to share: Double) {
    let end = reach.withLock { $0 }
    task.advance(to: end * share)
  }

  private static let renderedPart = 0.75
}
