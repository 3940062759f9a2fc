internal import CHeadroomSystem
internal import Glibc

/// Threads of the engine.
package enum WorkerThread {
  /// Whether the calling thread has low priority.
  package static var isLowPriority: Bool { headroom_is_low_priority() != 0 }

  /// A new thread; nil where the system provides none.
  ///
  /// - Parameter isLowPriority: whether it has low priority and gives way to other threads.
  static func start(isLowPriority: Bool, _ body: @escaping @Sendable () -> Void) -> pthread_t? {
    // Signals belong to the program's own threads, except those that a thread causes itself: if blocked, these would
    // end the process without a call of any handler.
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    for own in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] { unsafe sigdelset(&all, own) }
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(Box(isLowPriority: isLowPriority, body: body))
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    if status == 0 { return thread }
    unsafe context.release()
    return nil
  }

  /// Runs a closure on a new thread, which nobody waits for; on this thread where the system provides none.
  package static func detach(isLowPriority: Bool = false, _ body: @escaping @Sendable () -> Void) {
    guard let thread = start(isLowPriority: isLowPriority, body) else { return body() }
    pthread_detach(thread)
  }

  /// Runs a closure on a new low-priority thread and waits for it; on this thread where the system provides none.
  package static func runLowPriority(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      // Proof of safety: the closure runs while this thread waits, and never after.
      nonisolated(unsafe) let body = body
      guard let thread = start(isLowPriority: true, { unsafe body() }) else { return unsafe body() }
      pthread_join(thread, nil)
    }
  }

  /// Runs a closure on a new thread and waits for it; on this thread where the system provides none.
  package static func run(_ body: @escaping @Sendable () -> Void) {
    guard let thread = start(isLowPriority: false, body) else { return body() }
    pthread_join(thread, nil)
  }

  private final class Box: Sendable {
    let isLowPriority: Bool
    let body: @Sendable () -> Void

    init(isLowPriority: Bool, body: @escaping @Sendable () -> Void) {
      self.isLowPriority = isLowPriority
      self.body = body
    }

    func run() {
      if isLowPriority { headroom_lower_priority() }
      body()
    }
  }
}
