internal import HeadroomEngine
internal import HeadroomPixels

/// The row loops of ``MedianOfWindow`` for three by three values: each column is sorted once for the three windows that
/// contain it.
enum MedianOfNineRows {
  /// - Parameter input: over the output's columns and one on each side.
  static func run(_ input: EdgedRows, into output: Tile, plane: Int, scratch: ScratchArena) {
    let rect = unsafe output.rect
    let lines = unsafe (0..<3).map { _ in unsafe scratch.floats(input.count) }
    let there = unsafe lines.map { unsafe $0 + input.there.lowerBound }
    for y in rect.rows {
      let rows = unsafe (input.row(plane, y - 1), input.row(plane, y), input.row(plane, y + 1))
      unsafe sort(rows.0, rows.1, rows.2, into: there[0], there[1], there[2], count: input.there.count)
      for index in 0..<3 { unsafe input.extend(lines[index]) }
      unsafe join(lines[0], lines[1], lines[2], into: output.row(plane, y: y), count: rect.width)
    }
  }

  /// The three values of each column in order.
  private static func sort(
    _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, _ third: UnsafePointer<Float>,
    into low: UnsafeMutablePointer<Float>, _ middle: UnsafeMutablePointer<Float>, _ high: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    for i in 0..<count {
      let (a, b, c) = unsafe (first[i], second[i], third[i])
      let (ab, ba) = (smaller(a, b), larger(a, b))
      let rest = smaller(ba, c)
      unsafe low[i] = smaller(ab, rest)
      unsafe middle[i] = larger(ab, rest)
      unsafe high[i] = larger(ba, c)
    }
  }

  /// The median of nine is that of three: the largest of the lows, the median of the middles, the smallest of the highs.
  private static func join(
    _ low: UnsafePointer<Float>, _ middle: UnsafePointer<Float>, _ high: UnsafePointer<Float>,
    into output: UnsafeMutablePointer<Float>, count: Int
  ) {
    for i in 0..<count {
      let least = unsafe larger(larger(low[i], low[i &+ 1]), low[i &+ 2])
      let most = unsafe smaller(smaller(high[i], high[i &+ 1]), high[i &+ 2])
      // Adding 0 gives zeros one sign, whichever of them came first.
      unsafe output[i] = median(least, median(middle[i], middle[i &+ 1], middle[i &+ 2]), most) + 0
    }
  }

  @inline(__always)
  private static func median(_ a: Float, _ b: Float, _ c: Float) -> Float {
    larger(smaller(a, b), smaller(larger(a, b), c))
  }
}
