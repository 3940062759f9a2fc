internal import HeadroomPixels

/// The source of a drawn image's rows, in the image's own grid.
enum ImageRows: Sendable {
  /// Light in the context's primaries.
  case light(LightConverter)
  /// Numbers of the context's own space, used without conversion.
  case numbers(PixelBitmap)

  /// Reads a span of a row with straight alpha.
  func read(row: Int, columns: Range<Int>, into rows: RowPointers) {
    switch self {
    case .light(let converter):
      unsafe converter.read(row: row, x: columns.lowerBound, count: columns.count, into: rows)
    case .numbers(let bitmap):
      unsafe RowCodec.unpack(bitmap, row: row, x: columns.lowerBound, count: columns.count, into: rows)
      if bitmap.alpha == .premultiplied { unsafe AlphaRow.unpremultiply(rows, columns.count) }
    }
    guard isOpaque else { return }
    for x in 0..<columns.count { unsafe rows.a[x] = 1 }
  }

  private var isOpaque: Bool {
    switch self {
    case .light(let converter): converter.isOpaque
    case .numbers(let bitmap): bitmap.alpha == .opaque
    }
  }
}

/// Makes rows of an image at another size, one after the other; colour is averaged in light, weighted by alpha.
struct ImageScaler: Sendable {
  let image: ImageRows
  let isOpaque: Bool
  /// The drawn columns, and those around them that affect them; see ``AntiRingingLimiter``.
  let columns: ResamplingAxis
  let rows: ResamplingAxis
  let drawn: (columns: Range<Int>, rows: Range<Int>)
  /// The brightest light that tone mapped content keeps to; kernels with negative lobes overshoot.
  let limit: Float

  /// The source columns that are read.
  private var sourceColumns: Range<Int> { columns.sources(columns.range) }

  /// Makes the scratch memory that a worker needs for its rows.
  func makeScratch() -> Scratch {
    Scratch(source: sourceColumns.count, width: columns.range.count, lines: rows.tapCount, isLimited: isLimited)
  }

  /// Whether rows are made together with those around.
  private var isLimited: Bool { columns.overshoots || rows.overshoots }

  /// The memory of one worker.
  struct Scratch: ~Copyable {
    fileprivate let source: RowBuffer
    fileprivate let lines: RowBuffer
    /// The least and the most of the columns of ``lines``.
    fileprivate let leastLines: RowBuffer
    fileprivate let mostLines: RowBuffer
    fileprivate var rowsInLines: [Int]
    fileprivate var limited: AntiRingingRows
    let output: RowBuffer
    let target: RowBuffer

    fileprivate init(source: Int, width: Int, lines: Int, isLimited: Bool) {
      self.source = RowBuffer(capacity: source)
      self.lines = RowBuffer(capacity: width * lines)
      leastLines = RowBuffer(capacity: isLimited ? width * lines : 0)
      mostLines = RowBuffer(capacity: isLimited ? width * lines : 0)
      rowsInLines = Array(repeating: -1, count: lines)
      limited = AntiRingingRows(width: isLimited ? width : 0)
      output = RowBuffer(capacity: width)
      target = RowBuffer(capacity: width)
    }
  }

  /// Makes a row of the destination in `scratch.output`: straight alpha.
  func make(row: Int, scratch: inout Scratch) {
    let output = unsafe scratch.output.rows
    if columns.shift != nil, rows.shift != nil {
      unsafe image.read(row: rows.first(row), columns: sourceColumns, into: output)
      return
    }
    if isLimited {
      if !scratch.limited.ready.contains(row) { makeLimited(from: row, &scratch) }
      let start = scratch.limited.offset(of: row) + drawn.columns.lowerBound - columns.range.lowerBound
      unsafe scratch.limited.values.rows.advanced(by: start).forEachPlane(with: output, alpha: !isOpaque) { from, to in
        unsafe to.update(from: from, count: drawn.columns.count)
      }
    } else {
      unsafe sum(row, into: output, &scratch)
    }
    unsafe finish(output, drawn.columns.count)
  }

  /// Makes a group of rows from `row` on, which are clamped together to the light of the source.
  private func makeLimited(from row: Int, _ scratch: inout Scratch) {
    let wanted = row..<min(row + AntiRingingRows.most, drawn.rows.upperBound)
    let around = (row - AntiRinging.reach..<wanted.upperBound + AntiRinging.reach).clamped(to: rows.range)
    scratch.limited.begin(around)
    for row in around {
      let start = scratch.limited.offset(of: row)
      unsafe sum(row, into: scratch.limited.values.rows.advanced(by: start), &scratch)
      unsafe choose(scratch.leastLines.rows, row, into: scratch.limited.least.rows.advanced(by: start)) { min($0, $1) }
      unsafe choose(scratch.mostLines.rows, row, into: scratch.limited.most.rows.advanced(by: start)) { max($0, $1) }
    }
    scratch.limited.finish(wanted, isOpaque: isOpaque)
  }

