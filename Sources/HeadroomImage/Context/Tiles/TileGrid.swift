internal import HeadroomEngine
internal import HeadroomPixels

/// Squares of pixels, anchored at the origin of a zoom level.
struct TileGrid {
  let size: Int

  struct Place: Hashable {
    let column: Int
    let row: Int
  }

  /// Tiles that form a rectangle, which one render fills.
  struct Block: Hashable {
    var columns: Range<Int>
    var rows: Range<Int>

    var places: [Place] { rows.flatMap { row in columns.map { Place(column: $0, row: row) } } }
  }

  /// The most pixels of a block.
  private static let largestBlock = 1 << 22

  func rect(_ place: Place) -> PixelRect {
    PixelRect(x: place.column * size, y: place.row * size, width: size, height: size)
  }

  func rect(_ block: Block) -> PixelRect {
    PixelRect(
      minX: block.columns.lowerBound * size, minY: block.rows.lowerBound * size, maxX: block.columns.upperBound * size,
      maxY: block.rows.upperBound * size)
  }

  /// The tiles that a finite rectangle touches.
  func block(touching rect: PixelRect) -> Block {
    func down(_ value: Int) -> Int { value >= 0 ? value / size : -((size - 1 - value) / size) }
    if rect.isEmpty { return Block(columns: 0..<0, rows: 0..<0) }
    return Block(
      columns: down(rect.minX)..<down(rect.maxX - 1) + 1, rows: down(rect.minY)..<down(rect.maxY - 1) + 1)
  }

  /// Places joined to a few rectangles, from the top.
  func blocks(of places: [Place]) -> [Block] {
    var left = Set(places)
    var blocks: [Block] = []
    let most = max(Self.largestBlock / (size * size), 1)
    for first in places.sorted(by: { ($1.row, $0.column) < ($0.row, $1.column) }) where left.contains(first) {
      var block = Block(columns: first.column..<first.column + 1, rows: first.row..<first.row + 1)
      while block.columns.count < most, left.contains(Place(column: block.columns.upperBound, row: first.row)) {
        block.columns = block.columns.lowerBound..<block.columns.upperBound + 1
      }
      while block.columns.count * (block.rows.count + 1) <= most,
        block.columns.allSatisfy({ left.contains(Place(column: $0, row: block.rows.lowerBound - 1)) })
      {
        block.rows = block.rows.lowerBound - 1..<block.rows.upperBound
      }
      left.subtract(block.places)
      blocks.append(block)
    }
    return blocks
  }
}
