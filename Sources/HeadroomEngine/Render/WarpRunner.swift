package import HeadroomPixels

/// Reads pixels at computed positions: nearest or bilinear between pixel centres, transparent outside the tile.
///
/// The source is interleaved: one 16-byte load per tap is four times as fast as four planar gathers.
enum WarpRunner {
  /// Transparent pixels that the source needs around it.
  static func margin(for sampling: Sampling) -> Int { sampling == .cubic ? 4 : 2 }

  static func run(
    _ operation: any TileWarp, _ sampling: Sampling, from source: InterleavedTile, into target: Tile,
    scratch: ScratchArena
  ) {
    let rect = unsafe target.rect
    let positions = unsafe (x: scratch.floats(SpanRunner.span), y: scratch.floats(SpanRunner.span))
    let between = unsafe BilinearSpan(scratch: scratch)
    for y in rect.minY..<rect.maxY {
      if TaskContext.isCancelled { return }
      var x = rect.minX
      while x < rect.maxX {
        let count = min(SpanRunner.span, rect.maxX - x)
        unsafe operation.fillCoordinates(x: x, y: y, count: count, positions.x, positions.y)
        let rows = unsafe target.rows(x: x, y: y)
        switch sampling {
        case .nearest: unsafe nearest(source, positions.x, positions.y, count, rows)
        case .linear, .highQuality: unsafe between.run(source, positions.x, positions.y, count, rows)
        case .cubic: unsafe cubic(source, positions.x, positions.y, count, rows)
        }
        x += count
      }
    }
  }

  /// One pixel whose neighbourhood may lie anywhere, for maps that stretch without limit, such as a horizon.
  static func runPixel(
    _ operation: any TileWarp, _ sampling: Sampling, into target: Tile, tile: (PixelRect) -> Tile
  ) {
    let rect = unsafe target.rect
    let position = operation.source(x: Float(rect.minX) + 0.5, y: Float(rect.minY) + 0.5)
    guard position.x.isFinite, position.y.isFinite, abs(position.x) < 1e9, abs(position.y) < 1e9 else {
      return unsafe target.clear()
    }
    let corner = PixelRect(
      x: Int((position.x - 0.5).rounded(.down)) - 1, y: Int((position.y - 0.5).rounded(.down)) - 1, width: 4, height: 4)
    let around = unsafe tile(corner)
    let pixel = Interpolation.sample(sampling, x: position.x, y: position.y) { x, y in
      unsafe around.rect.contains(PixelRect(x: x, y: y, width: 1, height: 1)) ? around.pixel(x: x, y: y) : .clear
    }
    let rows = unsafe target.rows(x: rect.minX, y: rect.minY)
    unsafe (rows.r[0], rows.g[0], rows.b[0], rows.a[0]) = (pixel.r, pixel.g, pixel.b, pixel.a)
  }

  private static func nearest(
    _ source: InterleavedTile, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>, _ count: Int,
    _ rows: RowPointers
  ) {
    for i in 0..<count {
      let x = unsafe source.boundedX(sx[i]).rounded(.down)
      let y = unsafe source.boundedY(sy[i]).rounded(.down)
      unsafe rows.store(source.base[source.index(x, y)], at: i)
    }
  }

  /// Between sixteen pixel centres, rows first.
  private static func cubic(
    _ source: InterleavedTile, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>, _ count: Int,
    _ rows: RowPointers
  ) {
    for i in 0..<count {
      let px = unsafe source.boundedX(sx[i] - 0.5)
      let py = unsafe source.boundedY(sy[i] - 0.5)
      let fx = px.rounded(.down)
      let fy = py.rounded(.down)
      let (across, along) = (CubicWeights(px - fx), CubicWeights(py - fy))
      let taps = unsafe source.base + (source.index(fx, fy) &- source.stride &- 1)
      var sum = unsafe across.mix(taps) * along.before
      sum += unsafe across.mix(taps + source.stride) * along.at
      sum += unsafe across.mix(taps + 2 &* source.stride) * along.next
      sum += unsafe across.mix(taps + 3 &* source.stride) * along.afterNext
      sum.w = smaller(larger(sum.w, 0), 1)
      unsafe rows.store(sum, at: i)
    }
  }
}

/// Bilinear sampling of a span in three passes, of which the first and the last are vector code over pixels: positions
/// and weights of the taps; the mean of four pixels as vectors over their components; interleaved components to rows. A
/// single loop would compute each pixel's address and its four stores one by one, and take four times as long.
@unsafe
private struct BilinearSpan {
  private let places: UnsafeMutablePointer<Int32>
  private let pixels: UnsafeMutablePointer<SIMD4<Float>>

  init(scratch: ScratchArena) {
    let count = SpanRunner.span
    unsafe places = unsafe UnsafeMutableRawPointer(scratch.floats(count)).bindMemory(to: Int32.self, capacity: count)
    unsafe pixels = unsafe UnsafeMutableRawPointer(scratch.floats(4 * count)).bindMemory(
      to: SIMD4<Float>.self, capacity: count)
  }

