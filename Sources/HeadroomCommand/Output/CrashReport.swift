internal import CHeadroomSystem
internal import Glibc
internal import HeadroomPictures
internal import HeadroomPixels

/// Turns a trap, caused by a bug here or a lack of address space, into the documented exit code and one line.
///
/// Not used when `SWIFT_BACKTRACE` is set, which requests the runtime's own report.
enum CrashReport {
  static func install() {
    guard unsafe getenv("SWIFT_BACKTRACE") == nil else { return }
    headroom_report_crashes()
  }
}

/// The shell's limits for the process (`ulimit -v`, `ulimit -s`).
enum ProcessLimits {
  /// The code, the Swift and C libraries, and some threads take most of it before any picture.
  private static let leastAddresses: UInt64 = 128 << 20
  /// Enough for the deepest recipe and for codecs' threads.
  private static let stackBytes = 4 << 20

  static func check() throws(PictureError) {
    let limit = UInt64(headroom_address_limit())
    guard limit < leastAddresses else { return }
    throw PictureError(
      .input, "needs \(leastAddresses >> 20) MiB of addresses at least, and may have \(limit >> 20) (ulimit -v)")
  }

  /// Runs `body` on a large enough stack.
  static func withLargeStack(_ body: @escaping @Sendable () -> Void) {
    guard headroom_use_large_stacks(stackBytes) != 0 else { return body() }
    WorkerThread.run(body)
  }
}
