internal import CHeadroomSystem
internal import Synchronization

/// The work of one or more threads, which can be cancelled and watched: a render with its decoding and encoding.
///
/// It is bound to the threads that do it, as a Swift task is, so that decoders, encoders and kernels need not pass it
/// on; jobs of a ``ThreadPool`` carry it to all their threads. Long loops check ``isCancelled`` between their rows,
/// tiles and frames, and codecs report their progress through ``advance(to:)``.
package final class TaskContext: Sendable {
  // Sendable: the flag is atomic, the pointer never changes.
  @safe private final class CancellationFlag: @unchecked Sendable {
    let flag = unsafe headroom_stop_flag_create()
    let unfinishedPixels = Atomic(0)
    deinit { unsafe headroom_stop_flag_destroy(flag) }
  }

  private let cancellation: CancellationFlag
  private let share = Mutex(0.0)
  private let report: (@Sendable (Double) -> Void)?
  /// The ledger that counts the work's pixel memory, beside the process's ledger; nil for none.
  package let memory: MemoryLedger?

  /// - Parameter report: called with the finished share, 0 ... 1, each time it has grown, by one thread at a time.
  ///   It must not call the work.
  package convenience init(report: (@Sendable (Double) -> Void)? = nil) {
    self.init(cancellation: CancellationFlag(), memory: nil, report: report)
  }

  private init(cancellation: CancellationFlag, memory: MemoryLedger?, report: (@Sendable (Double) -> Void)?) {
    self.cancellation = cancellation
    self.memory = memory
    self.report = report
  }

  /// The piece of this work between two shares. It is cancelled with this one.
  ///
  /// - Parameter memory: the ledger of its memory; nil uses this work's ledger.
  package func part(from lower: Double, to upper: Double, countedIn memory: MemoryLedger? = nil) -> TaskContext {
    TaskContext(cancellation: cancellation, memory: memory ?? self.memory) { share in
      self.advance(to: lower + (upper - lower) * share)
    }
  }

  /// Work inside this one that does not report progress.
  package func withoutProgress() -> TaskContext { TaskContext(cancellation: cancellation, memory: memory, report: nil) }

  package func cancel() { unsafe headroom_stop_flag_raise(cancellation.flag) }
  package var isCancelled: Bool { unsafe headroom_stop_flag_is_raised(cancellation.flag) != 0 }

  /// The share that is done; it never decreases.
  package var fractionDone: Double { share.withLock { $0 } }

  /// Reports a share where it is more than before.
  package func advance(to value: Double) {
    share.withLock { share in
      let value = min(value, 1)
      guard value > share else { return }
      share = value
      report?(value)
    }
  }

  /// Pixels of kernels that took too many steps, and became transparent black, in this work and in all work that it is
  /// a part of; pixels that are computed twice count twice.
  package var unfinishedPixels: Int { cancellation.unfinishedPixels.load(ordering: .relaxed) }

  /// Counts pixels that a kernel did not finish in this thread's work.
  package static func addUnfinished(_ count: Int) {
    _ = current?.cancellation.unfinishedPixels.wrappingAdd(count, ordering: .relaxed)
  }

  // MARK: The work of this thread

  /// The work of this thread; nil where none was stated.
  package static var current: TaskContext? {
    guard let context = unsafe headroom_current_task_context().object else { return nil }
    return unsafe Unmanaged<TaskContext>.fromOpaque(context).takeUnretainedValue()
  }

  /// Whether this thread's work is to stop.
  package static var isCancelled: Bool { headroom_task_is_cancelled() != 0 }

  /// Reports the finished share of this thread's work.
  package static func advance(to share: Double) { current?.advance(to: share) }

  /// Runs something on this thread as part of this work.
  package func bound<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let before = unsafe headroom_current_task_context()
    unsafe headroom_set_current_task_context(
      headroom_task_context(object: Unmanaged.passUnretained(self).toOpaque(), flag: cancellation.flag))
    defer { unsafe headroom_set_current_task_context(before) }
    return try withExtendedLifetime(self) { () throws(Failure) -> Result in try body() }
  }
}
