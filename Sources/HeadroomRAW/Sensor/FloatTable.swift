/// Numbers that are made once and read by many threads.
///
/// HeadroomKernelRows has `FixedList` for the same purpose. Each stays where it is used: in a module below both, loops over
/// it would go through an unspecialised class, and this one is aligned for rows and checks where a pointer begins.
// Sendable: written by the initialiser alone.
@safe final class FloatTable: @unchecked Sendable {
  let count: Int
  private let base: UnsafeMutablePointer<Float>

  init(_ values: [Float]) {
    count = values.count
    let raw = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1) * 4, alignment: 64)
    unsafe base = unsafe raw.initializeMemory(as: Float.self, repeating: 0, count: max(count, 1))
    for (index, value) in values.enumerated() { unsafe base[index] = value }
  }

  deinit { unsafe base.deallocate() }

  /// The numbers from an index on.
  func pointer(at index: Int) -> UnsafePointer<Float> {
    precondition(index >= 0 && index <= count, "outside the table")
    return unsafe UnsafePointer(base + index)
  }
}
