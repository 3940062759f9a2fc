internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels

/// Cells that fill the plane.
enum CellShape: Int, Sendable {
  /// Squares, with a corner of one in the centre.
  case squares
  /// Hexagons with upright sides, one of them around the centre.
  case hexagons
}

extension CIImage {
  /// Replaces every cell by the mean of its pixels.
  func cellMeans(_ shape: CellShape, center: CGPoint, scale: Float) -> CIImage {
    if extent.isNull || extent.isEmpty { return self }
    // Where a picture's edges are repeated, only the picture itself is read, however large the cells are.
    let picture = repeatsEdges ? picture ?? self : self
    let cells = CellMeans(
      shape: shape, x: center.x.inReach, y: center.y.inReach, scale: min(max(scale, 1), 16384),
      picture: PixelRect(enclosing: picture.extent), repeatsEdges: repeatsEdges)
    return picture.appending(area: cells, extent: extent.isUnbounded ? extent : cells.grown(extent), keepsTags: true)
  }
}

/// The mean of the pixels of each cell.
struct CellMeans: NeighbourhoodImplementation {
  let shape: CellShape
  let x, y, scale: Float
  let picture: PixelRect
  /// Whether pixels beyond the picture count as the nearest pixel in it; otherwise they do not count.
  let repeatsEdges: Bool

  var fingerprint: Fingerprint {
    Fingerprint(
      "cell means",
      [Double(shape.rawValue), repeatsEdges ? 1 : 0] + [x, y, scale].map(Double.init) + picture.fingerprint)
  }

  var toleratesPartialInput: Bool { true }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  /// How far a cell reaches from any of its pixels.
  private var reach: Int { Int((1.16 * scale).rounded(.up)) + 1 }

  func region(for output: PixelRect) -> PixelRect { output.expanded(dx: reach, dy: reach) }

  /// Whole cells around a picture.
  func grown(_ extent: CGRect) -> CGRect {
    let rect = PixelRect(enclosing: extent)
    if shape == .hexagons { return rect.expanded(dx: reach, dy: reach).cgRect }
    func low(_ value: Int, _ centre: Float) -> CGFloat {
      CGFloat(centre) + ((CGFloat(value) + 0.5 - CGFloat(centre)) / CGFloat(scale)).rounded(.down) * CGFloat(scale)
    }
    let (left, bottom) = (low(rect.minX, x), low(rect.minY, y))
    let (right, top) = (low(rect.maxX - 1, x) + CGFloat(scale), low(rect.maxY - 1, y) + CGFloat(scale))
    return PixelRect(enclosing: CGRect(x: left, y: bottom, width: right - left, height: top - bottom)).cgRect
  }

  /// Column and row of the cell around a position.
  @inline(__always)
  func cell(_ px: Float, _ py: Float) -> (column: Float, row: Float) {
    let (dx, dy) = ((px - x) / scale, (py - y) / scale)
    if shape == .squares { return (dx.rounded(.down), dy.rounded(.down)) }
    // Integer steps in three directions whose sum is 0; the one with the largest rounding error is corrected.
    let r = dy * 1.154_700_5
    let q = dx - 0.5 * r
    let (wholeQ, wholeR, wholeS) = ((q + 0.5).rounded(.down), (r + 0.5).rounded(.down), (0.5 - q - r).rounded(.down))
    let (errorQ, errorR, errorS) = (abs(wholeQ - q), abs(wholeR - r), abs(wholeS + q + r))
    let column = errorQ > errorR && errorQ > errorS ? -wholeR - wholeS : wholeQ
    let row = errorR >= errorQ && errorR > errorS ? -wholeQ - wholeS : wholeR
    return (column, row)
  }

  /// The cells of a rectangle as an array.
  private struct Table {
    let minColumn, minRow, columns: Int
    var sums: [SIMD4<Double>]
    var counts: [Double]

    init(_ corners: [(column: Float, row: Float)]) {
      let (columns, rows) = (corners.map { Int($0.column) }, corners.map { Int($0.row) })
      minColumn = (columns.min() ?? 0) - 1
      minRow = (rows.min() ?? 0) - 1
      self.columns = (columns.max() ?? 0) - minColumn + 2
      let count = self.columns * ((rows.max() ?? 0) - minRow + 2)
      sums = [SIMD4<Double>](repeating: .zero, count: count)
      counts = [Double](repeating: 0, count: count)
    }

