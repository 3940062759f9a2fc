public import HeadroomPixels

/// A rectangle of planar float pixels in memory owned elsewhere (by a scratch arena or an intermediate).
///
/// Row `j` holds y = rect.minY + j; `stride` floats lie between rows of one plane, `planeStride` between planes.
@unsafe
@usableFromInline package struct Tile {
  @usableFromInline package let rect: PixelRect
  @usableFromInline package let base: UnsafeMutablePointer<Float>
  @usableFromInline package let stride: Int
  @usableFromInline package let planeStride: Int

  package init(rect: PixelRect, base: UnsafeMutablePointer<Float>, stride: Int, planeStride: Int) {
    unsafe self.rect = rect
    unsafe self.base = base
    unsafe self.stride = stride
    unsafe self.planeStride = planeStride
  }

  /// The four rows at a position inside the rectangle.
  @inlinable @inline(__always)
  package func rows(x: Int, y: Int) -> RowPointers {
    let start = unsafe base + ((y &- rect.minY) &* stride &+ (x &- rect.minX))
    return unsafe RowPointers(
      r: start, g: start + planeStride, b: start + 2 &* planeStride, a: start + 3 &* planeStride)
  }

  /// One row of one plane (0 ... 3 = r, g, b, a), at the rectangle's left edge.
  @inlinable @inline(__always)
  package func row(_ plane: Int, y: Int) -> UnsafeMutablePointer<Float> {
    unsafe base + (plane &* planeStride &+ (y &- rect.minY) &* stride)
  }

  /// Makes every alpha 1.
  package func fillAlpha() {
    for y in unsafe rect.minY..<rect.maxY { unsafe row(3, y: y).update(repeating: 1, count: rect.width) }
  }

  /// Makes everything transparent black.
  package func clear() {
    for plane in 0..<4 {
      for y in unsafe rect.minY..<rect.maxY {
        unsafe row(plane, y: y).update(repeating: 0, count: rect.width)
      }
    }
  }

  @inlinable package func pixel(x: Int, y: Int) -> Pixel {
    let rows = unsafe rows(x: x, y: y)
    return unsafe Pixel(r: rows.r[0], g: rows.g[0], b: rows.b[0], a: rows.a[0])
  }
}
