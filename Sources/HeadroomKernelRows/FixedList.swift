/// Elements that many threads read for every few pixels, without counting a reference to them: threads would do that by
/// turns, and it took longer than the arithmetic.
///
/// Sendable without the compiler's check because a pointer never is to it: the memory belongs to this object alone, is
/// written before the initialiser returns and only read from then on, and is given back when nobody holds the object.
@safe final class FixedList<Element: Sendable>: @unchecked Sendable {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  init(_ elements: [Element]) {
    count = elements.count
    unsafe base = .allocate(capacity: max(count, 1))
    for (place, element) in elements.enumerated() { unsafe (base + place).initialize(to: element) }
  }

  /// Whether an element is there; for short lists.
  func contains(_ element: Element) -> Bool where Element: Equatable {
    for place in 0..<count where unsafe base[place] == element { return true }
    return false
  }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }
}
