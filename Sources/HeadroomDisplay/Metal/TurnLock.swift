internal import Foundation

/// Lets one thread at a time in, and that one again and again: a command that commits another buffer must not wait for itself.
// Sendable: the lock is what makes it so.
final class TurnLock: @unchecked Sendable {
  private let lock = NSRecursiveLock()

  func withTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
