internal import HeadroomEngine
internal import HeadroomPixels

/// The row loops of ``BinomialHalving``.
enum BinomialRows {
  /// - Parameter input: covers twice the output and two pixels around it.
  static func halve(_ input: Tile, into output: Tile, plane: Int, scratch: ScratchArena) {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let line = unsafe scratch.floats(2 * rect.width + 4)
    let even = unsafe scratch.floats(rect.width + 2)
    let odd = unsafe scratch.floats(rect.width + 2)
    for y in rect.minY..<rect.maxY {
      let first = unsafe input.row(plane, y: 2 * y - 2) + (2 * rect.minX - 2 - input.rect.minX)
      unsafe sumColumns(first, stride: input.stride, into: line, count: 2 * rect.width + 3)
      unsafe line[2 * rect.width + 3] = 0
      unsafe split(line, even, odd, count: rect.width + 2)
      unsafe sumRow(even, odd, into: output.row(plane, y: y), count: rect.width)
    }
    scratch.reset(to: mark)
  }

  private static func sumColumns(
    _ first: UnsafePointer<Float>, stride: Int, into line: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (a, b, c) = unsafe (first, first + stride, first + 2 * stride)
    let (d, e) = unsafe (first + 3 * stride, first + 4 * stride)
    for i in 0..<count { unsafe line[i] = weighted(a[i], b[i], c[i], d[i], e[i]) }
  }

  private static func split(
    _ line: UnsafePointer<Float>, _ even: UnsafeMutablePointer<Float>, _ odd: UnsafeMutablePointer<Float>, count: Int
  ) {
    for i in 0..<count {
      unsafe even[i] = line[2 &* i]
      unsafe odd[i] = line[2 &* i &+ 1]
    }
  }

  private static func sumRow(
    _ even: UnsafePointer<Float>, _ odd: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, count: Int
  ) {
    for i in 0..<count {
      unsafe output[i] = weighted(even[i], odd[i], even[i &+ 1], odd[i &+ 1], even[i &+ 2])
    }
  }

  /// Exactly 1 for ones; no sum is larger than the largest value.
  @inline(__always)
  private static func weighted(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float) -> Float {
    (0.0625 * a + 0.0625 * e).addingProduct(0.25, b).addingProduct(0.25, d).addingProduct(0.375, c)
  }
}
