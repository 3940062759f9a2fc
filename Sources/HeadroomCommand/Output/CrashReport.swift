internal import CHeadroomSystem
internal import Glibc
internal import HeadroomPictures
internal import HeadroomPixels

/// Turns a trap, which is a bug here or for want of addresses, into the documented exit code and one line.
///
/// Left out when `SWIFT_BACKTRACE` is set: whoever sets it wants the runtime's own report.
enum CrashReport {
  static func install() {
    guard unsafe getenv("SWIFT_BACKTRACE") == nil else { return }
    headroom_report_crashes()
  }
}

/// What the shell lets the process have (`ulimit -v`, `ulimit -s`).
enum ProcessLimits {
  /// The code, the language's and C libraries, and some threads take most of it before there is a picture.
  private static let leastAddresses: UInt64 = 128 << 20
  /// Enough for the deepest recipe and for codecs' threads.
  private static let stackBytes = 4 << 20

  static func check() throws(PictureError) {
    let limit = UInt64(headroom_address_limit())
    guard limit < leastAddresses else { return }
    throw PictureError(
      .input, "needs \(leastAddresses >> 20) MiB of addresses at least, and may have \(limit >> 20) (ulimit -v)")
  }

  /// Runs something where the stack is large enough for it.
  static func withLargeStack(_ body: @escaping @Sendable () -> Void) {
    guard headroom_use_large_stacks(stackBytes) != 0 else { return body() }
    OwnThread.run(body)
  }
}
