public import HeadroomPixels

/// One step of a fused chain: works in place on a span of planar rows.
///
/// A stage is made once per render, from a kernel whose parameters are resolved, and called once per row and span.
/// Kernels make theirs by `makeStage()`; a client has no other use for a stage.
@safe public struct RowStage: Sendable {
  /// The rows of the first image, which the result replaces; those of the other images, which never overlap them; the
  /// number of pixels, and the position of the first pixel (Core Image coordinates, y up).
  @usableFromInline package typealias Body =
    @Sendable (
      _ rows: RowPointers, _ others: UnsafePointer<RowPointers>, _ count: Int, _ x: Int, _ y: Int
    ) -> Void

  @usableFromInline package let run: Body
  /// The same over interleaved pixels, four floats each, from the address of the red row on; nil where the stage needs
  /// rows. Same bits.
  package let runInterleaved: Body?

  @usableFromInline package init(_ run: @escaping Body) { unsafe self.init(run, interleaved: nil) }

  @usableFromInline package init(_ run: @escaping Body, interleaved: Body?) {
    unsafe self.run = unsafe run
    unsafe runInterleaved = unsafe interleaved
  }

  /// The row loop around a point kernel. Inlined with the kernel, so that the compiler vectorises the whole.
  @inlinable @inline(__always)
  public init<Kernel: PointKernel>(kernel: Kernel) {
    unsafe self.init { rows, _, count, _, _ in
      let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
      for i in 0..<count {
        let out = unsafe kernel.apply(Pixel(r: r[i], g: g[i], b: b[i], a: a[i]))
        unsafe r[i] = out.r
        unsafe g[i] = out.g
        unsafe b[i] = out.b
        unsafe a[i] = out.a
      }
    }
  }

  /// The row loop around a kernel that leaves alpha alone.
  @inlinable @inline(__always)
  public init<Kernel: ColorKernel>(colorKernel kernel: Kernel) {
    unsafe self.init { rows, _, count, _, _ in
      let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
      for i in 0..<count {
        let out = unsafe kernel.apply(Pixel(r: r[i], g: g[i], b: b[i], a: 1))
        unsafe r[i] = out.r
        unsafe g[i] = out.g
        unsafe b[i] = out.b
      }
    }
  }

  /// The row loop around a kernel of two images.
  @inlinable @inline(__always)
  public init<Kernel: BlendKernel>(blend kernel: Kernel) {
    unsafe self.init { rows, others, count, _, _ in
      let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
      let second = unsafe others[0]
      let (br, bg, bb, ba) = unsafe (second.r, second.g, second.b, second.a)
      for i in 0..<count {
        let out = unsafe kernel.apply(
          Pixel(r: r[i], g: g[i], b: b[i], a: a[i]), Pixel(r: br[i], g: bg[i], b: bb[i], a: ba[i]))
        unsafe r[i] = out.r
        unsafe g[i] = out.g
        unsafe b[i] = out.b
        unsafe a[i] = out.a
      }
    }
  }

  /// The row loop around a kernel of three images.
  @inlinable @inline(__always)
  public init<Kernel: MaskedBlendKernel>(maskedBlend kernel: Kernel) {
    unsafe self.init { rows, others, count, _, _ in
      let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
      let (second, third) = unsafe (others[0], others[1])
      let (br, bg, bb, ba) = unsafe (second.r, second.g, second.b, second.a)
      let (mr, mg, mb, ma) = unsafe (third.r, third.g, third.b, third.a)
      for i in 0..<count {
        let out = unsafe kernel.apply(
          Pixel(r: r[i], g: g[i], b: b[i], a: a[i]), Pixel(r: br[i], g: bg[i], b: bb[i], a: ba[i]),
          Pixel(r: mr[i], g: mg[i], b: mb[i], a: ma[i]))
        unsafe r[i] = out.r
        unsafe g[i] = out.g
        unsafe b[i] = out.b
        unsafe a[i] = out.a
      }
    }
  }

  /// The row loop around a generator: pixels are computed from their centres.
  @inlinable @inline(__always)
  public init<Kernel: GeneratorKernel>(generator kernel: Kernel) {
    unsafe self.init { rows, _, count, x, y in
      let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
      let first = Int32(truncatingIfNeeded: x)
      let centreY = Float(Int32(truncatingIfNeeded: y)) + 0.5
      for i in 0..<count {
        let centreX = Float(first &+ Int32(truncatingIfNeeded: i)) + 0.5
        let out = kernel.apply(x: centreX, y: centreY)
        unsafe r[i] = out.r
        unsafe g[i] = out.g
        unsafe b[i] = out.b
        unsafe a[i] = out.a
      }
    }
  }

  /// The row loop around a kernel of pixel and position.
  @inlinable @inline(__always)
  public init<Kernel: PlacedKernel>(placed kernel: Kernel) {
    unsafe self.init { rows, _, count, x, y in
      let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
      let first = Int32(truncatingIfNeeded: x)
      let centreY = Float(Int32(truncatingIfNeeded: y)) + 0.5
      for i in 0..<count {
        let centreX = Float(first &+ Int32(truncatingIfNeeded: i)) + 0.5
        let out = unsafe kernel.apply(Pixel(r: r[i], g: g[i], b: b[i], a: a[i]), x: centreX, y: centreY)
        unsafe r[i] = out.r
        unsafe g[i] = out.g
        unsafe b[i] = out.b
        unsafe a[i] = out.a
      }
    }
  }
}
