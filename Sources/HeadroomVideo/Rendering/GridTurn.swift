/// One of the eight ways in which a grid of pixels lies on another: rows and columns are exchanged or not, then columns and
/// rows are mirrored or not. Both grids have their first row at the top.
package struct GridTurn: Hashable, Sendable {
  /// Whether rows become columns.
  package var isTransposed: Bool
  /// Whether the first column of the result is the last one, after rows and columns were exchanged.
  package var mirrorsColumns: Bool
  /// Whether the first row of the result is the last one, after rows and columns were exchanged.
  package var mirrorsRows: Bool

  package init(isTransposed: Bool = false, mirrorsColumns: Bool = false, mirrorsRows: Bool = false) {
    (self.isTransposed, self.mirrorsColumns, self.mirrorsRows) = (isTransposed, mirrorsColumns, mirrorsRows)
  }

  /// Every pixel stays where it is.
  package static let none = GridTurn()
}
