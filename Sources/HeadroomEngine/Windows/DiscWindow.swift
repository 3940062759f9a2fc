import HeadroomPixels

/// The row loops of ``DiscExtreme``.
enum DiscWindow<Fold: WindowFold> where Fold.State == Float {
  /// The input may end where the picture does; see ``EdgeMode``.
  static func run(_ disc: DiscExtreme, _ fold: Fold, _ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let clean = unsafe TileInspection.withoutNaN(input, scratch: scratch)
    // One row and one column beyond the edge stand for all of them.
    let ends = unsafe disc.edge == .zero ? clean.rect.expanded(dx: 1, dy: 1) : clean.rect
    let whole = unsafe clean.extended(to: ends, disc.edge, scratch: scratch)
    let spreading = unsafe Spreading(output.rect, ends, disc, scratch: scratch)
    let rect = unsafe output.rect
    for plane in 0..<4 {
      for y in rect.minY..<rect.maxY { unsafe output.row(plane, y: y).update(repeating: Fold.empty, count: rect.width) }
      for y in ends.minY..<ends.maxY { unsafe spreading.run(whole.row(plane, y: y), y, into: output, plane) }
      for y in rect.minY..<rect.maxY {
        let row = unsafe output.row(plane, y: y)
        for i in 0..<rect.width { unsafe row[i] = fold.result(row[i]) }
      }
    }
    scratch.reset(to: mark)
  }

  /// The contribution of one input row to the rows of the output.
  @unsafe
  private struct Spreading {
    let rect: PixelRect
    let ends: PixelRect
    /// Half the width of the disc's row at each distance from its centre; none is wider than there are columns.
    let halfWidths: [Int]
    /// Columns on each side of the output that count.
    let margin: Int
    let line: UnsafeMutablePointer<Float>
    let other: UnsafeMutablePointer<Float>

    init(_ rect: PixelRect, _ ends: PixelRect, _ disc: DiscExtreme, scratch: ScratchArena) {
      unsafe self.rect = rect
      unsafe self.ends = ends
      let all = max(rect.maxX - ends.minX, ends.maxX - rect.minX, 1)
      let farthest = max(rect.maxY - ends.minY, ends.maxY - rect.minY, 1)
      unsafe margin = min(disc.reach, all)
      unsafe halfWidths = (0...min(disc.reach, farthest)).map { min(disc.halfWidth(at: $0), all) }
      unsafe line = unsafe scratch.floats(rect.width + 2 * margin)
      unsafe other = unsafe scratch.floats(rect.width + 2 * margin)
    }

    func run(_ row: UnsafePointer<Float>, _ y: Int, into output: Tile, _ plane: Int) {
      let count = unsafe rect.width + 2 * margin
      unsafe Tile.extend(row, ends, .clamp(ends), from: rect.minX - margin, count: count, line)
      // The first and the last row stand for all beyond them as well.
      let low = unsafe y == ends.minY ? min(y, rect.minY) : y
      let high = unsafe y == ends.maxY - 1 ? max(y, rect.maxY - 1) : y
      var (window, half) = unsafe ((line, other), 0)
      // The narrowest window comes first, and the next is made from it.
      for distance in unsafe halfWidths.indices.reversed() {
        let (below, above) = (low - distance, high + distance)
        let rows = unsafe rect.minY..<rect.maxY
        guard distance == 0 || rows.contains(below) || rows.contains(above) else { continue }
        while unsafe half < halfWidths[distance] {
          unsafe widen(&half, to: halfWidths[distance], window.0, window.1, count)
          unsafe window = unsafe (window.1, window.0)
        }
        let values = unsafe window.0 + margin
        if distance == 0 {
          for target in unsafe max(low, rect.minY)..<max(min(high + 1, rect.maxY), low, rect.minY) {
            unsafe take(values, output.row(plane, y: target))
          }
        } else {
          if rows.contains(below) { unsafe take(values, output.row(plane, y: below)) }
          if rows.contains(above) { unsafe take(values, output.row(plane, y: above)) }
        }
      }
    }

    /// Combines two overlapping windows into a wider one.
    private func widen(
      _ half: inout Int, to wanted: Int, _ from: UnsafeMutablePointer<Float>, _ to: UnsafeMutablePointer<Float>,
      _ count: Int
    ) {
      let step = min(max(half, 1), wanted - half)
      let isSingle = half == 0
      half += step
      let (left, right) = unsafe (from, from + 2 * step)
      let target = unsafe to + step
      for i in 0..<count - 2 * step { unsafe target[i] = Fold.join(left[i], right[i]) }
      guard isSingle else { return }
      let middle = unsafe from + step
      for i in 0..<count - 2 * step { unsafe target[i] = Fold.join(target[i], middle[i]) }
    }

    private func take(_ values: UnsafePointer<Float>, _ row: UnsafeMutablePointer<Float>) {
      for i in unsafe 0..<rect.width { unsafe row[i] = Fold.join(row[i], values[i]) }
    }
  }
}
