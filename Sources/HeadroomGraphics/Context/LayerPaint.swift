internal import HeadroomPixels

/// A finished layer as what is drawn.
struct LayerPaint: RowPaint {
  let pixels: ContextPixels
  /// The column of its first pixel.
  let left: Int
  /// The row of its first pixel.
  let top: Int
  var isOpaque: Bool { false }

  func paint(_ rows: RowPointers, row: Int, columns: Range<Int>) {
    unsafe pixels.read(row: row - top, columns: columns.lowerBound - left..<columns.upperBound - left, into: rows)
    unsafe AlphaRow.unpremultiply(rows, columns.count)
  }
}
