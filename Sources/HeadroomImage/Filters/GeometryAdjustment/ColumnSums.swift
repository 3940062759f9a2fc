import HeadroomPixels

/// The sums down the columns of a tile for rows of the result, as interleaved pixels.
///
/// Two rows are made at the same time, since their windows have most rows of the tile in common.
@unsafe
struct ColumnSums {
  private let axis: ResamplingAxis
  private let input: Tile
  /// Alpha of opaque tiles is 1 and need not be summed.
  private let planes: Int
  private let rows: (RowPointers, RowPointers)
  private let weights: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)

  init(_ axis: ResamplingAxis, _ input: Tile, isOpaque: Bool, scratch: ScratchArena) {
    let width = unsafe input.rect.width
    unsafe self.axis = axis
    unsafe self.input = unsafe input
    unsafe planes = isOpaque ? 3 : 4
    unsafe rows = unsafe (scratch.rows(width), scratch.rows(width))
    unsafe weights = unsafe (scratch.floats(axis.count), scratch.floats(axis.count))
    if isOpaque {
      unsafe rows.0.a.update(repeating: 1, count: width)
      unsafe rows.1.a.update(repeating: 1, count: width)
    }
  }

  /// Writes rows of the result one after another.
  func fill(_ wanted: Range<Int>, _ pixels: UnsafeMutablePointer<SIMD4<Float>>) {
    let width = unsafe input.rect.width
    for y in stride(from: wanted.lowerBound, to: wanted.upperBound, by: 2) {
      let target = unsafe pixels + (y - wanted.lowerBound) * width
      unsafe sum(y, isPair: y + 1 < wanted.upperBound)
      unsafe rows.0.interleave(into: target, width)
      if y + 1 < wanted.upperBound { unsafe rows.1.interleave(into: target + width, width) }
    }
  }

  /// - Parameter isPair: whether the row above is wanted too.
  private func sum(_ y: Int, isPair: Bool) {
    let (top, width) = unsafe (input.rect.minY, input.rect.width)
    let first = unsafe axis.fill(weights.0, at: y)
    let second = unsafe isPair ? axis.fill(weights.1, at: y + 1) : first
    for plane in unsafe 0..<planes {
      let source = unsafe input.row(plane, y: top)
      let a = unsafe WeightedSum.Window(first, weights.0, below: top, into: rows.0.plane(plane))
      guard isPair else {
        unsafe WeightedSum.run(a, source, step: input.stride, count: width)
        continue
      }
      let b = unsafe WeightedSum.Window(second, weights.1, below: top, into: rows.1.plane(plane))
      unsafe WeightedSum.run(a, b, source, step: input.stride, count: width)
    }
  }
}

extension WeightedSum.Window {
  /// - Parameter start: the tile's first row.
  fileprivate init(
    _ span: (first: Int, taps: Int), _ weights: UnsafePointer<Float>, below start: Int,
    into output: UnsafeMutablePointer<Float>
  ) {
    let first = span.first - start
    unsafe self.init(weights: weights, rows: first..<first + span.taps, output: output)
  }
}
