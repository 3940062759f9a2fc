/// Elements that many threads read for every few pixels, without reference counting: threads would contend for the
/// count, which took longer than the arithmetic.
///
/// Sendable without the compiler's check, because to the compiler a pointer never is: only this object owns the memory,
/// which is written before the initialiser returns, only read from then on, and freed with the object.
@safe final class FixedList<Element: Sendable>: @unchecked Sendable {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  init(_ elements: [Element]) {
    count = elements.count
    unsafe base = .allocate(capacity: max(count, 1))
    for (place, element) in elements.enumerated() { unsafe (base + place).initialize(to: element) }
  }

  /// Whether the list contains an element; for short lists.
  func contains(_ element: Element) -> Bool where Element: Equatable {
    for place in 0..<count where unsafe base[place] == element { return true }
    return false
  }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }
}
