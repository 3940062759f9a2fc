internal import Glibc

/// Turns a trap, which is a bug here, into the documented exit code and one line.
///
/// Left out when `SWIFT_BACKTRACE` is set: whoever sets it wants the runtime's own report.
enum CrashReport {
  static func install() {
    guard unsafe getenv("SWIFT_BACKTRACE") == nil else { return }
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
      // Only what a signal handler may do: one write, and the end.
      Glibc.signal(signal) { _ in
        let line: StaticString =
          "headroom: internal error; this is a bug, please report it (SWIFT_BACKTRACE=enable=yes tells where)\n"
        _ = unsafe write(2, line.utf8Start, line.utf8CodeUnitCount)
        _exit(70)
      }
    }
  }
}
