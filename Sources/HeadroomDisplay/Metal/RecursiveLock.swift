internal import Foundation

/// A recursive lock: a command that commits another buffer must not wait for itself.
// Sendable because of the lock.
final class RecursiveLock: @unchecked Sendable {
  private let lock = NSRecursiveLock()

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
