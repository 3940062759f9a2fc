import HeadroomPixels

/// Rows of a tile that may end where the picture does, for windows of a few pixels: pixels beyond the edges are filled
/// in after a row has been processed, so that no tile has to be copied for its borders.
@unsafe
package struct EdgedRows {
  private let tile: Tile
  private let edge: EdgeMode
  /// The first wanted column, and the number of columns.
  private let first: Int
  package let count: Int
  /// The columns that the tile has, counted from the first.
  package let there: Range<Int>
  private let zeros: UnsafePointer<Float>

  /// - Parameters:
  ///   - tile: has at least one of the columns.
  ///   - scratch: memory that is in use as long as this is.
  package init(_ tile: Tile, _ columns: Range<Int>, _ edge: EdgeMode, scratch: ScratchArena) {
    let inside = unsafe columns.clamped(to: tile.rect.minX..<tile.rect.maxX)
    unsafe (self.tile, self.edge, first, count) = unsafe (tile, edge, columns.lowerBound, columns.count)
    unsafe there = inside.lowerBound - columns.lowerBound..<inside.upperBound - columns.lowerBound
    let zeros = unsafe scratch.floats(edge == .zero ? inside.count : 0)
    if edge == .zero { unsafe zeros.update(repeating: 0, count: inside.count) }
    unsafe self.zeros = unsafe UnsafePointer(zeros)
  }

  /// The values of a row at the columns of the tile.
  package func row(_ plane: Int, _ y: Int) -> UnsafePointer<Float> {
    let rect = unsafe tile.rect
    if unsafe edge == .zero && (y < rect.minY || y >= rect.maxY) { return unsafe zeros }
    let row = unsafe tile.row(plane, y: min(max(y, rect.minY), rect.maxY - 1))
    return unsafe UnsafePointer(row + (first + there.lowerBound - rect.minX))
  }

  /// Fills in the missing columns of a line of all columns.
  package func extend(_ line: UnsafeMutablePointer<Float>) {
    let (low, high) = unsafe (there.lowerBound, there.upperBound)
    let (left, right) = unsafe edge == .zero ? (0, 0) : (line[low], line[high - 1])
    unsafe line.update(repeating: left, count: low)
    unsafe (line + high).update(repeating: right, count: count - high)
  }
}
