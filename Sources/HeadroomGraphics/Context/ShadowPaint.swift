internal import Foundation
internal import HeadroomPixels

/// A colour with the alpha of a plane.
struct ShadowPaint: RowPaint {
  let color: SolidPaint
  let plane: AlphaPlane
  /// The column of the plane's first value.
  let left: Int
  /// The row of the plane's first value.
  let top: Int
  /// How far the plane is moved, in pixels.
  let offset: CGPoint
  var isOpaque: Bool { false }

  var columns: Range<Int> { Self.span(left, plane.width, offset.x) }
  var rows: Range<Int> { Self.span(top, plane.height, offset.y) }

  private static func span(_ first: Int, _ count: Int, _ offset: CGFloat) -> Range<Int> {
    let start = first + Int(min(max(offset, -1e9), 1e9).rounded(.down))
    return start..<start + count + 1
  }

  func paint(_ rows: RowPointers, row: Int, columns: Range<Int>) {
    unsafe color.paint(rows, row: row, columns: columns)
    let (x, y) = (offset.x.rounded(.down), offset.y.rounded(.down))
    unsafe plane.multiply(
      into: rows.a, column: columns.lowerBound - left - Int(x), row: row - top - Int(y), count: columns.count,
      shift: (Float(offset.x - x), Float(offset.y - y)))
  }
}