  /// - Parameter sx, sy: the positions, which become weights.
  func run(
    _ source: InterleavedTile, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>, _ count: Int,
    _ rows: RowPointers
  ) {
    for i in 0..<count {
      let px = unsafe source.boundedX(sx[i] - 0.5)
      let py = unsafe source.boundedY(sy[i] - 0.5)
      let (fx, fy) = (px.rounded(.down), py.rounded(.down))
      unsafe places[i] = source.place(fx, fy)
      unsafe sx[i] = px - fx
      unsafe sy[i] = py - fy
    }
    for i in 0..<count {
      unsafe pixels[i] = source.mean(of: source.base + Int(places[i]), across: sx[i], along: sy[i])
    }
    unsafe rows.store(pixels, count: count)
  }
}

/// The weights of Keys' cubic with A = -0.5 for the pixels around a position (R. Keys, 1981).
private struct CubicWeights {
  let before, at, next, afterNext: Float

  /// - Parameter t: how far the position is from the pixel at or before it, 0...1.
  @inline(__always)
  init(_ t: Float) {
    before = ((1 - 0.5 * t) * t - 0.5) * t
    at = (1.5 * t - 2.5) * t * t + 1
    next = ((2 - 1.5 * t) * t + 0.5) * t
    afterNext = (0.5 * t - 0.5) * t * t
  }

  @inline(__always)
  func mix(_ taps: UnsafeMutablePointer<SIMD4<Float>>) -> SIMD4<Float> {
    unsafe taps[0] * before + taps[1] * at + taps[2] * next + taps[3] * afterNext
  }
}

/// A tile of interleaved RGBA with transparent pixels around it, so that taps just outside need no test.
@unsafe
package struct InterleavedTile {
  package let base: UnsafeMutablePointer<SIMD4<Float>>
  package let stride: Int
  private let memory: PixelRect
  private let originX: Float
  private let originY: Float
  package let minX: Float
  package let minY: Float
  package let maxX: Float
  package let maxY: Float

  /// - Parameter margin: the width of the transparent border: as many pixels as a position has taps on both sides
  ///   together.
  package init(_ tile: Tile, margin: Int = 2, scratch: ScratchArena) {
    let rect = unsafe tile.rect
    unsafe self.init(covering: rect, margin: margin, scratch: scratch)
    unsafe clear(outside: rect)
    for y in rect.minY..<rect.maxY {
      unsafe store(tile.rows(x: rect.minX, y: y), count: rect.width, x: rect.minX, y: y)
    }
  }

  /// Memory for a rectangle and the margin around it; nothing is stored yet.
  package init(covering rect: PixelRect, margin: Int, scratch: ScratchArena) {
    // An empty rectangle gets a margin too: a sampler may read anywhere, and finds transparency there.
    unsafe memory = PixelRect(
      minX: rect.minX - margin, minY: rect.minY - margin, maxX: rect.maxX + margin, maxY: rect.maxY + margin)
    unsafe stride = memory.width
    let floats = unsafe scratch.floats(memory.area * 4)
    unsafe base = unsafe UnsafeMutableRawPointer(floats).bindMemory(to: SIMD4<Float>.self, capacity: memory.area)
    // Positions further out are clamped to where all taps are in the margin.
    let taps = margin / 2
    unsafe originX = Float(rect.minX - margin)
    unsafe originY = Float(rect.minY - margin)
    unsafe minX = Float(rect.minX - margin + taps - 1)
    unsafe minY = Float(rect.minY - margin + taps - 1)
    unsafe maxX = Float(rect.maxX + margin - taps - 1)
    unsafe maxY = Float(rect.maxY + margin - taps - 1)
  }

  private func row(x: Int, y: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
    unsafe base + ((y - memory.minY) * stride + x - memory.minX)
  }

  /// Makes pixels outside a rectangle transparent.
  package func clear(outside inner: PixelRect) {
    let (minX, maxX) = unsafe (memory.minX, memory.maxX)
    for y in unsafe memory.minY..<memory.maxY {
      if inner.isEmpty || y < inner.minY || y >= inner.maxY {
        unsafe row(x: minX, y: y).update(repeating: .zero, count: stride)
      } else {
        unsafe row(x: minX, y: y).update(repeating: .zero, count: inner.minX - minX)
        unsafe row(x: inner.maxX, y: y).update(repeating: .zero, count: maxX - inner.maxX)
      }
    }
  }

  /// Stores pixels of a row, the first at (x, y).
  package func store(_ rows: RowPointers, count: Int, x: Int, y: Int) {
    // Floats one by one, which the compiler turns into transposed vectors; whole pixels it would assemble in four
    // steps.
    let to = unsafe UnsafeMutableRawPointer(row(x: x, y: y)).assumingMemoryBound(to: Float.self)
    let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
    for i in 0..<count {
      unsafe to[4 &* i] = r[i]
      unsafe to[4 &* i &+ 1] = g[i]
      unsafe to[4 &* i &+ 2] = b[i]
      unsafe to[4 &* i &+ 3] = a[i]
    }
  }

  /// A position clamped to the margin; NaN goes to the margin too. Coordinates stay absolute until the index, so that
  /// weights do not depend on the tile.
  @inline(__always)
  func boundedX(_ x: Float) -> Float { unsafe Self.bounded(x, minX, maxX) }
  @inline(__always)
  func boundedY(_ y: Float) -> Float { unsafe Self.bounded(y, minY, maxY) }

  @inline(__always)
  private static func bounded(_ value: Float, _ low: Float, _ high: Float) -> Float {
    // This order sends NaN to the low side.
    smaller(larger(value, low), high)
  }

  /// The index of whole, bounded coordinates. The sum leaves the integer in the mantissa, without a trapping conversion.
  @inline(__always)
  func index(_ x: Float, _ y: Float) -> Int {
    let magic: Float = 8_388_608
    let column = unsafe Int((x - originX + magic).bitPattern & 0x7F_FFFF)
    let row = unsafe Int((y - originY + magic).bitPattern & 0x7F_FFFF)
    return unsafe row &* stride &+ column
  }

  /// As ``index(_:_:)``, in vectors of 32-bit integers, which are enough for the pixels of any tile in memory.
  @inline(__always)
  func place(_ x: Float, _ y: Float) -> Int32 {
    let magic: Float = 8_388_608
    let column = unsafe Int32(bitPattern: (x - originX + magic).bitPattern & 0x7F_FFFF)
    let row = unsafe Int32(bitPattern: (y - originY + magic).bitPattern & 0x7F_FFFF)
    return unsafe row &* Int32(truncatingIfNeeded: stride) &+ column
  }

  /// The value between four pixel centres.
  @inline(__always)
  func mean(of taps: UnsafeMutablePointer<SIMD4<Float>>, across: Float, along: Float) -> SIMD4<Float> {
    let (p00, p10) = unsafe (taps[0], taps[1])
    let (p01, p11) = unsafe (taps[stride], taps[stride &+ 1])
    let lower = p00 + (p10 - p00) * across
    let upper = p01 + (p11 - p01) * across
    return lower + (upper - lower) * along
  }
}

