/// A Data Matrix symbol's size and the division of its codewords (ISO/IEC 16022, table 7), ECC 200.
package struct DataMatrixSize: Hashable, Sendable {
  let rows: Int
  let columns: Int
  /// Regions between the finder lines, down and across.
  let regions: (down: Int, across: Int)
  let dataCount: Int
  /// The number of correction codewords of all blocks.
  let correctionCount: Int
  let blockCount: Int

  /// Nil where the standard has no such size.
  init?(rows: Int, columns: Int) {
    guard let known = Self.known.first(where: { $0.0 == rows && $0.1 == columns }) else { return nil }
    (self.rows, self.columns) = (rows, columns)
    regions = (known.2, known.3)
    (dataCount, correctionCount, blockCount) = (known.4, known.5, known.6)
  }

  package static func == (left: Self, right: Self) -> Bool { left.rows == right.rows && left.columns == right.columns }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(rows)
    hasher.combine(columns)
  }

  /// Every size: rows, columns.
  static let all = known.map { (rows: $0.0, columns: $0.1) }

  /// Rows, columns, regions down, across, data, correction, blocks.
  private static let known: [(Int, Int, Int, Int, Int, Int, Int)] = [
    (10, 10, 1, 1, 3, 5, 1), (12, 12, 1, 1, 5, 7, 1), (14, 14, 1, 1, 8, 10, 1), (16, 16, 1, 1, 12, 12, 1),
    (18, 18, 1, 1, 18, 14, 1), (20, 20, 1, 1, 22, 18, 1), (22, 22, 1, 1, 30, 20, 1), (24, 24, 1, 1, 36, 24, 1),
    (26, 26, 1, 1, 44, 28, 1), (32, 32, 2, 2, 62, 36, 1), (36, 36, 2, 2, 86, 42, 1), (40, 40, 2, 2, 114, 48, 1),
    (44, 44, 2, 2, 144, 56, 1), (48, 48, 2, 2, 174, 68, 1), (52, 52, 2, 2, 204, 84, 2), (64, 64, 4, 4, 280, 112, 2),
    (72, 72, 4, 4, 368, 144, 4), (80, 80, 4, 4, 456, 192, 4), (88, 88, 4, 4, 576, 224, 4), (96, 96, 4, 4, 696, 272, 4),
    (104, 104, 4, 4, 816, 336, 6), (120, 120, 6, 6, 1050, 408, 6), (132, 132, 6, 6, 1304, 496, 8),
    (144, 144, 6, 6, 1558, 620, 10), (8, 18, 1, 1, 5, 7, 1), (8, 32, 1, 2, 10, 11, 1), (12, 26, 1, 1, 16, 14, 1),
    (12, 36, 1, 2, 22, 18, 1), (16, 36, 1, 2, 32, 24, 1), (16, 48, 1, 2, 49, 28, 1),
  ]
}

/// Builds Data Matrix symbols (ISO/IEC 16022), ECC 200.
package enum DataMatrix {
  private static let field = ReedSolomon(polynomial: 0x12D, firstRoot: 1)

  /// The symbol of data codewords, padded where they are too few; nil where they are too many.
  package static func symbol(of codewords: [Int], in size: DataMatrixSize) -> BarcodeSymbol? {
    guard !codewords.isEmpty, codewords.count <= size.dataCount else { return nil }
    var data = codewords
    // The first word of the padding is plain; those after it depend on their position.
    while data.count < size.dataCount {
      let place = data.count + 1
      let scattered = 129 + (149 * place) % 253 + 1
      data.append(data.count == codewords.count ? 129 : scattered > 254 ? scattered - 254 : scattered)
    }
    return drawn(data + correction(of: data, size), size)
  }

  /// Blocks alternate; the correction continues with the block after the last data codeword.
  private static func correction(of data: [Int], _ size: DataMatrixSize) -> [Int] {
    let (blocks, count) = (size.blockCount, size.correctionCount / size.blockCount)
    var result = [Int](repeating: 0, count: size.correctionCount)
    for block in 0..<blocks {
      let words = stride(from: block, to: data.count, by: blocks).map { data[$0] }
      let first = (block - data.count % blocks + blocks) % blocks
      for (index, word) in field.correction(of: words, count: count).enumerated() {
        result[first + index * blocks] = word
      }
    }
    return result
  }

  private static func drawn(_ words: [Int], _ size: DataMatrixSize) -> BarcodeSymbol {
    let (height, width) = (size.rows / size.regions.down, size.columns / size.regions.across)
    let (innerHeight, innerWidth) = (height - 2, width - 2)
    let mapping = DataMatrixPlacement(rows: innerHeight * size.regions.down, columns: innerWidth * size.regions.across)
      .filled(with: words)
    var symbol = BarcodeSymbol(width: size.columns, height: size.rows)
    for y in 0..<size.rows {
      for x in 0..<size.columns {
        let (row, column) = (y % height, x % width)
        symbol[x, y] =
          column == 0 || row == height - 1
          ? true
          : row == 0
            ? column.isMultiple(of: 2)
            : column == width - 1
              ? !row.isMultiple(of: 2)
              : mapping[x / width * innerWidth + column - 1, y / height * innerHeight + row - 1]
      }
    }
    return symbol
  }
}

