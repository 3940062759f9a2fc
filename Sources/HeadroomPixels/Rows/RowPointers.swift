/// Four planar rows of a span: red, green, blue and alpha of the same pixels. They must not overlap one another. Usable
/// from inline: the row loops of a client's own kernels are compiled in the client's module.
@unsafe @usableFromInline package struct RowPointers {
  @usableFromInline package var r: UnsafeMutablePointer<Float>
  @usableFromInline package var g: UnsafeMutablePointer<Float>
  @usableFromInline package var b: UnsafeMutablePointer<Float>
  @usableFromInline package var a: UnsafeMutablePointer<Float>

  @inlinable @inline(__always)
  package init(
    r: UnsafeMutablePointer<Float>, g: UnsafeMutablePointer<Float>, b: UnsafeMutablePointer<Float>,
    a: UnsafeMutablePointer<Float>
  ) {
    unsafe self.r = unsafe r
    unsafe self.g = unsafe g
    unsafe self.b = unsafe b
    unsafe self.a = unsafe a
  }

  /// Four rows one after the other, `stride` floats apart.
  @inlinable @inline(__always)
  package init(base: UnsafeMutablePointer<Float>, stride: Int) {
    unsafe self.init(r: base, g: base + stride, b: base + 2 * stride, a: base + 3 * stride)
  }

  /// The same rows from pixel `offset` on.
  @inlinable @inline(__always)
  package func advanced(by offset: Int) -> RowPointers {
    unsafe RowPointers(r: r + offset, g: g + offset, b: b + offset, a: a + offset)
  }

  /// One of the four rows (0 ... 3 = r, g, b, a).
  @inlinable @inline(__always)
  package func plane(_ index: Int) -> UnsafeMutablePointer<Float> {
    switch index {
    case 0: unsafe r
    case 1: unsafe g
    case 2: unsafe b
    default: unsafe a
    }
  }
}
