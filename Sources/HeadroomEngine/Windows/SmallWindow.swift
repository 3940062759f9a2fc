package import HeadroomPixels

/// The mean, the largest or the smallest value of each channel in a window of at most five by five pixels, straight
/// from its rows. Nothing is kept between rows except by the caches, which takes a quarter to a half less time than the
/// algorithms for windows of any size.
package struct SmallWindow: NeighbourhoodImplementation {
  /// Pixels on each side of the centre.
  package static let largestReach = 2

  package let value: WindowValue
  package let reach: RectangleWindow.Reach
  package let edge: EdgeMode

  package init(value: WindowValue, reach: RectangleWindow.Reach, edge: EdgeMode) {
    self.value = value
    self.reach = reach
    self.edge = edge
  }

  package var fingerprint: Fingerprint {
    Fingerprint("\(value) of a small rectangle", [Double(reach.x), Double(reach.y)] + edge.fingerprint)
  }

  package var toleratesPartialInput: Bool { true }

  private func around(_ rect: PixelRect) -> PixelRect { rect.expanded(dx: reach.x, dy: reach.y) }

  package func region(for output: PixelRect) -> PixelRect { edge.region(around(output)) }

  package func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  package func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    switch value {
    case .mean: unsafe render(RunningMean.self, input, into: output, scratch)
    case .largest: unsafe render(RunningMaximum.self, input, into: output, scratch)
    case .smallest: unsafe render(RunningMinimum.self, input, into: output, scratch)
    }
  }

  private func render<Window: RunningWindow>(
    _ window: Window.Type, _ input: Tile, into output: Tile, _ scratch: ScratchArena
  ) {
    if unsafe compute(window, input, into: output, scratch) { return }
    let mark = scratch.mark
    let clean =
      unsafe value == .mean
      ? TileInspection.summable(input, scratch: scratch) : TileInspection.withoutNaN(input, scratch: scratch)
    let isDone = unsafe compute(window, clean, into: output, scratch)
    assert(isDone, "what has been cleaned can be computed with")
    scratch.reset(to: mark)
  }

  /// - Returns: false, with an invalid result, where the input holds values that have to be cleaned first.
  private func compute<Window: RunningWindow>(
    _ window: Window.Type, _ input: Tile, into output: Tile, _ scratch: ScratchArena
  ) -> Bool {
    let mark = scratch.mark
    defer { scratch.reset(to: mark) }
    let rect = unsafe output.rect
    // A row without any of the columns has nothing to fill them with.
    let tile =
      unsafe input.rect.hasColumns(of: rect)
      ? input : input.extended(to: around(rect), edge, scratch: scratch)
    let isOpaque = unsafe TileInspection.isOpaque(tile, over: around(rect), edge)
    let rows = unsafe EdgedRows(tile, around(rect).columns, edge, scratch: scratch)
    for plane in 0..<(isOpaque ? 3 : 4) {
      guard unsafe SmallWindowRows<Window>.run(rows, reach, into: output, plane, scratch: scratch) else { return false }
    }
    if isOpaque { unsafe output.fillAlpha() }
    return true
  }

  package func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    let rows = (y - reach.y...y + reach.y).map { row in
      (x - reach.x...x + reach.x).map { edge.pixel($0, row, of: input) }
    }
    return value.of(rows.joined(), count: (2 * reach.x + 1) * (2 * reach.y + 1))
  }
}

extension PixelRect {
  /// Whether it has some of the other's columns: then a row has the values with which its edges are filled.
  func hasColumns(of other: PixelRect) -> Bool { columns.overlaps(other.columns) }
}

/// The row loops of ``SmallWindow``: down the columns into lines, whose ends are filled in, and along those. Two rows
/// are computed at a time; their windows share all rows but two.
private enum SmallWindowRows<Window: RunningWindow> {
  /// Each row is checked just before it is needed, which brings it into the first-level cache.
  ///
  /// - Returns: whether no value has to be cleaned.
  static func run(
    _ input: EdgedRows, _ reach: RectangleWindow.Reach, into output: Tile, _ plane: Int, scratch: ScratchArena
  ) -> Bool {
    let rect = unsafe output.rect
    let lines = unsafe (scratch.floats(input.count), scratch.floats(input.count))
    func isClean(_ rows: Range<Int>) -> Bool {
      rows.allSatisfy { unsafe !TileInspection.exceeds(Window.limit, input.row(plane, $0), input.there.count) }
    }
    guard isClean(rect.minY - reach.y..<rect.minY + reach.y) else { return false }
    for y in stride(from: rect.minY, to: rect.maxY, by: 2) {
      let end = min(y + 2, rect.maxY)
      guard isClean(y + reach.y..<end + reach.y) else { return false }
      unsafe down(input, plane, y, reach.y, into: lines.0 + input.there.lowerBound, lines.1 + input.there.lowerBound)
      for row in y..<end {
        let line = unsafe row == y ? lines.0 : lines.1
        unsafe input.extend(line)
        unsafe along(UnsafePointer(line + reach.x), reach.x, into: output.row(plane, y: row), rect.width)
      }
    }
    return true
  }

  /// The windows of a row and of the next one, which may not be wanted.
  private static func down(
    _ input: EdgedRows, _ plane: Int, _ y: Int, _ reach: Int, into first: UnsafeMutablePointer<Float>,
    _ second: UnsafeMutablePointer<Float>
  ) {
    let count = unsafe input.there.count
    let (low, high) = unsafe (input.row(plane, y), input.row(plane, y + 1))
    switch reach {
    case 0:
      unsafe first.update(from: low, count: count)
      unsafe second.update(from: high, count: count)
    case 1:
      let (below, above) = unsafe (input.row(plane, y - 1), input.row(plane, y + 2))
      for i in 0..<count {
        unsafe (first[i], second[i]) = unsafe Window.threes(below[i], low[i], high[i], above[i])
      }
    default:
      let (lowest, below) = unsafe (input.row(plane, y - 2), input.row(plane, y - 1))
      let (above, highest) = unsafe (input.row(plane, y + 2), input.row(plane, y + 3))
      for i in 0..<count {
        unsafe (first[i], second[i]) = unsafe Window.fives(
          lowest[i], below[i], low[i], high[i], above[i], highest[i])
      }
    }
  }

  /// - Parameter middle: the values; as many as the reach precede the first and follow the last.
  private static func along(
    _ middle: UnsafePointer<Float>, _ reach: Int, into output: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    switch reach {
    case 0: for i in 0..<count { unsafe output[i] = Window.result(middle[i]) }
    case 1:
      let (before, after) = unsafe (middle - 1, middle + 1)
      for i in 0..<count { unsafe output[i] = Window.result(Window.three(middle[i], before[i], after[i])) }
    default:
      let (first, before) = unsafe (middle - 2, middle - 1)
      let (after, last) = unsafe (middle + 1, middle + 2)
      for i in 0..<count {
        unsafe output[i] = unsafe Window.result(Window.five(middle[i], first[i], before[i], after[i], last[i]))
      }
    }
  }
}
