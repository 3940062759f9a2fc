package import HeadroomPixels

extension PlanarPicture {
  /// A turned picture in memory of its own.
  package struct Turned {
    /// Its ``PlanarPicture/Coding/siting`` is that of the turned samples.
    package let picture: PlanarPicture
    /// Columns and rows before the picture's first, which repeat it: chroma of mirrored planes lies on odd samples, and
    /// no siting says so.
    package let margin: (columns: Int, rows: Int)
  }

  /// The same samples, each at its new place; nil where the turned chroma would have a form that no format describes.
  ///
  /// - Throws: ``PixelError/outOfMemory(byteCount:)``.
  package func turned(_ turn: GridTurn) throws(PixelError) -> Turned? {
    let isShared = subsampling == .half || subsampling == .quarter
    if turn.isTransposed, subsampling == .half { return nil }
    let (columns, rows) = grids(turn)
    if isShared, !columns.fits || !rows.fits { return nil }
    var coding = coding
    if isShared {
      coding.siting = YCbCrEncoding.Siting(
        isBetweenColumns: columns.isBetween, isBetweenRows: rows.step == 1 || rows.isBetween)
    }
    let result = try PlanarPicture(
      width: columns.turnedCount, height: rows.turnedCount, bitDepth: bitDepth, subsampling: subsampling,
      coding: coding, layout: SampleLayout(size: layout.size, step: 1, shift: layout.shift), hasAlpha: alpha != nil)
    let whole = (
      columns: Axis(full: columns, turn.mirrorsColumns), rows: Axis(full: rows, turn.mirrorsRows)
    )
    copy(luma, layout, to: result.luma, turn.isTransposed, whole.columns, whole.rows)
    if let alpha, let other = result.alpha {
      copy(alpha, layout, to: other, turn.isTransposed, whole.columns, whole.rows)
    }
    if let chroma, let other = result.chroma {
      let places = (columns: Axis(chroma: columns), rows: Axis(chroma: rows))
      copy(chroma.blue, chromaLayout, to: other.blue, turn.isTransposed, places.columns, places.rows)
      copy(chroma.red, chromaLayout, to: other.red, turn.isTransposed, places.columns, places.rows)
    }
    return Turned(picture: result, margin: (columns.margin, rows.margin))
  }

  /// The axes of the turned picture.
  private func grids(_ turn: GridTurn) -> (columns: ChromaGrid, rows: ChromaGrid) {
    let places = coding.siting.firstPlaces
    let own = (
      columns: (count: width, step: subsampling.horizontal, first: subsampling.horizontal == 2 ? places.column : 0),
      rows: (count: height, step: subsampling.vertical, first: subsampling.vertical == 2 ? places.row : 0)
    )
    let (across, down) = turn.isTransposed ? (own.rows, own.columns) : (own.columns, own.rows)
    return (
      ChromaGrid(count: across.count, step: across.step, first: across.first, isMirrored: turn.mirrorsColumns),
      ChromaGrid(count: down.count, step: down.step, first: down.first, isMirrored: turn.mirrorsRows)
    )
  }

  /// How samples of a plane's axis come to lie in the turned plane.
  private struct Axis {
    /// Samples of the axis, and the place of the first one and the step from there.
    let count: Int
    let start: Int
    let direction: Int

    init(full grid: ChromaGrid, _ isMirrored: Bool) {
      count = grid.count
      start = isMirrored ? grid.margin + grid.count - 1 : grid.margin
      direction = isMirrored ? -1 : 1
    }

    init(chroma grid: ChromaGrid) { (count, start, direction) = (grid.chroma, grid.start, grid.direction) }

    /// The least place that is taken.
    var least: Int { direction < 0 ? start - count + 1 : start }
    /// The sample at the least place.
    var sampleAtLeast: Int { direction < 0 ? count - 1 : 0 }
  }

  private func copy(
    _ plane: Plane, _ layout: SampleLayout, to target: Plane, _ isTransposed: Bool, _ columns: Axis, _ rows: Axis
  ) {
    // Bytes from a sample to that of the next column, and of the next row, of the target.
    let own = (column: layout.stride, row: plane.rowBytes)
    let (across, down) = isTransposed ? (own.row, own.column) : (own.column, own.row)
    let first = unsafe plane.base + columns.sampleAtLeast * across + rows.sampleAtLeast * down
    let corner = unsafe target.row(rows.least) + columns.least * layout.size
    let strides = (across: columns.direction * across, down: rows.direction * down)
    if layout.size == 1 {
      unsafe TurnedCopy<UInt8>.run(
        first, strides.across, strides.down, to: corner, target.rowBytes, columns.count, rows.count)
    } else {
      unsafe TurnedCopy<UInt16>.run(
        first, strides.across, strides.down, to: corner, target.rowBytes, columns.count, rows.count)
    }
    repeatEdge(
      target, columns.least..<columns.least + columns.count, rows.least..<rows.least + rows.count, layout.size)
  }

  /// Fills what lies outside of the samples with their edges.
  private func repeatEdge(_ plane: Plane, _ columns: Range<Int>, _ rows: Range<Int>, _ size: Int) {
    for y in rows {
      let row = unsafe plane.row(y)
      for x in 0..<columns.lowerBound {
        unsafe (row + x * size).copyMemory(from: row + columns.lowerBound * size, byteCount: size)
      }
      for x in columns.upperBound..<max(plane.width, columns.upperBound) {
        unsafe (row + x * size).copyMemory(from: row + (columns.upperBound - 1) * size, byteCount: size)
      }
    }
    for y in 0..<rows.lowerBound {
      unsafe plane.row(y).copyMemory(from: plane.row(rows.lowerBound), byteCount: plane.width * size)
    }
    for y in rows.upperBound..<max(plane.height, rows.upperBound) {
      unsafe plane.row(y).copyMemory(from: plane.row(rows.upperBound - 1), byteCount: plane.width * size)
    }
  }
}

/// Copies samples whose distances in the source are any numbers of bytes.
private enum TurnedCopy<Word: FixedWidthInteger> {
  /// Columns that are copied together, so that a transposed read uses the cache lines it touches.
  private static var block: Int { 32 }

  /// - Parameters:
  ///   - across, down: bytes from a sample of the source to that of the next column and row of the target.
  ///   - rowBytes: of the target.
  static func run(
    _ source: UnsafeMutableRawPointer, _ across: Int, _ down: Int, to target: UnsafeMutableRawPointer,
    _ rowBytes: Int, _ columns: Int, _ rows: Int
  ) {
    let size = MemoryLayout<Word>.size
    // Rows that run forwards are copied as they are.
    if across == size {
      for y in 0..<rows {
        unsafe (target + y * rowBytes).copyMemory(from: source + y * down, byteCount: columns * size)
      }
      return
    }
    for start in stride(from: 0, to: columns, by: block) {
      let count = min(block, columns - start)
      for y in 0..<rows {
        let from = unsafe source + (y * down + start * across)
        let to = unsafe target + (y * rowBytes + start * size)
        for x in 0..<count {
          let word = unsafe from.load(fromByteOffset: x &* across, as: Word.self)
          unsafe to.storeBytes(of: word, toByteOffset: x &* size, as: Word.self)
        }
      }
    }
  }
}
