internal import Foundation
internal import Glibc

/// One test at a time may say which screen is the main one: all test targets run in one process, which has one.
///
/// A lock of the system, since tests of clients cannot share a module with the others; they take the same file.
package enum MainScreenTurn {
  /// The file whose lock it is.
  private static var file: URL {
    FileManager.default.temporaryDirectory.appending(path: "headroom-main-screen-\(getpid())")
  }

  /// Calls `body` when no other test connects screens.
  package static func take<Result>(_ body: () throws -> Result) rethrows -> Result {
    let descriptor = unsafe open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0, "no lock for the main screen")
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {}
    return try body()
  }
}
