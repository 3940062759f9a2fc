import HeadroomPixels

/// A window moving down some columns.
///
/// Rows are cut into blocks at absolute multiples of about the square root of the window's height. A window is the end
/// of one block, some blocks, and the beginning of another; the folds of a block from each of its rows down are
/// computed when the block is complete (after van Herk, Gil and Werman). So a row costs a few operations whatever the
/// window's height, sums are short, and the bits depend neither on where a run begins nor on the rows before it.
@safe final class ColumnRun: PassRun {
  let columns: Range<Int>
  private(set) var nextRow = Int.max
  private(set) var lowestInput = 0
  private let value: WindowValue
  private let reach: Int
  private let edge: EdgeMode
  private let block: Int
  private let memory: ColumnRunMemory
  /// Whether all rows so far are opaque: then alpha is 1 everywhere and is not computed.
  private var isOpaque = true
  /// The blocks of which the middle is the fold.
  private var middle = 0..<0

  init(_ operation: ColumnWindows, _ columns: Range<Int>, scratch: ScratchArena) {
    self.columns = columns
    value = operation.value
    reach = operation.reach
    edge = operation.edge
    let height = 2 * operation.reach + 1
    var block = 2
    while block * block < height { block *= 2 }
    self.block = block
    memory = ColumnRunMemory(rows: (height / block + 2) * block, width: columns.count, scratch: scratch)
  }

  func begin(below row: Int) {
    nextRow = row
    lowestInput = row + reach
    isOpaque = true
    middle = 0..<0
  }

  func run(_ input: Tile, into output: Tile) {
    let rect = unsafe output.rect
    for y in (rect.minY..<rect.maxY).reversed() {
      while lowestInput > y - reach + 1 { unsafe take(lowestInput - 1, of: input) }
      let (newest, oldest) = (y - reach, y + reach)
      unsafe note(newest, of: input)
      bringMiddle(oldest.floored(by: block) &- 1, newest.floored(by: block) &+ 1)
      for plane in 0..<planeCount { unsafe step(plane, newest, oldest, of: input, into: output.row(plane, y: y)) }
      if isOpaque { unsafe output.row(3, y: y).update(repeating: 1, count: columns.count) }
      finish(newest)
    }
    nextRow = rect.minY
  }

  private var planeCount: Int { isOpaque ? 3 : 4 }

  // MARK: Rows in

  /// Reads a row without a result.
  private func take(_ y: Int, of input: Tile) {
    unsafe note(y, of: input)
    for plane in 0..<planeCount { unsafe value.take(newRow(plane, y, of: input), columns.count) }
    finish(y)
  }

  private func newRow(_ plane: Int, _ y: Int, of input: Tile) -> NewRow {
    unsafe NewRow(
      values: row(plane, y, of: input), stored: memory.row(plane, y), prefix: memory.prefix(plane),
      share: shareInBlock(y))
  }

  /// The share of a row in the part of its block read so far.
  private func shareInBlock(_ y: Int) -> Float { 1 / Float((y.floored(by: block) + 1) * block - y) }

  /// Checks the alpha of a row.
  private func note(_ y: Int, of input: Tile) {
    guard isOpaque, unsafe !AlphaRow.isOne(row(3, y, of: input), columns.count) else { return }
    isOpaque = false
    memory.fill(plane: 3, with: 1)
  }

  /// A row of the input over the run's columns, with what lies beyond its edges.
  private func row(_ plane: Int, _ y: Int, of input: Tile) -> UnsafePointer<Float> {
    let rect = unsafe input.rect
    if edge == .zero, y < rect.minY || y >= rect.maxY { return unsafe UnsafePointer(memory.zeros) }
    let row = unsafe UnsafePointer(input.row(plane, y: min(max(y, rect.minY), rect.maxY - 1)))
    if rect.minX <= columns.lowerBound, rect.maxX >= columns.upperBound {
      return unsafe row + (columns.lowerBound - rect.minX)
    }
    unsafe Tile.extend(row, rect, edge, from: columns.lowerBound, count: columns.count, memory.line)
    return unsafe UnsafePointer(memory.line)
  }

