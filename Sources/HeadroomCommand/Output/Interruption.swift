internal import Glibc
internal import Headroom
internal import Synchronization

/// Handles Ctrl-C, termination requests and a terminal hang-up: unfinished files are removed, and the process ends with
/// 128 plus the signal's number.
///
/// The signals are blocked in every thread and one thread waits for them, so that the clean-up is ordinary code without
/// the restrictions of a signal handler. Those that were ignored from the start stay ignored (`nohup`, background
/// jobs).
enum Interruption {
  private static let endings: [Int32: ExitStatus] = [SIGHUP: .hungUp, SIGINT: .interrupted, SIGTERM: .terminated]

  /// Starts to watch. Call it before any other thread exists: threads inherit the blocked signals.
  static func watch() {
    var signals = watchedSignals()
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    var thread = pthread_t()
    let failure = unsafe pthread_create(&thread, nil, { _ in Interruption.waitForSignal() }, nil)
    // Without the watcher the signals would have no effect at all.
    if failure != 0 { unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  private static let farewell = Mutex<(@Sendable () -> Void)?>(nil)
  private static let received = Atomic<Int32>(0)

  /// The status with which the process is about to end by a signal; nil where none came.
  static var receivedStatus: ExitStatus? { endings[received.load(ordering: .acquiring)] }

  /// Waits for another Ctrl-C; for work that is registered with ``beforeEnd(_:)``.
  static func comesAgain(within seconds: Double) -> Bool {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e9))
    return unsafe sigtimedwait(&signals, nil, &time) == SIGINT
  }

  /// Registers work to be done before the process ends by a signal.
  static func beforeEnd(_ body: @escaping @Sendable () -> Void) { farewell.withLock { $0 = body } }

  private static func waitForSignal() -> Never {
    var signals = watchedSignals()
    var received: Int32 = 0
    while unsafe sigwait(&signals, &received) != 0 {}
    let status = endings[received] ?? .terminated
    Self.received.store(received, ordering: .releasing)
    farewell.withLock { $0 }?()
    AtomicFile.removeUnfinished { _exit(status.rawValue) }
  }

  private static func watchedSignals() -> sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in endings.keys where !isIgnored(signal) { unsafe sigaddset(&signals, signal) }
    return signals
  }

  /// A blocked signal is delivered to the waiting thread even if it is ignored, so it has to be excluded.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
