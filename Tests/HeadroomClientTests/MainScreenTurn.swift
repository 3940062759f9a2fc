import Foundation
import Glibc

/// One test at a time may say which screen is the main one: all test targets run in one process, which has one. Those of
/// `HeadroomDisplayTests` take the same file.
enum MainScreenTurn {
  static func take(_ body: () throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "headroom-main-screen-\(getpid())")
    let descriptor = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {}
    try body()
  }
}
