/// One result for each part of a job, each written by the one thread that works on the part.
// Sendable: indices are disjoint, and reading starts when all threads have returned.
@safe package final class Results<Value: Sendable>: @unchecked Sendable {
  private let values: UnsafeMutableBufferPointer<Value?>

  package init(count: Int) {
    unsafe values = .allocate(capacity: count)
    unsafe values.initialize(repeating: nil)
  }

  deinit {
    unsafe values.deinitialize()
    unsafe values.deallocate()
  }

  package subscript(index: Int) -> Value? {
    get { unsafe values[index] }
    set { unsafe values[index] = newValue }
  }

  /// All results in order.
  package var all: [Value?] { unsafe Array(values) }
}
