package import HeadroomEngine
internal import HeadroomPixels
internal import Synchronization

extension CIContext {
  /// Runs the work of a context's method as one piece: under a task, and for a low-priority context on a low-priority
  /// thread.
  ///
  /// - Parameter task: nil for the next part of the context's own, or a new one.
  package func runAsTask<Result, Failure: Error>(
    _ task: RenderTask? = nil, _ body: (RenderTask) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let task = newTask(task)
    guard settings.isLowPriority, !WorkerThread.isLowPriority else {
      return try task.bound { () throws(Failure) -> Result in try body(task) }
    }
    var outcome: Swift.Result<Result, Failure>?
    WorkerThread.runLowPriority {
      do throws(Failure) {
        outcome = .success(try task.bound { () throws(Failure) -> Result in try body(task) })
      } catch {
        outcome = .failure(error)
      }
    }
    guard let outcome else { preconditionFailure("a thread that ran nothing") }
    return try outcome.get()
  }
}

extension CIContext {
  /// A task for work of the context, within the given one, the context's own, or this thread's work.
  func newTask(_ given: RenderTask? = nil) -> RenderTask {
    (given ?? tasks?.next() ?? RenderTask()).counted(in: memory)
  }
}

/// The parts of a task, which renders get one after the other.
final class TaskParts: Sendable {
  let task: RenderTask
  private let count: Int
  private let taken = Atomic(0)

  /// - Parameter count: how many renders are expected; further ones report no progress.
  init(_ task: RenderTask, count: Int = 1) {
    self.task = task
    self.count = max(count, 1)
  }

  func next() -> RenderTask {
    let index = min(taken.wrappingAdd(1, ordering: .relaxed).oldValue, count)
    let end = min(index + 1, count)
    return task.part(from: Double(index) / Double(count), to: Double(end) / Double(count))
  }
}
