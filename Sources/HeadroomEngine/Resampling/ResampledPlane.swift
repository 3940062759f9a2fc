package import HeadroomPixels

/// One plane of a rectangle of a resampled picture and the bounds of its values, column by column: the numbers of a
/// column are contiguous, from the lowest row up.
@unsafe
struct ResampledPlane {
  let area: PixelRect
  /// Numbers from a column to the next.
  let stride: Int
  private let isLimited: Bool
  let values: UnsafeMutablePointer<Float>
  let least: UnsafeMutablePointer<Float>
  let most: UnsafeMutablePointer<Float>
  private let work: UnsafeMutablePointer<Float>
  /// For every eight rows, a byte for each column: whether some of the light clipped there is to be handed back.
  private let marks: UnsafeMutablePointer<UInt8>
  private let groups: Int

  init(_ area: PixelRect, isLimited: Bool, scratch: ScratchArena) {
    unsafe self.area = area
    unsafe self.isLimited = isLimited
    let stride = AntiRinging.groups(area.height) * EightRows.count
    unsafe self.stride = stride
    unsafe groups = AntiRinging.groups(area.height)
    func numbers() -> UnsafeMutablePointer<Float> {
      unsafe scratch.floats(area.width * stride + 2 * AntiRinging.margin) + AntiRinging.margin
    }
    unsafe values = unsafe numbers()
    unsafe (least, most) = unsafe isLimited ? (numbers(), numbers()) : (values, values)
    unsafe work =
      unsafe isLimited ? scratch.floats(AntiRinging.scratchCount(lines: area.width, stride: stride)) : values
    let room = unsafe scratch.floats(isLimited ? area.width * groups / 4 + 1 : 1)
    unsafe marks = unsafe UnsafeMutableRawPointer(room).bindMemory(to: UInt8.self, capacity: area.width * groups)
  }

  /// Values, least or most.
  func numbers(_ kind: Int) -> UnsafeMutablePointer<Float> { unsafe kind == 0 ? values : kind == 1 ? least : most }

  /// Computes up to eight rows, counted from the lowest, from sums down the columns.
  ///
  /// - Parameter start: the column of the first sum.
  @inline(never)
  func fill(
    _ rows: Range<Int>, _ sums: RowGroup, _ columns: ColumnResampling, from start: Int, _ turned: ColumnBuffer
  ) {
    let (first, step) = unsafe (rows.lowerBound, sums.rowStride)
    func turn(_ row: UnsafePointer<Float>, into target: UnsafeMutablePointer<EightRows.Column>) {
      unsafe EightRows.turn(row, stride: step, rows: rows.count, count: sums.width, into: target)
    }
    unsafe turn(sums.sums(first), into: turned.sums)
    if unsafe isLimited {
      unsafe turn(sums.least(first), into: turned.least)
      unsafe turn(sums.most(first), into: turned.most)
      unsafe columns.sumWithBounds(turned, from: start, into: Eight(self, at: first))
    } else {
      unsafe columns.sum(turned.sums, from: start, into: values + first, stride: stride)
    }
  }

  /// Eight rows.
  @unsafe
  struct Eight {
    private let values: UnsafeMutablePointer<Float>
    private let least: UnsafeMutablePointer<Float>
    private let most: UnsafeMutablePointer<Float>
    private let marks: UnsafeMutablePointer<UInt8>
    private let stride: Int

    fileprivate init(_ plane: ResampledPlane, at row: Int) {
      unsafe values = unsafe plane.values + row
      unsafe least = unsafe plane.least + row
      unsafe most = unsafe plane.most + row
      unsafe marks = unsafe plane.marks + row / EightRows.count * plane.area.width
      unsafe stride = unsafe plane.stride
    }

    /// Writes those of a column: values are clamped to their bounds unless clipped light is to be handed back.
    @inline(__always)
    func put(_ value: EightRows.Column, _ low: EightRows.Column, _ high: EightRows.Column, column: Int) {
      let place = unsafe column &* stride
      let clamped = AntiRinging.clamped(value, low, high)
      let isRedistributed = AntiRinging.isRedistributed(value, clamped)
      unsafe EightRows.store(clamped.replacing(with: value, where: isRedistributed), values + place)
      unsafe EightRows.store(low, least + place)
      unsafe EightRows.store(high, most + place)
      unsafe marks[column] = any(isRedistributed) ? 1 : 0
    }
  }

  /// Marks rows from one on as not examined.
  func mark(from first: Int) {
    let (start, end) = unsafe (first / EightRows.count * area.width, groups * area.width)
    unsafe (marks + start).update(repeating: 1, count: end - start)
  }

