import HeadroomPixels

/// A rectangular window over a tile: its columns first, then, turned, its rows.
package enum RectangleWindow {
  /// Pixels on each side of the centre.
  package struct Reach: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// The mean of a window. It is here, where the compiler sees the loops: generic functions are not specialised for
  /// calls from another module.
  package static func mean(
    _ reach: Reach, _ input: Tile, _ edge: EdgeMode, into output: Tile, scratch: ScratchArena
  ) {
    let (columns, rows) = (WindowMean(width: 2 * reach.y + 1), WindowMean(width: 2 * reach.x + 1))
    unsafe run(columns: columns, rows: rows, reach, input, edge, into: output, scratch: scratch)
  }

  /// The input may end where the picture does; see ``EdgeMode``.
  static func run<Fold: WindowFold>(
    columns: Fold, rows: Fold, _ reach: Reach, _ input: Tile, _ edge: EdgeMode, into output: Tile,
    scratch: ScratchArena
  ) {
    let mark = scratch.mark
    let input = unsafe TileInspection.withoutNaN(input, scratch: scratch)
    let (held, wanted) = unsafe (input.rect, output.rect)
    let isOpaque = unsafe TileInspection.isOpaque(input, over: wanted.expanded(dx: reach.x, dy: reach.y), edge)
    let middle = PixelRect(minX: held.minX, minY: wanted.minY, maxX: held.maxX, maxY: wanted.maxY)
    let between = unsafe scratch.tile(middle)
    for plane in 0..<(isOpaque ? 3 : 4) {
      unsafe slideColumns(columns, reach.y, input, edge, into: between, plane, scratch)
      unsafe slideRows(rows, reach.x, between, edge, into: output, plane, scratch)
    }
    if isOpaque { unsafe output.fillAlpha() }
    scratch.reset(to: mark)
  }

  private static func slideColumns<Fold: WindowFold>(
    _ fold: Fold, _ reach: Int, _ input: Tile, _ edge: EdgeMode, into output: Tile, _ plane: Int,
    _ scratch: ScratchArena
  ) {
    let mark = scratch.mark
    let (rect, wanted) = unsafe (input.rect, output.rect)
    let window = unsafe SlidingWindow(fold, reach: reach, rows: rect.height, scratch: scratch)
    let strip = WindowStrip.width
    let zeros = unsafe scratch.floats(strip)
    unsafe zeros.update(repeating: 0, count: strip)
    for x in stride(from: 0, to: rect.width, by: strip) {
      let (first, last) = unsafe (input.row(plane, y: rect.minY) + x, input.row(plane, y: rect.maxY - 1) + x)
      let source = unsafe SlidingWindow<Fold>.Source(
        rows: rect.minY..<rect.maxY, first: first, stride: input.stride, before: edge == .zero ? zeros : first,
        after: edge == .zero ? zeros : last)
      unsafe window.run(
        source, wanted.minY..<wanted.maxY, into: output.row(plane, y: wanted.minY) + x, stride: output.stride,
        count: min(strip, rect.width - x))
    }
    scratch.reset(to: mark)
  }

  private static func slideRows<Fold: WindowFold>(
    _ fold: Fold, _ reach: Int, _ input: Tile, _ edge: EdgeMode, into output: Tile, _ plane: Int,
    _ scratch: ScratchArena
  ) {
    let mark = scratch.mark
    let (rect, wanted) = unsafe (input.rect, output.rect)
    let window = unsafe SlidingWindow(fold, reach: reach, rows: rect.width, scratch: scratch)
    let strip = WindowStrip.width
    let turned = unsafe scratch.floats(strip * rect.width)
    let result = unsafe scratch.floats(strip * wanted.width)
    let zeros = unsafe scratch.floats(strip)
    unsafe zeros.update(repeating: 0, count: strip)
    let source = unsafe SlidingWindow<Fold>.Source(
      rows: rect.minX..<rect.maxX, first: turned, stride: strip, before: edge == .zero ? zeros : turned,
      after: edge == .zero ? zeros : turned + (rect.width - 1) * strip)
    for y in stride(from: wanted.minY, to: wanted.maxY, by: strip) {
      let count = min(strip, wanted.maxY - y)
      unsafe Transposition.run(
        input.row(plane, y: y), stride: input.stride, rows: count, columns: rect.width, into: turned, stride: strip)
      unsafe window.run(source, wanted.minX..<wanted.maxX, into: result, stride: strip, count: count)
      unsafe Transposition.run(
        result, stride: strip, rows: wanted.width, columns: count, into: output.row(plane, y: y), stride: output.stride)
    }
    scratch.reset(to: mark)
  }
}
