internal import Foundation
internal import Headroom
internal import HeadroomPixels

/// Lets as many inputs in as the memory holds: what their headers say that they take stays within the limit, and one is always
/// let in.
final class MemoryGate: Sendable {
  private let condition = NSCondition()
  private let limit: Int
  // Guarded by the condition.
  nonisolated(unsafe) private var taken = 0
  nonisolated(unsafe) private var count = 0

  /// - Parameter limit: bytes of the process; nil for no limit.
  init(limit: Int?) { self.limit = limit.map { max($0 - MemoryLedger.processBytes, 0) } ?? .max }

  /// Waits until there is room, and runs `body`.
  ///
  /// - Parameter body: is told whether it runs alone and nothing else will begin meanwhile.
  func admit<Result>(_ bytes: Int, alone: Bool, _ body: () -> Result) -> Result {
    let wanted = alone ? limit : min(max(bytes, 0), limit)
    condition.lock()
    while unsafe count > 0, unsafe wanted > limit - taken { condition.wait() }
    unsafe taken += wanted
    unsafe count += 1
    condition.unlock()
    defer {
      condition.lock()
      unsafe taken -= wanted
      unsafe count -= 1
      condition.broadcast()
      condition.unlock()
    }
    return body()
  }
}
