internal import HeadroomColor
internal import HeadroomPixels

/// The memory of a bitmap context: rows of numbers in its space, colour multiplied by alpha.
struct ContextPixels: Sendable {
  let bitmap: PixelBitmap
  let layout: BitmapLayout
  let encoding: ColorEncoding
  /// Whether components of two bytes lie in memory with the most significant one first.
  let isSwapped: Bool

  var width: Int { bitmap.width }
  var height: Int { bitmap.height }

  /// Whether pixels have an alpha that is kept.
  var hasAlpha: Bool { bitmap.alpha != .opaque }

  /// Reads a span of a row.
  func read(row: Int, columns: Range<Int>, into rows: RowPointers) {
    swapIfNeeded(row, columns)
    unsafe RowCodec.unpack(bitmap, row: row, x: columns.lowerBound, count: columns.count, into: rows)
    swapIfNeeded(row, columns)
    guard !hasAlpha else { return }
    for x in 0..<columns.count { unsafe rows.a[x] = 1 }
  }

  /// Writes a span of a row.
  func write(_ rows: RowPointers, row: Int, columns: Range<Int>) {
    unsafe RowCodec.pack(rows, count: columns.count, into: bitmap, row: row, x: columns.lowerBound)
    swapIfNeeded(row, columns)
  }

  /// A row belongs to one worker at a time, so it may be in the other order for a moment.
  private func swapIfNeeded(_ row: Int, _ columns: Range<Int>) {
    guard isSwapped else { return }
    let channels = bitmap.format.channelCount
    let start = unsafe bitmap.rowAddress(row) + 2 * channels * columns.lowerBound
    let numbers = unsafe UnsafeMutableBufferPointer(
      start: start.assumingMemoryBound(to: UInt16.self), count: channels * columns.count)
    for index in numbers.indices { unsafe numbers[index] = numbers[index].byteSwapped }
  }
}

/// One kind of drawing into rows of a context: how drawn and existing pixels are combined.
struct RowCompositor: Sendable {
  let pixels: ContextPixels
  let mode: CGBlendMode
  let alpha: Float
  let quads: [QuadCoverage]

  /// Draws a span of a row.
  ///
  /// - Parameters:
  ///   - source: numbers with straight alpha; overwritten.
  ///   - isOpaque: whether alpha is 1 everywhere in `source`.
  ///   - scratch: rows as long as the span.
  ///   - coverage: floats as many as the span has pixels.
  func draw(
    _ source: RowPointers, isOpaque: Bool, row: Int, columns: Range<Int>, scratch: RowPointers,
    coverage: UnsafeMutablePointer<Float>
  ) {
    let isCovered = quads.allSatisfy { $0.isFull(columns: columns, rows: row..<row + 1) }
    if isCovered && isOpaque && alpha == 1 && (mode == .normal || mode == .copy) {
      unsafe pixels.write(source, row: row, columns: columns)
      return
    }
    let count = columns.count
    unsafe coverage.update(repeating: 1, count: count)
    if !isCovered {
      for quad in quads { unsafe quad.multiply(into: coverage, row: row, columns: columns) }
    }
    unsafe pixels.read(row: row, columns: columns, into: scratch)
    for x in 0..<count { unsafe source.a[x] *= alpha }
    unsafe AlphaRow.premultiply(source, count)
    unsafe blend(source.r, source.a, scratch.r, scratch.a, coverage, count)
    unsafe blend(source.g, source.a, scratch.g, scratch.a, coverage, count)
    unsafe blend(source.b, source.a, scratch.b, scratch.a, coverage, count)
    unsafe blendAlpha(source.a, scratch.a, coverage, count)
    unsafe pixels.write(scratch, row: row, columns: columns)
  }

  /// Where a pixel is partly covered, the result mixes the blend by that share with the existing pixel.
  private func blend(
    _ source: UnsafeMutablePointer<Float>, _ sourceAlpha: UnsafeMutablePointer<Float>,
    _ target: UnsafeMutablePointer<Float>, _ targetAlpha: UnsafeMutablePointer<Float>,
    _ coverage: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for x in 0..<count {
      let before = unsafe target[x]
      let after = unsafe source[x] * mode.sourceFactor(targetAlpha[x]) + before * mode.destinationFactor(sourceAlpha[x])
      unsafe target[x] = before + (after - before) * coverage[x]
    }
  }

  private func blendAlpha(
    _ source: UnsafeMutablePointer<Float>, _ target: UnsafeMutablePointer<Float>,
    _ coverage: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for x in 0..<count {
      let before = unsafe target[x]
      let after = unsafe source[x] * mode.sourceFactor(before) + before * mode.destinationFactor(source[x])
      unsafe target[x] = before + (min(after, 1) - before) * coverage[x]
    }
  }
}
