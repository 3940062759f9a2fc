/// A coordinate function in a loop over a row of pixels. Kernels make theirs by `makeStage()`.
@safe public struct WarpStage: Sendable {
  /// The first pixel of the row, the number of pixels, and the destination of the positions.
  @usableFromInline package typealias Body =
    @Sendable (
      _ x: Int, _ y: Int, _ count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
    ) -> Void

  package let run: Body

  @usableFromInline package init(_ run: @escaping Body) { unsafe self.run = unsafe run }

  /// The row loop around a kernel.
  @inlinable @inline(__always)
  public init<Kernel: WarpKernel>(kernel: Kernel) {
    unsafe self.init { x, y, count, sx, sy in unsafe kernel.fill(x: x, y: y, count: count, sx, sy) }
  }

  /// The position that belongs to one output pixel.
  package func position(x: Int, y: Int) -> (x: Float, y: Float) {
    var result: (x: Float, y: Float) = (0, 0)
    unsafe withUnsafeMutablePointer(to: &result.x) { sx in
      unsafe withUnsafeMutablePointer(to: &result.y) { sy in unsafe run(x, y, 1, sx, sy) }
    }
    return result
  }
}

extension WarpKernel {
  /// The positions of a row of pixels. Inlined with the kernel, so that the compiler vectorises the whole.
  @inlinable @inline(__always)
  package func fill(x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>) {
    let first = Int32(truncatingIfNeeded: x)
    let centreY = Float(Int32(truncatingIfNeeded: y)) + 0.5
    for i in 0..<count {
      let position = source(x: Float(first &+ Int32(truncatingIfNeeded: i)) + 0.5, y: centreY)
      unsafe sx[i] = position.x
      unsafe sy[i] = position.y
    }
  }
}