    @inline(__always)
    func index(_ cell: (column: Float, row: Float)) -> Int {
      (Int(cell.row) - minRow) * columns + Int(cell.column) - minColumn
    }
  }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let clean = unsafe TileInspection.summable(input, scratch: scratch)
    let all = region(for: rect)
    let near = unsafe repeatsEdges ? all : clean.rect.intersection(all).intersection(picture)
    if shape == .squares {
      unsafe renderSquares(clean, near, into: output, scratch: scratch)
      return scratch.reset(to: mark)
    }
    var table = Table(near.union(rect).corners.map { corner($0.x, $0.y) })
    for py in near.minY..<max(near.maxY, near.minY) { unsafe add(row: py, of: clean, near, to: &table) }
    for index in table.sums.indices where table.counts[index] > 0 { table.sums[index] /= table.counts[index] }
    for py in rect.minY..<rect.maxY {
      let rows = unsafe output.rows(x: rect.minX, y: py)
      for i in 0..<rect.width {
        let mean = Pixel(table.sums[table.index(corner(rect.minX + i, py))])
        unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (mean.r, mean.g, mean.b, mean.a)
      }
    }
    scratch.reset(to: mark)
  }

  /// The cell around a pixel.
  @inline(__always)
  private func corner(_ px: Int, _ py: Int) -> (column: Float, row: Float) { cell(Float(px) + 0.5, Float(py) + 0.5) }

  /// Adds a row of the pixels nearby: the picture's own pixels one by one, and repeated edge pixels together where they
  /// share a cell.
  private func add(row py: Int, of input: Tile, _ near: PixelRect, to table: inout Table) {
    let held = unsafe input.rect
    let rows = unsafe input.rows(x: held.minX, y: min(max(py, held.minY), held.maxY - 1))
    func add(_ i: Int, times count: Int, to index: Int) {
      let pixel = unsafe SIMD4(Double(rows.r[i]), Double(rows.g[i]), Double(rows.b[i]), Double(rows.a[i]))
      table.sums[index] += Double(count) * pixel
      table.counts[index] += Double(count)
    }
    let (left, right) = (min(max(held.minX, near.minX), near.maxX), max(min(held.maxX, near.maxX), near.minX))
    for px in left..<max(right, left) { add(px - held.minX, times: 1, to: table.index(corner(px, py))) }
    for run in runs(near.minX..<left, py) { add(0, times: run.count, to: table.index(corner(run.lowerBound, py))) }
    for run in runs(max(right, left)..<near.maxX, py) {
      add(held.width - 1, times: run.count, to: table.index(corner(run.lowerBound, py)))
    }
  }

  /// The columns of a row, split by cell: a cell's part of a row has no gaps.
  private func runs(_ columns: Range<Int>, _ py: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = columns.lowerBound
    while start < columns.upperBound {
      let own = corner(start, py)
      // Binary search: the last column of the cell lies below `end`.
      var (last, end) = (start, min(start + reach + 1, columns.upperBound))
      while end - last > 1 {
        let middle = last + (end - last) / 2
        if corner(middle, py) == own { last = middle } else { end = middle }
      }
      runs.append(start..<last + 1)
      start = last + 1
    }
    return runs
  }

  func evaluate(x px: Int, y py: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    let own = cell(Float(px) + 0.5, Float(py) + 0.5)
    let edge = repeatsEdges ? EdgeMode.clamp(picture) : .zero
    var (sum, count) = (SIMD4<Double>.zero, 0.0)
    for row in py - reach...py + reach {
      for column in px - reach...px + reach where cell(Float(column) + 0.5, Float(row) + 0.5) == own {
        guard repeatsEdges || picture.contains(PixelRect(x: column, y: row, width: 1, height: 1)) else { continue }
        (sum, count) = (sum + edge.pixel(column, row, of: input).summable, count + 1)
      }
    }
    return count > 0 ? Pixel(sum / count) : .clear
  }
}

extension PixelRect {
  fileprivate var corners: [(x: Int, y: Int)] { [(minX, minY), (maxX, minY), (minX, maxY), (maxX, maxY)] }
}

extension CGFloat {
  /// Limited so that the integer steps to it do not overflow.
  var inReach: Float { Float(Swift.min(Swift.max(self, -1e7), 1e7)) }
}
