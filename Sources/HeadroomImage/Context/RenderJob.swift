internal import Foundation

/// Work that is started once, by the first to reach it: a thread of the engine, or a thread that waits for it. So
/// waiting never blocks the awaited work, however many jobs wait for others.
// Sendable: the state is only touched with the condition's lock held.
final class RenderJob<Value: Sendable>: @unchecked Sendable {
  private enum State {
    case pending(@Sendable () -> Value)
    case running
    case finished(Value)
  }

  private let condition = NSCondition()
  private var state: State
  private var waiting: [CheckedContinuation<Value, Never>] = []

  init(_ work: @escaping @Sendable () -> Value) { state = .pending(work) }

  /// Does the work, unless it has been started.
  func run() {
    condition.lock()
    guard case .pending(let work) = state else { return condition.unlock() }
    state = .running
    condition.unlock()
    let value = work()
    condition.lock()
    state = .finished(value)
    let resumed = waiting
    waiting = []
    condition.broadcast()
    condition.unlock()
    for continuation in resumed { continuation.resume(returning: value) }
  }

  /// The result; waits for it.
  func wait() -> Value {
    run()
    condition.lock()
    defer { condition.unlock() }
    while true {
      if case .finished(let value) = state { return value }
      condition.wait()
    }
  }

  /// The result; waits for it without blocking a thread.
  func value() async -> Value {
    await withCheckedContinuation { continuation in
      condition.lock()
      guard case .finished(let value) = state else {
        waiting.append(continuation)
        return condition.unlock()
      }
      condition.unlock()
      continuation.resume(returning: value)
    }
  }
}
