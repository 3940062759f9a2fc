extension Float {
  /// The value that replaces infinite light: the largest half float, because halves beyond it overflow to infinity.
  package static let infiniteLight: Float = 65504
}

extension RowPointers {
  /// Replaces infinite colours by ±65504. Matrices and blends would make NaN of them, which is black.
  package func boundInfiniteColors(count: Int) {
    unsafe Self.bound(r, count)
    unsafe Self.bound(g, count)
    unsafe Self.bound(b, count)
  }

  private static func bound(_ plane: UnsafeMutablePointer<Float>, _ count: Int) {
    for i in 0..<count {
      let value = unsafe plane[i]
      unsafe plane[i] = abs(value) == .infinity ? (value > 0 ? .infiniteLight : -.infiniteLight) : value
    }
  }
}
