public import HeadroomPixels

extension RowPointers {
  /// Calls `body` with the rows of red, green and blue.
  @inlinable @inline(__always)
  package func forEachColor(_ body: (UnsafeMutablePointer<Float>) -> Void) {
    unsafe body(r)
    unsafe body(g)
    unsafe body(b)
  }

  /// Calls `body` with each row and the same one of `other`; alpha is left out where it is not needed.
  @inlinable @inline(__always)
  package func forEachPlane(
    with other: RowPointers, alpha: Bool, _ body: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void
  ) {
    unsafe body(r, other.r)
    unsafe body(g, other.g)
    unsafe body(b, other.b)
    if alpha { unsafe body(a, other.a) }
  }

  /// Sets the colour of a pixel.
  func store(_ color: SIMD3<Double>, at x: Int) {
    unsafe r[x] = Float(color.x)
    unsafe g[x] = Float(color.y)
    unsafe b[x] = Float(color.z)
  }
}
