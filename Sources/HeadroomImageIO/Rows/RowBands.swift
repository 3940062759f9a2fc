package import HeadroomContainers
package import HeadroomPixels

/// The rows of a source from the top, some at a time, in one bitmap that all bands share.
package struct RowBands {
  private let rows: any StillRowSource
  private let bitmap: PixelBitmap
  private var nextRow = 0

  /// - Parameter height: the most rows of a band; rounded to whole groups of rows that are decoded together,
  ///   where at least one fits.
  package init(_ rows: any StillRowSource, height: Int) throws(ImageIOError) {
    self.rows = rows
    let (most, group) = (max(height, 1), max(rows.rowGroup, 1))
    let whole = min(most >= group ? most / group * group : most, max(rows.height, 1))
    do throws(PixelError) {
      bitmap = try PixelBitmap(width: rows.width, height: whole, format: rows.format, alpha: rows.alpha)
    } catch {
      throw ImageIOError(error)
    }
  }

  /// Decodes the next rows; nil after the last.
  package mutating func next() throws(ImageIOError) -> (band: PixelBitmap, firstRow: Int)? {
    let first = nextRow
    let count = min(bitmap.height, rows.height - first)
    guard count > 0, let band = bitmap.cropped(x: 0, y: 0, width: bitmap.width, height: count) else { return nil }
    try rows.read(count, into: bitmap, row: 0)
    nextRow += count
    return (band, first)
  }
}
