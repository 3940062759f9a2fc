internal import Foundation

/// A recursive lock: a command that commits another buffer must not wait for itself.
// Sendable because of the lock.
final class TurnLock: @unchecked Sendable {
  private let lock = NSRecursiveLock()

  func withTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
