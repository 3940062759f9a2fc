internal import Glibc
internal import Headroom

/// What happens on Ctrl-C and on a request to end: unfinished files are removed, and the process ends with 130 or 143.
///
/// The two signals are blocked in every thread and one thread waits for them, so that the clean-up is ordinary code
/// and not limited to what a signal handler may do.
enum Interruption {
  /// Starts to watch. To be called before any other thread exists: threads inherit the blocked signals.
  static func watch() {
    var signals = watchedSignals()
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    var thread = pthread_t()
    let failure = unsafe pthread_create(&thread, nil, { _ in Interruption.waitForSignal() }, nil)
    // Without the watcher the signals would have no effect at all.
    if failure != 0 { unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  private static func waitForSignal() -> Never {
    var signals = watchedSignals()
    var received: Int32 = 0
    while unsafe sigwait(&signals, &received) != 0 {}
    let status: ExitStatus = received == SIGINT ? .interrupted : .terminated
    AtomicFile.removeUnfinished { _exit(status.rawValue) }
  }

  private static func watchedSignals() -> sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    return signals
  }
}
