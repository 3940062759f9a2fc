internal import HeadroomPixels

/// Colours to draw with, as numbers of the context's space.
protocol RowPaint: Sendable {
  /// Whether every pixel is opaque.
  var isOpaque: Bool { get }
  /// The colours of a span of a row, with straight alpha.
  func paint(_ rows: RowPointers, row: Int, columns: Range<Int>)
}

/// One colour.
struct SolidPaint: RowPaint {
  let components: SIMD3<Double>
  let alpha: Float
  var isOpaque: Bool { alpha == 1 }

  /// Nil for a colour without a space.
  init?(_ color: CGColor, in pixels: ContextPixels) {
    guard let components = color.converted(to: pixels.encoding) else { return nil }
    self.components = components
    alpha = Float(color.alpha)
  }

  func paint(_ rows: RowPointers, row: Int, columns: Range<Int>) {
    unsafe rows.r.update(repeating: Float(components.x), count: columns.count)
    unsafe rows.g.update(repeating: Float(components.y), count: columns.count)
    unsafe rows.b.update(repeating: Float(components.z), count: columns.count)
    unsafe rows.a.update(repeating: alpha, count: columns.count)
  }
}

extension RowCompositor {
  /// Draws colours wherever the clip is, or in a part of it.
  func draw<Paint: RowPaint>(_ paint: Paint, columns: Range<Int>? = nil, rows: Range<Int>? = nil) {
    let area = area
    let across = columns.map { area.columns.clamped(to: $0) } ?? area.columns
    let down = rows.map { area.rows.clamped(to: $0) } ?? area.rows
    guard !across.isEmpty, !down.isEmpty else { return }
    let makeScratch: @Sendable () -> PaintScratch = { PaintScratch(width: across.count) }
    ThreadPool.shared.concurrentPerform(down.count, scratch: makeScratch) { index, scratch in
      let row = down.lowerBound + index
      let source = unsafe scratch.source.rows
      unsafe paint.paint(source, row: row, columns: across)
      unsafe draw(
        source, isOpaque: paint.isOpaque, row: row, columns: across, scratch: scratch.target.rows,
        coverage: scratch.coverage.rows.r)
    }
  }
}

private struct PaintScratch: ~Copyable {
  let source: RowBuffer
  let target: RowBuffer
  let coverage: RowBuffer

  init(width: Int) {
    source = RowBuffer(capacity: width)
    target = RowBuffer(capacity: width)
    coverage = RowBuffer(capacity: width)
  }
}