  /// Called when a row has been read; if it completes a block, computes the folds from each of its rows down.
  private func finish(_ y: Int) {
    lowestInput = y
    guard y.floored(by: block) * block == y else { return }
    for plane in 0..<planeCount {
      for x in stride(from: 0, to: columns.count, by: 1024) {
        let count = min(1024, columns.count - x)
        for row in y + 1..<y + block {
          let (values, below) = unsafe (memory.row(plane, row) + x, memory.row(plane, row - 1) + x)
          unsafe value.add(below, to: values, share: 1 - 1 / Float(row - y + 1), count)
        }
      }
    }
  }

  // MARK: Rows out

  /// The whole blocks of a window as one.
  private func bringMiddle(_ high: Int, _ low: Int) {
    let blocks = low..<max(high + 1, low)
    guard blocks != middle else { return }
    middle = blocks
    for plane in 0..<planeCount {
      let target = unsafe memory.middle(plane)
      for (index, number) in blocks.reversed().enumerated() {
        let values = unsafe memory.row(plane, number * block + block - 1)
        if index == 0 {
          unsafe target.update(from: values, count: columns.count)
        } else {
          unsafe value.add(values, to: target, share: 1 / Float(index + 1), columns.count)
        }
      }
    }
  }

  /// Reads the newest row and computes the window's value.
  private func step(
    _ plane: Int, _ newest: Int, _ oldest: Int, of input: Tile, into output: UnsafeMutablePointer<Float>
  ) {
    let height = Float(2 * reach + 1)
    let new = unsafe newRow(plane, newest, of: input)
    let prefixShare = unsafe 1 / new.share / height
    let middleShare = Float(middle.count * block) / height
    unsafe value.step(
      new,
      WindowRows(
        suffix: memory.row(plane, oldest), middle: middle.isEmpty ? nil : UnsafePointer(memory.middle(plane)),
        middleShare: middleShare, prefixShare: prefixShare), into: output, columns.count)
  }
}

/// The rows that a run keeps.
@safe final class ColumnRunMemory {
  private let rows: Int
  private let stride: Int
  private let base: UnsafeMutablePointer<Float>
  /// A row of zeros, and one for assembling.
  let zeros: UnsafeMutablePointer<Float>
  let line: UnsafeMutablePointer<Float>

  init(rows: Int, width: Int, scratch: ScratchArena) {
    self.rows = rows
    var stride = (width + 15) & ~15
    if stride % 256 == 0 { stride += 16 }
    self.stride = stride
    unsafe base = unsafe scratch.floats(stride * (rows + 2) * 4)
    unsafe zeros = unsafe scratch.floats(width)
    unsafe zeros.update(repeating: 0, count: width)
    unsafe line = unsafe scratch.floats(width)
  }

  @inline(__always)
  private func place(_ plane: Int, _ row: Int) -> UnsafeMutablePointer<Float> {
    unsafe base + (plane * (rows + 2) + row) * stride
  }

  /// The row at a coordinate, in a ring buffer: it replaces the row that lies the buffer's height above.
  func row(_ plane: Int, _ y: Int) -> UnsafeMutablePointer<Float> {
    unsafe place(plane, y - y.floored(by: rows) * rows)
  }

  /// From the top of the newest row's block.
  func prefix(_ plane: Int) -> UnsafeMutablePointer<Float> { unsafe place(plane, rows) }
  /// Of the whole blocks inside the window.
  func middle(_ plane: Int) -> UnsafeMutablePointer<Float> { unsafe place(plane, rows + 1) }

  func fill(plane: Int, with value: Float) {
    unsafe place(plane, 0).update(repeating: value, count: (rows + 2) * stride)
  }
}

extension Int {
  /// The quotient, rounded down, by a positive number.
  fileprivate func floored(by step: Int) -> Int { self >= 0 ? self / step : -((step - 1 - self) / step) }
}
