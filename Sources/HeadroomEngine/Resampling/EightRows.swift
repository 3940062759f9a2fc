internal import HeadroomPixels

/// Eight rows of a plane turned into columns of eight numbers, and back.
///
/// Along a row each pixel has its own weights, but neighbouring rows have the same ones at that place: in columns of
/// eight, one instruction applies a weight to eight rows. Blocks of four by four numbers are transposed by moves
/// between registers.
enum EightRows {
  typealias Column = SIMD8<Float>
  /// Rows that are transposed together.
  static let count = TileShape.rowGroup

  /// Transposes `count` numbers of rows.
  ///
  /// - Parameters:
  ///   - stride: numbers from a row to the next.
  ///   - rows: the number of rows, 1 to 8; the last one stands for those that are missing.
  static func turn(
    _ first: UnsafePointer<Float>, stride: Int, rows: Int, count: Int, into columns: UnsafeMutablePointer<Column>
  ) {
    func row(_ index: Int) -> UnsafePointer<Float> { unsafe first + min(index, rows - 1) * stride }
    let (a, b, c, d) = unsafe (row(0), row(1), row(2), row(3))
    let (e, f, g, h) = unsafe (row(4), row(5), row(6), row(7))
    var x = 0
    while x &+ 4 <= count {
      let (p, q, r, s) = unsafe (four(a + x), four(b + x), four(c + x), four(d + x))
      let (t, u, v, w) = unsafe (four(e + x), four(f + x), four(g + x), four(h + x))
      unsafe columns[x] = join(SIMD4(p.x, q.x, r.x, s.x), SIMD4(t.x, u.x, v.x, w.x))
      unsafe columns[x &+ 1] = join(SIMD4(p.y, q.y, r.y, s.y), SIMD4(t.y, u.y, v.y, w.y))
      unsafe columns[x &+ 2] = join(SIMD4(p.z, q.z, r.z, s.z), SIMD4(t.z, u.z, v.z, w.z))
      unsafe columns[x &+ 3] = join(SIMD4(p.w, q.w, r.w, s.w), SIMD4(t.w, u.w, v.w, w.w))
      x &+= 4
    }
    while x < count {
      unsafe columns[x] = Column(a[x], b[x], c[x], d[x], e[x], f[x], g[x], h[x])
      x &+= 1
    }
  }

  /// Transposes columns into up to eight rows.
  ///
  /// - Parameters:
  ///   - columns: the first row's number of the first column; those of the other rows follow it.
  ///   - columnStride: numbers from a column to the next.
  ///   - stride: numbers from a row to the next.
  ///   - rows: the number of rows, 1 to 8; there must be numbers for eight.
  static func turnBack(
    _ columns: UnsafePointer<Float>, columnStride: Int, count: Int, into first: UnsafeMutablePointer<Float>,
    stride: Int, rows: Int
  ) {
    var x = 0
    while x &+ 4 <= count {
      let start = unsafe columns + x &* columnStride
      let (p, q) = unsafe (column(start), column(start + columnStride))
      let (r, s) = unsafe (column(start + 2 &* columnStride), column(start + 3 &* columnStride))
      let lower = (p.lowHalf, q.lowHalf, r.lowHalf, s.lowHalf)
      unsafe put(lower, first + x, stride, min(rows, 4))
      if rows > 4 {
        let upper = (p.highHalf, q.highHalf, r.highHalf, s.highHalf)
        unsafe put(upper, first + (x &+ 4 &* stride), stride, rows &- 4)
      }
      x &+= 4
    }
    while x < count {
      for row in 0..<rows { unsafe first[row &* stride &+ x] = columns[x &* columnStride &+ row] }
      x &+= 1
    }
  }

  private typealias Four = SIMD4<Float>

  @inline(__always)
  private static func put(
    _ columns: (Four, Four, Four, Four), _ first: UnsafeMutablePointer<Float>, _ stride: Int, _ rows: Int
  ) {
    let (p, q, r, s) = columns
    unsafe store(Four(p.x, q.x, r.x, s.x), first)
    if rows > 1 { unsafe store(Four(p.y, q.y, r.y, s.y), first + stride) }
    if rows > 2 { unsafe store(Four(p.z, q.z, r.z, s.z), first + 2 &* stride) }
    if rows > 3 { unsafe store(Four(p.w, q.w, r.w, s.w), first + 3 &* stride) }
  }

  @inline(__always)
  private static func join(_ low: Four, _ high: Four) -> Column { Column(lowHalf: low, highHalf: high) }

  @inline(__always)
  private static func four(_ place: UnsafePointer<Float>) -> Four {
    unsafe UnsafeRawPointer(place).loadUnaligned(as: Four.self)
  }

  @inline(__always)
  private static func column(_ place: UnsafePointer<Float>) -> Column {
    unsafe UnsafeRawPointer(place).loadUnaligned(as: Column.self)
  }

  @inline(__always)
  static func store(_ column: Column, _ place: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(place).storeBytes(of: column, as: Column.self)
  }

  @inline(__always)
  private static func store(_ four: Four, _ place: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(place).storeBytes(of: four, as: Four.self)
  }
}