  private func sum(_ row: Int, into output: RowPointers, _ scratch: inout Scratch) {
    let count = columns.range.count
    let first = rows.first(row)
    for source in first..<first + rows.tapCount where scratch.rowsInLines[source % rows.tapCount] != source {
      let start = source % rows.tapCount * count
      unsafe image.read(row: source, columns: sourceColumns, into: scratch.source.rows)
      if !isOpaque { unsafe AlphaRow.premultiply(scratch.source.rows, sourceColumns.count) }
      unsafe gather(scratch.source.rows, into: scratch.lines.rows.advanced(by: start))
      if isLimited {
        unsafe choose(scratch.source.rows, into: scratch.leastLines.rows.advanced(by: start)) { min($0, $1) }
        unsafe choose(scratch.source.rows, into: scratch.mostLines.rows.advanced(by: start)) { max($0, $1) }
      }
      scratch.rowsInLines[source % rows.tapCount] = source
    }
    for tap in 0..<rows.tapCount {
      let line = unsafe scratch.lines.rows.advanced(by: (first + tap) % rows.tapCount * count)
      unsafe add(line, weight: rows.weight(row, tap: tap), isFirst: tap == 0, to: output, count)
    }
  }

  /// One of the values of a source row that each column shows.
  @inline(__always)
  private func choose(
    _ source: RowPointers, into line: RowPointers, _ pick: (Float, Float) -> Float
  ) {
    let start = sourceColumns.lowerBound
    unsafe source.forEachPlane(with: line, alpha: !isOpaque) { from, to in
      for (x, column) in columns.range.enumerated() {
        let shown = columns.footprint(column)
        var value = unsafe from[shown.lowerBound - start]
        for index in shown.dropFirst() { value = unsafe pick(value, from[index - start]) }
        unsafe to[x] = value
      }
    }
  }

  /// One of the values of the lines that a row shows.
  @inline(__always)
  private func choose(
    _ lines: RowPointers, _ row: Int, into output: RowPointers, _ pick: (Float, Float) -> Float
  ) {
    let (count, shown) = (columns.range.count, rows.footprint(row))
    for source in shown {
      let line = unsafe lines.advanced(by: source % rows.tapCount * count)
      unsafe line.forEachPlane(with: output, alpha: !isOpaque) { from, to in
        if source == shown.lowerBound { return unsafe to.update(from: from, count: count) }
        for x in 0..<count { unsafe to[x] = pick(to[x], from[x]) }
      }
    }
  }

  private func gather(_ source: RowPointers, into line: RowPointers) {
    let start = sourceColumns.lowerBound
    let count = columns.range.count
    if columns.shift != nil {
      unsafe source.forEachPlane(with: line, alpha: true) { from, to in unsafe to.update(from: from, count: count) }
      return
    }
    let taps = columns.tapCount
    unsafe columns.withTaps { firsts, weights in
      unsafe source.forEachPlane(with: line, alpha: !isOpaque) { from, to in
        for x in 0..<count {
          let base = unsafe from + (firsts[x] - start)
          var sum: Float = 0
          for tap in 0..<taps { unsafe sum += weights[x * taps + tap] * base[tap] }
          unsafe to[x] = sum
        }
      }
    }
  }

  private func add(_ line: RowPointers, weight: Float, isFirst: Bool, to output: RowPointers, _ count: Int) {
    unsafe line.forEachPlane(with: output, alpha: !isOpaque) { from, to in
      if isFirst {
        for x in 0..<count { unsafe to[x] = weight * from[x] }
      } else {
        for x in 0..<count { unsafe to[x] += weight * from[x] }
      }
    }
  }

  private func finish(_ output: RowPointers, _ count: Int) {
    if isOpaque {
      unsafe output.a.update(repeating: 1, count: count)
    } else {
      unsafe AlphaRow.unpremultiply(output, count)
      for x in 0..<count { unsafe output.a[x] = min(max(output.a[x], 0), 1) }
    }
    guard limit < .infinity else { return }
    unsafe output.forEachColor { row in
      for x in 0..<count { unsafe row[x] = min(row[x], limit) }
    }
  }
}
