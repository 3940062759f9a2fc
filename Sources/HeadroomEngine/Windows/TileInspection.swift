package import HeadroomPixels

/// Checks of a tile's contents by every float's bits: an integer maximum is many times cheaper than a convolution.
package enum TileInspection {
  /// Whether every alpha is exactly 1, so that averages of it need not be computed.
  package static func isOpaque(_ tile: Tile) -> Bool {
    let rect = unsafe tile.rect
    return (rect.minY..<rect.maxY).allSatisfy { unsafe AlphaRow.isOne(tile.row(3, y: $0), rect.width) }
  }

  /// The same for windows that read a rectangle, part of which may lie beyond the tile's edges.
  package static func isOpaque(_ tile: Tile, over rect: PixelRect, _ edge: EdgeMode) -> Bool {
    unsafe (edge != .zero || tile.rect.contains(rect)) && isOpaque(tile)
  }

  /// Whether a row holds a number beyond a limit, or a NaN, whose bits are above those of infinity.
  package static func exceeds(_ limit: Float, _ row: UnsafePointer<Float>, _ count: Int) -> Bool {
    var largest: Int32 = 0
    for x in 0..<count {
      let magnitude = unsafe Int32(bitPattern: row[x].bitPattern & 0x7FFF_FFFF)
      largest = magnitude > largest ? magnitude : largest
    }
    return largest > Int32(bitPattern: limit.bitPattern)
  }

  private static func exceeds(_ limit: Float, _ tile: Tile, plane: Int) -> Bool {
    let rect = unsafe tile.rect
    return rect.rows.contains { unsafe exceeds(limit, tile.row(plane, y: $0), rect.width) }
  }

  /// The tile, or if it holds NaN, a copy with 0 instead: for operations that order or select values.
  package static func withoutNaN(_ tile: Tile, scratch: ScratchArena) -> Tile {
    unsafe clamped(tile, within: .infinity, planes: 4, scratch: scratch)
  }

  /// The tile, or a copy changed by ``Summable`` if that makes a difference.
  ///
  /// - Parameter planes: 3 where alpha is known to be 1.
  package static func summable(_ tile: Tile, planes: Int = 4, scratch: ScratchArena) -> Tile {
    unsafe clamped(tile, within: Summable.limit, planes: planes, scratch: scratch)
  }

  private static func clamped(_ tile: Tile, within limit: Float, planes: Int, scratch: ScratchArena) -> Tile {
    guard (0..<planes).contains(where: { unsafe exceeds(limit, tile, plane: $0) }) else { return unsafe tile }
    let rect = unsafe tile.rect
    let copy = unsafe scratch.tile(rect)
    for plane in 0..<4 {
      for y in rect.minY..<rect.maxY {
        let (from, to) = unsafe (tile.row(plane, y: y), copy.row(plane, y: y))
        for x in 0..<rect.width {
          let value = unsafe from[x]
          let number = value == value ? value : 0
          unsafe to[x] = smaller(larger(number, -limit), limit)
        }
      }
    }
    return unsafe copy
  }
}
