internal import Glibc
internal import Synchronization

/// What happens on Ctrl-C and on a request to end: unfinished files are removed, and the process ends with 130 or 143.
///
/// The two signals are blocked in every thread and one thread waits for them, so that the clean-up is ordinary code
/// and not limited to what a signal handler may do.
enum Interruption {
  private static let unfinishedFiles = Mutex<Set<String>>([])

  /// Starts to watch. To be called before any other thread exists: threads inherit the blocked signals.
  static func watch() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread, nil,
      { _ in
        Interruption.waitForSignal()
        return nil
      }, nil)
    // Without the watcher the signals would have no effect at all.
    if failure != 0 { unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  private static func waitForSignal() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    var received: Int32 = 0
    while unsafe sigwait(&signals, &received) != 0 {}
    // The lock is never given back: a file that is about to be begun or renamed waits here until the process ends.
    unfinishedFiles.withLock { files in
      for file in files { unsafe unlink(file) }
      _exit(received == SIGINT ? ExitStatus.interrupted.rawValue : ExitStatus.terminated.rawValue)
    }
  }

  /// Registers a file that is to go when the process is interrupted.
  static func begin(_ path: String) { unfinishedFiles.withLock { _ = $0.insert(path) } }

  /// Runs the step that completes or removes the file, and forgets it; no interruption comes between the two.
  static func finish<Result>(_ path: String, _ step: () -> Result) -> Result {
    unfinishedFiles.withLock { files in
      let result = step()
      files.remove(path)
      return result
    }
  }
}
