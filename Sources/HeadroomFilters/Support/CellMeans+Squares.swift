internal import HeadroomEngine
internal import HeadroomPixels

/// Squares have straight edges: their rows are added up side by side, in vectors, before they are split into cells.
extension CellMeans {
  /// One of the cells along an axis: its range in the output, and its range in the source.
  private typealias Run = (output: Range<Int>, source: Range<Int>)

  /// The number of rows that are added up as floats; more would lose digits.
  private static let rowsAtATime = 64

  func renderSquares(_ input: Tile, _ near: PixelRect, into output: Tile, scratch: ScratchArena) {
    let rect = unsafe output.rect
    let columns = Self.runs(of: rect.minX..<rect.maxX, near.minX..<near.maxX) { cell(Float($0) + 0.5, 0).column }
    let rows = Self.runs(of: rect.minY..<rect.maxY, near.minY..<near.maxY) { cell(0, Float($0) + 0.5).row }
    let counted = columns.map(\.source).filter { !$0.isEmpty }
    let wanted = (counted.first?.lowerBound ?? 0)..<(counted.last?.upperBound ?? 0)
    // Beyond the picture its edge is counted again.
    let held = unsafe input.rect
    let across = repeatsEdges ? held.minX..<held.maxX : wanted
    let sums = unsafe scratch.floats(4 * max(across.count, 1))
    for row in rows {
      var totals = [SIMD4<Double>](repeating: .zero, count: columns.count)
      for start in stride(from: row.source.lowerBound, to: row.source.upperBound, by: Self.rowsAtATime) {
        let part = start..<min(start + Self.rowsAtATime, row.source.upperBound)
        unsafe Self.add(part, of: input, across, to: sums)
        for (index, column) in columns.enumerated() {
          for x in column.source {
            let place = min(max(x - across.lowerBound, 0), across.count - 1)
            totals[index] += unsafe SIMD4(
              Double(sums[place]), Double(sums[across.count + place]), Double(sums[2 * across.count + place]),
              Double(sums[3 * across.count + place]))
          }
        }
      }
      let means = zip(columns, totals).map { column, total in
        let count = Double(column.source.count * row.source.count)
        return count > 0 ? Pixel(total / count) : .clear
      }
      unsafe Self.fill(row.output, columns.map(\.output), means, of: output)
    }
  }

  private static func runs(of output: Range<Int>, _ near: Range<Int>, _ cell: (Int) -> Float) -> [Run] {
    var runs: [Run] = []
    var start = output.lowerBound
    while start < output.upperBound {
      let own = cell(start)
      var (low, end) = (start, start + 1)
      while end < output.upperBound, cell(end) == own { end += 1 }
      var high = end
      while low > near.lowerBound, cell(low - 1) == own { low -= 1 }
      while high < near.upperBound, cell(high) == own { high += 1 }
      let first = max(low, near.lowerBound)
      runs.append((start..<end, first..<max(min(high, near.upperBound), first)))
      start = end
    }
    return runs
  }

  /// Sums rows, plane after plane.
  private static func add(
    _ rows: Range<Int>, of input: Tile, _ across: Range<Int>, to sums: UnsafeMutablePointer<Float>
  ) {
    let count = across.count
    unsafe sums.update(repeating: 0, count: 4 * count)
    for y in rows {
      let row = unsafe input.rows(x: across.lowerBound, y: min(max(y, input.rect.minY), input.rect.maxY - 1))
      unsafe add(row.r, to: sums, count)
      unsafe add(row.g, to: sums + count, count)
      unsafe add(row.b, to: sums + 2 * count, count)
      unsafe add(row.a, to: sums + 3 * count, count)
    }
  }

  private static func add(_ row: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Float>, _ count: Int) {
    for i in 0..<count { unsafe sums[i] += row[i] }
  }

  /// Writes the means of a row of cells: one row of pixels, which is copied to the others.
  private static func fill(_ rows: Range<Int>, _ columns: [Range<Int>], _ means: [Pixel], of output: Tile) {
    let left = unsafe output.rect.minX
    let first = unsafe output.rows(x: left, y: rows.lowerBound)
    for (column, mean) in zip(columns, means) {
      let (start, count) = (column.lowerBound - left, column.count)
      unsafe (first.r + start).update(repeating: mean.r, count: count)
      unsafe (first.g + start).update(repeating: mean.g, count: count)
      unsafe (first.b + start).update(repeating: mean.b, count: count)
      unsafe (first.a + start).update(repeating: mean.a, count: count)
    }
    for y in rows.dropFirst() {
      unsafe output.rows(x: left, y: y).copy(from: first, count: output.rect.width)
    }
  }
}
