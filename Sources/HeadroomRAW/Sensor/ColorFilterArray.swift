/// The colour filters over a sensor's pixels: a small pattern, repeated over the active area from its upper left
/// corner.
package struct ColorFilterArray: Hashable, Sendable {
  /// Rows of the pattern, 1 ... 8.
  package let rows: Int
  /// Columns of the pattern, 1 ... 8.
  package let columns: Int
  /// The plane of each place, row by row: 0 red, 1 green, 2 blue.
  package let planes: [UInt8]

  /// Nil for patterns that no sensor has: of other sizes, or without one of the three colours.
  package init?(rows: Int, columns: Int, planes: [UInt8]) {
    guard 1...8 ~= rows, 1...8 ~= columns, planes.count == rows * columns, Set(planes) == [0, 1, 2] else { return nil }
    self.rows = rows
    self.columns = columns
    self.planes = planes
  }

  /// The plane of a pixel, counted from the active area's corner; any integers are valid.
  @inlinable package func plane(row: Int, column: Int) -> Int {
    let r = row % rows
    let c = column % columns
    return Int(planes[(r < 0 ? r + rows : r) * columns + (c < 0 ? c + columns : c)])
  }

  /// The same sensor seen from another corner.
  package func shifted(rows down: Int, columns right: Int) -> ColorFilterArray {
    let moved = (0..<rows * columns).map { UInt8(plane(row: $0 / columns + down, column: $0 % columns + right)) }
    return ColorFilterArray(rows: rows, columns: columns, planes: moved) ?? self
  }
}

extension ColorFilterArray {
  /// The patterns that development supports.
  package enum Kind: Hashable, Sendable {
    /// One red, one blue and two diagonal greens in 2 x 2.
    case bayer
    /// The same with each colour 2 x 2 pixels large.
    case quadBayer
    /// Fujifilm's 6 x 6.
    case xTrans
    case other
  }

  package var kind: Kind {
    if rows == 6, columns == 6 { return .xTrans }
    if rows == 4, columns == 4, isMade(ofBlocks: 2) { return isBayer(step: 2) ? .quadBayer : .other }
    return rows == 2 && columns == 2 && isBayer(step: 1) ? .bayer : .other
  }

  private func isMade(ofBlocks size: Int) -> Bool {
    (0..<rows * columns).allSatisfy { index in
      let (row, column) = (index / columns, index % columns)
      return plane(row: row, column: column) == plane(row: row / size * size, column: column / size * size)
    }
  }

  private func isBayer(step: Int) -> Bool {
    let corner = plane(row: 0, column: 0)
    let right = plane(row: 0, column: step)
    let below = plane(row: step, column: 0)
    let opposite = plane(row: step, column: step)
    return corner == 1 && opposite == 1 && right != below && right != 1 && below != 1
      || right == 1 && below == 1 && corner != opposite && corner != 1 && opposite != 1
  }
}
