/// The offset added to a value before rounding, in codes, for each pixel of a span.
protocol DitherOffsets {
  func offset(_ index: Int) -> Float
}

struct NoDither: DitherOffsets {
  @inline(__always)
  func offset(_ index: Int) -> Float { 0 }
}

/// One row of the ordered pattern, from some column on; ``DitherPattern/chunk`` entries may be used.
@unsafe struct PatternRow: DitherOffsets {
  let offsets: UnsafePointer<Float>

  @inline(__always)
  func offset(_ index: Int) -> Float { unsafe offsets[index] }
}

/// The recursive 8 by 8 pattern of Bayer (1973), as offsets of less than half a code.
///
/// All components of a pixel share an offset, so that rounding cannot lift a premultiplied colour above its alpha.
enum DitherPattern {
  static let size = 8

  /// Pixels that one call covers.
  static let chunk = 256

  // Each of the eight rows is repeated for a chunk and one period, so that any column can be the first.
  private static let stride = chunk + size

  private static let offsets: [Float] = (0..<size).flatMap { y in
    (0..<stride).map { x in (Float(rank(x: x % size, y: y)) + 0.5) / 64 - 0.5 }
  }

  /// Calls `body` with the offsets for the pixels of row `y`, starting at column `x`.
  static func withRow<Result>(x: Int, y: Int, _ body: (PatternRow) -> Result) -> Result {
    unsafe offsets.withUnsafeBufferPointer { buffer in
      // The buffer is never empty; a constant table keeps its memory forever.
      guard let base = buffer.baseAddress else { preconditionFailure("empty dither pattern") }
      return unsafe body(PatternRow(offsets: base + (y % size * stride + x % size)))
    }
  }

  /// The order in which the cells of the pattern light up: the bits of x ^ y and y, interleaved from the top.
  static func rank(x: Int, y: Int) -> Int {
    var rank = 0
    for bit in 0..<3 {
      let both = ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1)
      rank |= both << (2 * (2 - bit))
    }
    return rank
  }
}
