import HeadroomPixels

/// The rows of a picture from which rows of the result are computed, and their weights.
@unsafe
struct RowResampling {
  /// Rows of the result, the first of which is row 0.
  let rows: Range<Int>
  private let weights: UnsafeMutablePointer<Float>
  private let spans: UnsafeMutablePointer<(first: Int, taps: Int)>
  private let footprints: UnsafeMutablePointer<Range<Int>>
  private let count: Int

  init(_ axis: ResamplingAxis, _ rows: Range<Int>, scratch: ScratchArena) {
    unsafe self.rows = rows
    unsafe count = axis.count
    unsafe weights = unsafe scratch.floats(axis.count * rows.count)
    unsafe spans = unsafe scratch.list(rows.count)
    unsafe footprints = unsafe scratch.list(rows.count)
    for (index, y) in rows.enumerated() {
      unsafe spans[index] = unsafe axis.fill(weights + index * axis.count, at: y)
      unsafe footprints[index] = axis.footprint(of: y)
    }
  }

  /// Fills up to eight rows from one on with one plane of a tile.
  ///
  /// - Parameter isLimited: whether the bounds are wanted too.
  @inline(never)
  func fill(_ group: RowGroup, _ plane: Int, of input: Tile, isLimited: Bool) {
    let source = unsafe input.row(plane, y: input.rect.minY)
    let top = unsafe input.rect.minY
    for row in unsafe stride(from: group.rows.lowerBound, to: group.rows.upperBound, by: 2) {
      let isPair = unsafe row + 1 < group.rows.upperBound
      let a = unsafe sum(of: row, in: group, top)
      if isPair {
        unsafe WeightedSum.run(a, sum(of: row + 1, in: group, top), source, step: input.stride, count: group.width)
      } else {
        unsafe WeightedSum.run(a, source, step: input.stride, count: group.width)
      }
      guard isLimited else { continue }
      for row in unsafe row..<min(row + 2, group.rows.upperBound) {
        unsafe RowExtremes.run(extremes(of: row, in: group, top), source, step: input.stride, count: group.width)
      }
    }
  }

  private func sum(of row: Int, in group: RowGroup, _ top: Int) -> WeightedSum.Window {
    let (first, taps) = unsafe spans[row]
    return unsafe WeightedSum.Window(
      weights: weights + row * count, rows: first - top..<first - top + taps, output: group.sums(row))
  }

  private func extremes(of row: Int, in group: RowGroup, _ top: Int) -> RowExtremes.Window {
    let rows = unsafe footprints[row]
    return unsafe RowExtremes.Window(
      rows: rows.lowerBound - top..<rows.upperBound - top, least: group.least(row), most: group.most(row))
  }

  /// Adds one plane of rows of the picture to the sums of all rows that they are part of, in the order of the rows.
  func add(_ plane: Int, of input: Tile, to group: RowGroup, isLimited: Bool) {
    let rect = unsafe input.rect
    for row in unsafe group.rows {
      let (first, taps) = unsafe spans[row]
      let (from, end) = (max(first, rect.minY), min(first + taps, rect.maxY))
      if from < end {
        unsafe WeightedSum.add(
          weights + (row * count + from - first), taps: end - from, input.row(plane, y: from), step: input.stride,
          to: group.sums(row), count: group.width)
      }
      let shown = unsafe footprints[row]
      let seen = shown.clamped(to: rect.minY..<rect.maxY)
      guard isLimited, !seen.isEmpty else { continue }
      unsafe RowExtremes.add(
        seen.lowerBound - rect.minY..<seen.upperBound - rect.minY, input.row(plane, y: rect.minY), step: input.stride,
        to: extremes(of: row, in: group, 0), isFirst: seen.lowerBound == shown.lowerBound, count: group.width)
    }
  }
}

/// Rows of sums down the columns of one plane, and the bounds of their values.
@unsafe
struct RowGroup {
  /// Rows of the result, counted from the first.
  let rows: Range<Int>
  let width: Int
  private let base: UnsafeMutablePointer<Float>
  private let stride: Int

  /// - Parameter scratch: where its memory comes from.
  init(_ rows: Range<Int>, width: Int, scratch: ScratchArena) {
    unsafe self.init(rows, width: width, base: scratch.floats(3 * rows.count * Self.padded(width)))
  }

  init(_ rows: Range<Int>, width: Int, base: UnsafeMutablePointer<Float>) {
    unsafe self.rows = rows
    unsafe self.width = width
    unsafe self.base = unsafe base
    unsafe stride = Self.padded(width)
  }

  /// The same memory for other rows, as many or fewer.
  func moved(to rows: Range<Int>) -> RowGroup { unsafe RowGroup(rows, width: width, base: base) }

  private static func padded(_ width: Int) -> Int { ((width + 15) & ~15) + 16 }

  /// Numbers from a row to the next.
  var rowStride: Int { unsafe stride }

  func sums(_ row: Int) -> UnsafeMutablePointer<Float> { unsafe base + (row - rows.lowerBound) * stride }
  func least(_ row: Int) -> UnsafeMutablePointer<Float> { unsafe sums(row) + rows.count * stride }
  func most(_ row: Int) -> UnsafeMutablePointer<Float> { unsafe sums(row) + 2 * rows.count * stride }

  func clearSums() {
    for row in unsafe rows { unsafe sums(row).update(repeating: 0, count: width) }
  }
}