/// The positions of the bits of Data Matrix codewords (ISO/IEC 16022, annex F): words of a fixed shape in diagonals,
/// wrapped around the edges; four special shapes for corners.
struct DataMatrixPlacement {
  private let rows: Int
  private let columns: Int
  private var taken: BarcodeSymbol
  private var symbol: BarcodeSymbol
  private var words: ArraySlice<Int> = []

  init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    symbol = BarcodeSymbol(width: columns, height: rows)
    taken = symbol
  }

  func filled(with words: [Int]) -> BarcodeSymbol {
    var copy = self
    copy.words = words[...]
    copy.placeAll()
    return copy.symbol
  }

  private mutating func placeAll() {
    var (row, column) = (4, 0)
    repeat {
      placeCorner(row, column)
      // Up and to the right.
      repeat {
        if row < rows, column >= 0, !taken[column, row] { placeShape(row, column) }
        row -= 2
        column += 2
      } while row >= 0 && column < columns
      row += 1
      column += 3
      // Down and to the left.
      repeat {
        if row >= 0, column < columns, !taken[column, row] { placeShape(row, column) }
        row += 2
        column -= 2
      } while row < rows && column >= 0
      row += 3
      column += 1
    } while row < rows || column < columns
    if !taken[columns - 1, rows - 1] {
      symbol[columns - 1, rows - 1] = true
      symbol[columns - 2, rows - 2] = true
    }
  }

  private mutating func placeCorner(_ row: Int, _ column: Int) {
    let (last, right) = (rows - 1, columns - 1)
    if row == rows, column == 0 {
      place([
        (last, 0), (last, 1), (last, 2), (0, right - 1), (0, right), (1, right), (2, right), (3, right),
      ])
    }
    if row == rows - 2, column == 0, !columns.isMultiple(of: 4) {
      place([
        (last - 2, 0), (last - 1, 0), (last, 0), (0, right - 3), (0, right - 2), (0, right - 1), (0, right), (1, right),
      ])
    }
    if row == rows - 2, column == 0, columns % 8 == 4 {
      place([
        (last - 2, 0), (last - 1, 0), (last, 0), (0, right - 1), (0, right), (1, right), (2, right), (3, right),
      ])
    }
    if row == rows + 4, column == 2, columns.isMultiple(of: 8) {
      place([
        (last, 0), (last, right), (0, right - 2), (0, right - 1), (0, right), (1, right - 2), (1, right - 1),
        (1, right),
      ])
    }
  }

  private mutating func placeShape(_ row: Int, _ column: Int) {
    place([
      (row - 2, column - 2), (row - 2, column - 1), (row - 1, column - 2), (row - 1, column - 1), (row - 1, column),
      (row, column - 2), (row, column - 1), (row, column),
    ])
  }

  /// The next word's bits, the highest first.
  private mutating func place(_ modules: [(row: Int, column: Int)]) {
    let word = words.popFirst() ?? 0
    for (index, module) in modules.enumerated() {
      var (row, column) = module
      if row < 0 {
        row += rows
        column += 4 - (rows + 4) % 8
      }
      if column < 0 {
        column += columns
        row += 4 - (columns + 4) % 8
      }
      symbol[column, row] = (word >> (7 - index)) & 1 == 1
      taken[column, row] = true
    }
  }
}
