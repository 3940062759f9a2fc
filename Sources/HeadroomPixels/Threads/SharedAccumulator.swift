internal import Synchronization

/// A result that the threads of a job add to. Use it only for sums that do not depend on the order.
package final class SharedAccumulator<Value: Sendable>: Sendable {
  private let stored: Mutex<Value>

  package init(_ value: Value) { stored = Mutex(value) }

  package func update(_ change: (inout Value) -> Void) { stored.withLock { change(&$0) } }

  package var value: Value { stored.withLock { $0 } }
}
