/// What limits drawing: all of some rectangles, turned or not, and all of some masks.
struct DrawingClip: Sendable {
  var quads: [QuadCoverage] = []
  var masks: [CoverageMask] = []

  /// Columns and rows that may be covered, inside 0..<width and 0..<height.
  func extent(width: Int, height: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    var (columns, rows) = (0..<width, 0..<height)
    for quad in quads {
      let extent = quad.extent(width: width, height: height)
      columns = columns.clamped(to: extent.columns)
      rows = rows.clamped(to: extent.rows)
    }
    for mask in masks {
      columns = columns.clamped(to: mask.columns)
      rows = rows.clamped(to: mask.rows)
    }
    return (columns, rows)
  }

  /// Whether every pixel of a span of a row is known to be covered fully.
  func isFull(columns: Range<Int>, row: Int) -> Bool {
    masks.isEmpty && quads.allSatisfy { $0.isFull(columns: columns, rows: row..<row + 1) }
  }

  /// Multiplies the coverage of a span of a row into `coverage`.
  func multiply(into coverage: UnsafeMutablePointer<Float>, row: Int, columns: Range<Int>) {
    for quad in quads { unsafe quad.multiply(into: coverage, row: row, columns: columns) }
    for mask in masks { unsafe mask.multiply(into: coverage, row: row, columns: columns) }
  }

  /// Both limits.
  func joined(with other: DrawingClip) -> DrawingClip {
    DrawingClip(quads: quads + other.quads, masks: masks + other.masks)
  }

  /// Limits to a mask too. One mask is kept: the product of all.
  mutating func add(_ mask: CoverageMask) {
    if let last = masks.first { mask.intersect(last) }
    masks = [mask]
  }

  static let nothing = DrawingClip(masks: [CoverageMask.nothing])
}
