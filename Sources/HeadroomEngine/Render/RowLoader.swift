import HeadroomPixels

/// Loads rows of an input into a register: clip, edge and position in one place.
enum RowLoader {
  /// The rows of a tile, if it has all pixels unchanged: they need not be copied for a reader.
  static func rows(of bound: BoundInput, tiles: UnsafePointer<Tile>, x: Int, y: Int, count: Int) -> RowPointers? {
    guard let tile = bound.tile else { return nil }
    let span = PixelRect(x: x, y: y, width: count, height: 1)
    let moved = span.offset(dx: -bound.input.dx, dy: -bound.input.dy)
    guard bound.input.clip.contains(span), unsafe tiles[tile].rect.contains(moved) else { return nil }
    return unsafe tiles[tile].rows(x: moved.minX, y: moved.minY)
  }

  static func load(
    _ bound: BoundInput, tiles: UnsafePointer<Tile>, x: Int, y: Int, count: Int, into rows: RowPointers
  ) {
    let input = bound.input
    switch input.edge {
    case .transparent:
      guard y >= input.clip.minY, y < input.clip.maxY else { return unsafe rows.clear(from: 0, count: count) }
      let first = min(max(input.clip.minX - x, 0), count)
      let last = min(max(input.clip.maxX - x, first), count)
      unsafe rows.clear(from: 0, count: first)
      unsafe rows.clear(from: last, count: count - last)
      guard last > first else { return }
      unsafe read(bound, tiles, x: x + first, y: y, count: last - first, into: rows.advanced(by: first))
    case .clamp:
      unsafe loadClamped(bound, tiles: tiles, x: x, y: y, count: count, into: rows)
    }
  }

  private static func loadClamped(
    _ bound: BoundInput, tiles: UnsafePointer<Tile>, x: Int, y: Int, count: Int, into rows: RowPointers
  ) {
    let clip = bound.input.clip
    guard !clip.isEmpty else { return unsafe rows.clear(from: 0, count: count) }
    let row = min(max(y, clip.minY), clip.maxY - 1)
    let start = max(x, clip.minX)
    let end = min(x + count, clip.maxX)
    guard start < end else {
      // The span lies entirely outside the picture: one edge pixel fills it.
      let column = x >= clip.maxX ? clip.maxX - 1 : clip.minX
      unsafe read(bound, tiles, x: column, y: row, count: 1, into: rows)
      return unsafe rows.fill(from: 1, count: count - 1, with: 0)
    }
    let (first, last) = (start - x, end - x)
    unsafe read(bound, tiles, x: start, y: row, count: last - first, into: rows.advanced(by: first))
    unsafe rows.fill(from: 0, count: first, with: first)
    unsafe rows.fill(from: last, count: count - last, with: last - 1)
  }

  /// Reads pixels that lie inside the clip rectangle.
  @inline(__always)
  private static func read(
    _ bound: BoundInput, _ tiles: UnsafePointer<Tile>, x: Int, y: Int, count: Int, into rows: RowPointers
  ) {
    unsafe bound.read(tiles, x: x - bound.input.dx, y: y - bound.input.dy, count: count, into: rows)
  }
}
