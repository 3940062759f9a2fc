internal import HeadroomPixels

/// What a tile holds, found by looking at every float's bits: an integer maximum is many times cheaper than a convolution.
enum TileInspection {
  /// Whether every alpha is exactly 1, so that averages of it need not be computed.
  static func isOpaque(_ tile: Tile) -> Bool {
    let rect = unsafe tile.rect
    return (rect.minY..<rect.maxY).allSatisfy { unsafe AlphaRow.isOne(tile.row(3, y: $0), rect.width) }
  }

  /// Whether a plane holds a NaN. One NaN would spread over the whole neighbourhood of its pixel.
  static func hasNaN(_ tile: Tile, plane: Int) -> Bool {
    let infinity = Int32(bitPattern: Float.infinity.bitPattern)
    let rect = unsafe tile.rect
    for y in rect.minY..<rect.maxY {
      let row = unsafe tile.row(plane, y: y)
      var largest: Int32 = 0
      for x in 0..<rect.width {
        let magnitude = unsafe Int32(bitPattern: row[x].bitPattern & 0x7FFF_FFFF)
        largest = magnitude > largest ? magnitude : largest
      }
      if largest > infinity { return true }
    }
    return false
  }

  /// The tile, or a copy in which NaN is 0 where it holds any.
  static func withoutNaN(_ tile: Tile, scratch: ScratchArena) -> Tile {
    guard (0..<4).contains(where: { unsafe hasNaN(tile, plane: $0) }) else { return unsafe tile }
    let rect = unsafe tile.rect
    let copy = unsafe scratch.tile(rect)
    for plane in 0..<4 {
      for y in rect.minY..<rect.maxY {
        let (from, to) = unsafe (tile.row(plane, y: y), copy.row(plane, y: y))
        for x in 0..<rect.width {
          let value = unsafe from[x]
          unsafe to[x] = value == value ? value : 0
        }
      }
    }
    return unsafe copy
  }
}
