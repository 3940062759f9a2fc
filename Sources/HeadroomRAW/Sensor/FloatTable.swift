/// Numbers that are written once and read by many threads.
///
/// HeadroomKernelRows has `FixedList` for the same purpose. Each stays in the module that uses it: in a shared module
/// below both, loops over it would go through an unspecialised class. This one is also aligned for rows and checks a
/// pointer's start.
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