/// Interpolation straight from the definition, with which the fast loops are compared.
package enum Interpolation {
  package static func sample(_ sampling: Sampling, x: Float, y: Float, _ input: (Int, Int) -> Pixel) -> Pixel {
    guard x.isFinite, y.isFinite, abs(x) < 1e9, abs(y) < 1e9 else { return .clear }
    if sampling == .nearest { return input(Int(x.rounded(.down)), Int(y.rounded(.down))) }
    if sampling == .cubic { return cubic(x: x, y: y, input) }
    let (px, py) = (x - 0.5, y - 0.5)
    let (fx, fy) = (px.rounded(.down), py.rounded(.down))
    let (wx, wy) = (px - fx, py - fy)
    let (ix, iy) = (Int(fx), Int(fy))
    func mix(_ p: Pixel, _ q: Pixel, _ w: Float) -> Pixel {
      Pixel(r: p.r + (q.r - p.r) * w, g: p.g + (q.g - p.g) * w, b: p.b + (q.b - p.b) * w, a: p.a + (q.a - p.a) * w)
    }
    let lower = mix(input(ix, iy), input(ix + 1, iy), wx)
    return mix(lower, mix(input(ix, iy + 1), input(ix + 1, iy + 1), wx), wy)
  }

  /// Keys' kernel over the distances to sixteen pixels, in Double.
  private static func cubic(x: Float, y: Float, _ input: (Int, Int) -> Pixel) -> Pixel {
    func weight(_ distance: Double) -> Double {
      let d = abs(distance)
      if d >= 2 { return 0 }
      return d < 1 ? 1.5 * d * d * d - 2.5 * d * d + 1 : -0.5 * d * d * d + 2.5 * d * d - 4 * d + 2
    }
    let (px, py) = (Double(x - 0.5), Double(y - 0.5))
    let (ix, iy) = (Int(px.rounded(.down)), Int(py.rounded(.down)))
    var sum = SIMD4<Double>.zero
    for row in iy - 1...iy + 2 {
      for column in ix - 1...ix + 2 {
        let p = input(column, row)
        let factor = weight(px - Double(column)) * weight(py - Double(row))
        sum += SIMD4(Double(p.r), Double(p.g), Double(p.b), Double(p.a)) * factor
      }
    }
    return Pixel(r: Float(sum.x), g: Float(sum.y), b: Float(sum.z), a: Float(min(max(sum.w, 0), 1)))
  }
}
