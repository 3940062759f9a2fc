public import HeadroomPixels

/// A scalar function of two premultiplied pixels and the position of their centre (Core Image coordinates, y up).
@usableFromInline package protocol PositionedBlend: Sendable {
  func apply(_ source: Pixel, _ background: Pixel, x: Float, y: Float) -> Pixel
}

extension RowStage {
  /// The row loop around a kernel of two images and the position.
  @inlinable @inline(__always)
  package init<Kernel: PositionedBlend>(positioned kernel: Kernel) {
    unsafe self.init { rows, others, count, x, y in
      let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
      let second = unsafe others[0]
      let (br, bg, bb, ba) = unsafe (second.r, second.g, second.b, second.a)
      let first = Int32(truncatingIfNeeded: x)
      let centreY = Float(Int32(truncatingIfNeeded: y)) + 0.5
      for i in 0..<count {
        let out = unsafe kernel.apply(
          Pixel(r: r[i], g: g[i], b: b[i], a: a[i]), Pixel(r: br[i], g: bg[i], b: bb[i], a: ba[i]),
          x: Float(first &+ Int32(truncatingIfNeeded: i)) + 0.5, y: centreY)
        unsafe r[i] = out.r
        unsafe g[i] = out.g
        unsafe b[i] = out.b
        unsafe a[i] = out.a
      }
    }
  }
}
