internal import HeadroomEngine
internal import HeadroomPixels

/// The row loops of ``MedianOfWindow`` for five by five values: each column is sorted once for the five windows that
/// contain it.
enum MedianOfTwentyFiveRows {
  /// - Parameter input: over the output's columns and two on each side.
  static func run(_ input: EdgedRows, into output: Tile, plane: Int, scratch: ScratchArena) {
    let rect = unsafe output.rect
    let lines = unsafe (0..<5).map { _ in unsafe scratch.floats(input.count) }
    let there = unsafe lines.map { unsafe $0 + input.there.lowerBound }
    for y in rect.rows {
      unsafe sort((-2...2).map { unsafe input.row(plane, y + $0) }, into: there, count: input.there.count)
      for index in 0..<5 { unsafe input.extend(lines[index]) }
      unsafe join(lines, into: output.row(plane, y: y), count: rect.width)
    }
  }

  /// The five values of each column in order.
  private static func sort(
    _ rows: [UnsafePointer<Float>], into lines: [UnsafeMutablePointer<Float>], count: Int
  ) {
    let (r0, r1, r2, r3, r4) = unsafe (rows[0], rows[1], rows[2], rows[3], rows[4])
    let (l0, l1, l2, l3, l4) = unsafe (lines[0], lines[1], lines[2], lines[3], lines[4])
    for i in 0..<count {
      var (v0, v1, v2, v3, v4) = unsafe (r0[i], r1[i], r2[i], r3[i], r4[i])
      order(&v0, &v1)
      order(&v3, &v4)
      order(&v2, &v4)
      order(&v2, &v3)
      order(&v0, &v3)
      order(&v0, &v2)
      order(&v1, &v4)
      order(&v1, &v3)
      order(&v1, &v2)
      unsafe (l0[i], l1[i], l2[i], l3[i], l4[i]) = (v0, v1, v2, v3, v4)
    }
  }

  /// The median of five sorted columns.
  ///
  /// Sorts the rows and selects among the thirteen values that can then be the median (Batcher's merges). Exchanges
  /// that do not affect the result for any of the 7,776 ways in which five sorted columns can be zeros and ones are
  /// left out: correct for zeros and ones is correct for all values (Knuth's zero-one principle).
  private static func join(
    _ lines: [UnsafeMutablePointer<Float>], into output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (l0, l1, l2, l3, l4) = unsafe (lines[0], lines[1], lines[2], lines[3], lines[4])
    for i in 0..<count {
      var (a0, a1, a2, a3, a4) = unsafe (l0[i], l0[i &+ 1], l0[i &+ 2], l0[i &+ 3], l0[i &+ 4])
      var (b0, b1, b2, b3, b4) = unsafe (l1[i], l1[i &+ 1], l1[i &+ 2], l1[i &+ 3], l1[i &+ 4])
      var (c0, c1, c2, c3, c4) = unsafe (l2[i], l2[i &+ 1], l2[i &+ 2], l2[i &+ 3], l2[i &+ 4])
      var (d0, d1, d2, d3, d4) = unsafe (l3[i], l3[i &+ 1], l3[i &+ 2], l3[i &+ 3], l3[i &+ 4])
      var (e0, e1, e2, e3, e4) = unsafe (l4[i], l4[i &+ 1], l4[i &+ 2], l4[i &+ 3], l4[i &+ 4])
      order(&a0, &a1)
      order(&a3, &a4)
      order(&a2, &a4)
      order(&a2, &a3)
      order(&a0, &a3)
      order(&a1, &a4)
      order(&a1, &a3)
      order(&b0, &b1)
      order(&b3, &b4)
      order(&b2, &b4)
      order(&b2, &b3)
      order(&b0, &b3)
      order(&b1, &b4)
      order(&b1, &b3)
      order(&b1, &b2)
      order(&c0, &c1)
      order(&c3, &c4)
      order(&c2, &c4)
      order(&c2, &c3)
      order(&c0, &c3)
      order(&c0, &c2)
      order(&c1, &c4)
      order(&c1, &c3)
      order(&d0, &d1)
      order(&d3, &d4)
      order(&d2, &d3)
      order(&d0, &d3)
      order(&d0, &d2)
      order(&d1, &d4)
      order(&d1, &d3)
      order(&d1, &d2)
      order(&e0, &e1)
      order(&e2, &e4)
      order(&e0, &e3)
      order(&e0, &e2)
      order(&e1, &e4)
      order(&e1, &e3)
      order(&e1, &e2)
      order(&c2, &c1)
      order(&d0, &c2)
      order(&a4, &c1)
      order(&a4, &c2)
      order(&e0, &a3)
      order(&d2, &c3)
      order(&c2, &e0)
      order(&c1, &a3)
      order(&c1, &e0)
      order(&b2, &e1)
      order(&e1, &b3)
      order(&e1, &d1)
      order(&d1, &b4)
      order(&e0, &b2)
      order(&d2, &d1)
      order(&d2, &b2)
      order(&a3, &e1)
      order(&c1, &a3)
      order(&a3, &d2)
      // Adding 0 gives zeros one sign, whichever of them came first.
      unsafe output[i] = d2 + 0
    }
  }

  /// Exchanges two values that are not in order.
  @inline(__always)
  private static func order(_ low: inout Float, _ high: inout Float) {
    (low, high) = (smaller(low, high), larger(low, high))
  }
}
