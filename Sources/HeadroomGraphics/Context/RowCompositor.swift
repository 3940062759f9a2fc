internal import HeadroomPixels

/// One kind of drawing into rows of a context: how drawn and existing pixels are combined.
struct RowCompositor: Sendable {
  let pixels: ContextPixels
  let mode: CGBlendMode
  let alpha: Float
  let clip: DrawingClip

  /// Columns and rows that may change.
  var area: (columns: Range<Int>, rows: Range<Int>) { clip.extent(width: pixels.width, height: pixels.height) }

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
    let isCovered = clip.isFull(columns: columns, row: row)
    if isCovered && isOpaque && alpha == 1 && (mode == .normal || mode == .copy) {
      unsafe pixels.write(source, row: row, columns: columns)
      return
    }
    let count = columns.count
    unsafe coverage.update(repeating: 1, count: count)
    if !isCovered { unsafe clip.multiply(into: coverage, row: row, columns: columns) }
    unsafe pixels.read(row: row, columns: columns, into: scratch)
    for x in 0..<count { unsafe source.a[x] *= alpha }
    if mode.mixesColors {
      unsafe mix(source, scratch, coverage, count)
    } else {
      unsafe AlphaRow.premultiply(source, count)
      unsafe combine(source, scratch, coverage, count)
    }
    unsafe pixels.write(scratch, row: row, columns: columns)
  }

  private func combine(
    _ source: RowPointers, _ target: RowPointers, _ coverage: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for index in 0..<3 {
      let (from, to) = unsafe (source.plane(index), target.plane(index))
      if mode == .plusDarker {
        unsafe darken(from, source.a, to, target.a, coverage, count)
      } else {
        unsafe blend(from, source.a, to, target.a, coverage, count)
      }
    }
    unsafe blendAlpha(source.a, target.a, coverage, count)
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

  /// ``CGBlendMode/plusDarker``.
  private func darken(
    _ source: UnsafeMutablePointer<Float>, _ sourceAlpha: UnsafeMutablePointer<Float>,
    _ target: UnsafeMutablePointer<Float>, _ targetAlpha: UnsafeMutablePointer<Float>,
    _ coverage: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for x in 0..<count {
      let before = unsafe target[x]
      let (sa, ra) = unsafe (sourceAlpha[x], targetAlpha[x])
      let after = unsafe max(0, min(sa + ra, 1) - (sa - source[x]) - (ra - before))
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
