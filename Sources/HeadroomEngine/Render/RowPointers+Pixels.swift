public import HeadroomPixels

/// Converts interleaved pixels to rows.
extension RowPointers {
  @inlinable @inline(__always)
  package func store(_ pixel: SIMD4<Float>, at i: Int) {
    unsafe r[i] = pixel.x
    unsafe g[i] = pixel.y
    unsafe b[i] = pixel.z
    unsafe a[i] = pixel.w
  }

  /// As floats, not as vectors of four: otherwise the compiler does not move several pixels at a time.
  @inlinable @inline(__always)
  package func store(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
    let from = unsafe UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: Float.self)
    let (r, g, b, a) = unsafe (r, g, b, a)
    for i in 0..<count {
      unsafe r[i] = from[4 &* i]
      unsafe g[i] = from[4 &* i &+ 1]
      unsafe b[i] = from[4 &* i &+ 2]
      unsafe a[i] = from[4 &* i &+ 3]
    }
  }
}
