public import HeadroomPixels

/// A function of two images that computes each component of the result from the same component of the images alone. So
/// pixels need not be converted to rows and back, which takes longer than the function.
@usableFromInline package protocol ComponentKernel: Sendable {
  func color(_ s: Float, _ d: Float) -> Float
  func alpha(_ s: Float, _ d: Float) -> Float
}

extension ComponentKernel {
  @inlinable @inline(__always) package func alpha(_ s: Float, _ d: Float) -> Float { color(s, d) }
}

/// The kernel over pixels.
@usableFromInline struct ComponentBlending<Kernel: ComponentKernel>: BlendKernel {
  @usableFromInline let kernel: Kernel

  @inlinable init(kernel: Kernel) { self.kernel = kernel }

  @inlinable @inline(__always) func apply(_ s: Pixel, _ d: Pixel) -> Pixel {
    Pixel(r: kernel.color(s.r, d.r), g: kernel.color(s.g, d.g), b: kernel.color(s.b, d.b), a: kernel.alpha(s.a, d.a))
  }
}

extension RowStage {
  /// The loops around a component kernel: over rows, and over interleaved pixels in memory.
  @inlinable @inline(__always)
  package init<Kernel: ComponentKernel>(components kernel: Kernel) {
    unsafe self.init(RowStage(blend: ComponentBlending(kernel: kernel)).run) { rows, others, count, _, _ in
      let (values, second) = unsafe (rows.r, others[0].r)
      for i in 0..<Int32(truncatingIfNeeded: 4 &* count) {
        let (s, d) = unsafe (values[Int(i)], second[Int(i)])
        let (color, alpha) = (kernel.color(s, d), kernel.alpha(s, d))
        unsafe values[Int(i)] = i & 3 == 3 ? alpha : color
      }
    }
  }
}
