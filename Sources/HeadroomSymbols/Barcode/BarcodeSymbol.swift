/// The dark and light modules of a code, in rows from the top.
package struct BarcodeSymbol: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// Whether a module is dark, row after row.
  package private(set) var modules: [Bool]

  /// A symbol with only light modules.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    modules = [Bool](repeating: false, count: width * height)
  }

  /// Light outside the symbol; writes there are ignored.
  package subscript(x: Int, y: Int) -> Bool {
    get { holds(x, y) && modules[y * width + x] }
    set { if holds(x, y) { modules[y * width + x] = newValue } }
  }

  private func holds(_ x: Int, _ y: Int) -> Bool { (0..<width).contains(x) && (0..<height).contains(y) }

  /// Makes the modules of a rectangle dark, or light.
  package mutating func fill(x: Range<Int>, y: Range<Int>, isDark: Bool = true) {
    for row in y { for column in x { self[column, row] = isDark } }
  }

  /// The symbol with each row repeated, and with a light margin around it.
  package func framed(quiet: Int, rowHeight: Int = 1) -> BarcodeSymbol {
    var result = BarcodeSymbol(width: width + 2 * quiet, height: height * rowHeight + 2 * quiet)
    for row in 0..<height * rowHeight {
      for column in 0..<width { result[column + quiet, row + quiet] = self[column, row / rowHeight] }
    }
    return result
  }

  /// The first row repeated, with light columns on both sides.
  package func stretched(height: Int, quiet: Int) -> BarcodeSymbol {
    var result = BarcodeSymbol(width: width + 2 * quiet, height: height)
    for row in 0..<height {
      for column in 0..<width { result[column + quiet, row] = self[column, 0] }
    }
    return result
  }
}
