/// Memory for the four rows of a span, owned.
@safe package struct RowBuffer: ~Copyable {
  /// Pixels that fit in a row.
  package let capacity: Int
  private let base: UnsafeMutablePointer<Float>
  private let stride: Int

  /// - Parameter capacity: pixels of the longest span.
  package init(capacity: Int) {
    self.capacity = capacity
    // An odd number of cache lines between rows: rows a power of two apart would compete for the same cache sets.
    stride = ((capacity + 15) / 16 | 1) * 16
    let raw = UnsafeMutableRawPointer.allocate(byteCount: stride * 16, alignment: 64)
    unsafe base = unsafe raw.initializeMemory(as: Float.self, repeating: 0, count: stride * 4)
  }

  deinit { unsafe base.deallocate() }

  /// The rows. They must not be used after the buffer is gone.
  package var rows: RowPointers { unsafe RowPointers(base: base, stride: stride) }
}
