/// The allowed shapes of a PDF417 symbol; nil allows anything.
package struct PDF417Layout: Sendable {
  package let isCompact: Bool
  package let rows: Int?
  package let columns: Int?
  package let minimumWidth: Int?
  package let maximumWidth: Int?
  package let minimumHeight: Int?
  package let maximumHeight: Int?
  /// The ratio of width to height; 0 stands for the usual one.
  package let ratio: Double

  package init(
    isCompact: Bool, rows: Int? = nil, columns: Int? = nil, minimumWidth: Int? = nil, maximumWidth: Int? = nil,
    minimumHeight: Int? = nil, maximumHeight: Int? = nil, ratio: Double
  ) {
    self.isCompact = isCompact
    self.rows = rows
    self.columns = columns
    self.minimumWidth = minimumWidth
    self.maximumWidth = maximumWidth
    self.minimumHeight = minimumHeight
    self.maximumHeight = maximumHeight
    self.ratio = ratio
  }

  /// A ratio that cards and labels have room for.
  private static let usualRatio = 3.0

  /// The rows and columns for a number of codewords; nil where no allowed shape holds them.
  package func shape(holding count: Int) -> (rows: Int, columns: Int)? {
    var best: (rows: Int, columns: Int, distance: Double)?
    for columns in columns.map({ $0...$0 }) ?? 1...30 where allowsWidth(of: columns) {
      let fewest = max((count + columns - 1) / columns, 3)
      for rows in rows.map({ $0...$0 }) ?? 3...90
      where rows >= fewest && rows * columns <= PDF417.mostCodewords && allowsHeight(of: rows) {
        let distance = abs(Double(width(columns)) / Double(height(rows)) - (ratio > 0 ? ratio : Self.usualRatio))
        if distance < best?.distance ?? .infinity { best = (rows, columns, distance) }
        // More rows than needed are only used where a height requires them.
        break
      }
    }
    return best.map { ($0.rows, $0.columns) }
  }

  private func width(_ columns: Int) -> Int { PDF417.width(columns, isCompact) + 2 * PDF417.margin }
  private func height(_ rows: Int) -> Int { rows * PDF417.rowHeight + 2 * PDF417.margin }

  private func allowsWidth(of columns: Int) -> Bool {
    (minimumWidth ?? 0)...max(minimumWidth ?? 0, maximumWidth ?? .max) ~= width(columns)
  }

  private func allowsHeight(of rows: Int) -> Bool {
    (minimumHeight ?? 0)...max(minimumHeight ?? 0, maximumHeight ?? .max) ~= height(rows)
  }
}
