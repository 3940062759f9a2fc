import HeadroomPixels

/// The largest or smallest value in a window of at most five by five pixels, straight from its rows: nothing is kept between rows but
/// what the caches keep, which takes a quarter less time than windows of any size.
enum SmallExtreme {
  /// Pixels on each side of the centre.
  static let largestReach = 2

  /// The input may end where the picture does; see ``EdgeMode``. It has pixels of every column of the output.
  static func run<Fold: WindowFold>(
    _ fold: Fold, _ reach: RectangleWindow.Reach, _ input: Tile, _ edge: EdgeMode, into output: Tile,
    scratch: ScratchArena
  ) where Fold.State == Float {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let input = unsafe TileInspection.withoutNaN(input, scratch: scratch)
    let isOpaque = unsafe TileInspection.isOpaque(input, over: rect.expanded(dx: reach.x, dy: reach.y), edge)
    let rows = unsafe EdgedRows(input, rect.minX - reach.x..<rect.maxX + reach.x, edge, scratch: scratch)
    let line = unsafe scratch.floats(rows.count)
    for plane in 0..<(isOpaque ? 3 : 4) {
      for y in rect.rows {
        let there = unsafe line + rows.there.lowerBound
        unsafe columns(fold, reach.y, { unsafe rows.row(plane, y + $0) }, into: there, rows.there.count)
        unsafe rows.extend(line)
        unsafe self.rows(fold, reach.x, line, into: output.row(plane, y: y), rect.width)
      }
    }
    if isOpaque { unsafe output.fillAlpha() }
    scratch.reset(to: mark)
  }

  /// - Parameter row: the row so many above the middle.
  private static func columns<Fold: WindowFold>(
    _ fold: Fold, _ reach: Int, _ row: (Int) -> UnsafePointer<Float>, into line: UnsafeMutablePointer<Float>,
    _ count: Int
  ) where Fold.State == Float {
    let middle = unsafe row(0)
    switch reach {
    case 0: unsafe line.update(from: middle, count: count)
    case 1: unsafe three(fold, row(-1), middle, row(1), into: line, count)
    default: unsafe five(fold, row(-2), row(-1), middle, row(1), row(2), into: line, count)
    }
  }

  private static func rows<Fold: WindowFold>(
    _ fold: Fold, _ reach: Int, _ line: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, _ count: Int
  ) where Fold.State == Float {
    switch reach {
    case 0: for i in 0..<count { unsafe output[i] = fold.result(line[i]) }
    case 1: unsafe three(fold, line, line + 1, line + 2, into: output, count)
    default: unsafe five(fold, line, line + 1, line + 2, line + 3, line + 4, into: output, count)
    }
  }

  private static func three<Fold: WindowFold>(
    _ fold: Fold, _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
    into output: UnsafeMutablePointer<Float>, _ count: Int
  ) where Fold.State == Float {
    for i in 0..<count { unsafe output[i] = fold.result(Fold.join(Fold.join(a[i], b[i]), c[i])) }
  }

  private static func five<Fold: WindowFold>(
    _ fold: Fold, _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
    _ d: UnsafePointer<Float>, _ e: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, _ count: Int
  ) where Fold.State == Float {
    for i in 0..<count {
      let (low, high) = unsafe (Fold.join(a[i], b[i]), Fold.join(d[i], e[i]))
      unsafe output[i] = fold.result(Fold.join(Fold.join(low, high), c[i]))
    }
  }
}