  /// Clamps the values to their bounds.
  func limit() {
    guard unsafe isLimited else { return }
    let limiter = unsafe AntiRingingLimiter(
      values, least: least, most: most, lines: area.width, count: area.height, stride: stride)
    unsafe limiter.run(work, marks: marks)
  }

  /// Copies the part inside a tile.
  func copy(into output: Tile, _ plane: Int) {
    let rect = unsafe output.rect
    let start = unsafe values + (rect.minX - area.minX) * stride
    for y in Swift.stride(from: rect.minY, to: rect.maxY, by: 8) {
      unsafe EightRows.turnBack(
        start + (y - area.minY), columnStride: stride, count: rect.width, into: output.row(plane, y: y),
        stride: output.stride, rows: min(8, rect.maxY - y))
    }
  }
}

/// Memory for the columns of eight rows: sums, and their minima and maxima where the result is limited.
@unsafe
struct ColumnBuffer {
  let sums: UnsafeMutablePointer<EightRows.Column>
  let least: UnsafeMutablePointer<EightRows.Column>
  let most: UnsafeMutablePointer<EightRows.Column>

  init(_ count: Int, isLimited: Bool, _ scratch: ScratchArena) {
    let room = count + ColumnResampling.margin
    let all = unsafe scratch.floats(room * (isLimited ? 3 : 1) * EightRows.count)
    unsafe sums = unsafe UnsafeMutableRawPointer(all).bindMemory(to: EightRows.Column.self, capacity: room)
    unsafe (least, most) = unsafe isLimited ? (sums + room, sums + 2 * room) : (sums, sums)
    for index in count..<room { unsafe sums[index] = EightRows.Column.zero }
  }
}

/// Rows of a resampled picture before limiting, which rows below them depend on too.
@safe package final class ResampledRows {
  package let columns: Range<Int>
  /// As many rows as lie around an edge between two bands.
  private static let most = 2 * AntiRinging.reach
  private var rows = 0..<0
  /// The rows that will be kept once all planes are.
  private var nextRows = 0..<0
  private var planes = 0
  /// For each plane values, minima and maxima, eight numbers a column.
  private let memory: UnsafeMutablePointer<Float>

  init(_ columns: Range<Int>, scratch: ScratchArena) {
    self.columns = columns
    unsafe memory = unsafe scratch.floats(4 * 3 * columns.count * Self.most)
  }

  /// How many of the uppermost rows of a rectangle of these columns are kept.
  package func rows(for area: PixelRect) -> Int {
    rows.upperBound == area.maxY && rows.lowerBound >= area.minY ? rows.count : 0
  }

  private func place(_ plane: Int, _ kind: Int) -> UnsafeMutablePointer<Float> {
    unsafe memory + (plane * 3 + kind) * columns.count * Self.most
  }

  /// Writes the kept rows to the upper end of a plane.
  func recall(_ plane: Int, into result: ResampledPlane) {
    let first = unsafe result.area.height - rows.count
    for kind in 0..<3 {
      let target = unsafe result.numbers(kind)
      // A plane of alpha that was not computed is 1 everywhere.
      let source = unsafe plane < planes ? place(plane, kind) : nil
      unsafe copy(source, Self.most, to: target + first, result.stride, rows.count)
    }
    unsafe result.mark(from: first)
  }

  /// Keeps the rows that lie around the edge between a band and the next one below it.
  func keep(_ plane: Int, of result: ResampledPlane, below edge: Int) {
    let area = unsafe result.area
    nextRows = area.minY..<min(edge + AntiRinging.reach, area.maxY)
    for kind in 0..<3 {
      unsafe copy(result.numbers(kind), result.stride, to: place(plane, kind), Self.most, nextRows.count)
    }
  }

  /// Copies some numbers of each column, or ones where there are none to copy.
  private func copy(
    _ source: UnsafePointer<Float>?, _ step: Int, to target: UnsafeMutablePointer<Float>, _ targetStep: Int, _ rows: Int
  ) {
    for x in 0..<columns.count {
      let place = unsafe UnsafeMutableRawPointer(target + x &* targetStep)
      let eight = unsafe source.map { unsafe UnsafeRawPointer($0 + x &* step).loadUnaligned(as: EightRows.Column.self) }
      let numbers = eight ?? EightRows.Column(repeating: 1)
      if rows == Self.most {
        unsafe place.storeBytes(of: numbers, as: EightRows.Column.self)
      } else {
        let floats = unsafe target + x &* targetStep
        for row in 0..<rows { unsafe floats[row] = numbers[row] }
      }
    }
  }

  package func finish(planes: Int) { (rows, self.planes) = (nextRows, planes) }
}
