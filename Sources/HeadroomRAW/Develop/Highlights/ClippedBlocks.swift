internal import HeadroomPixels

/// The blocks of 64 x 64 pixels in which a sensor's picture is clipped or nearly clipped.
struct ClippedBlocks: Sendable {
  static let size = 64

  let columns: Int
  let rows: Int
  private var isClipped: [Bool]

  /// Nil where nothing is clipped.
  init?(_ source: LinearRows) {
    let size = Self.size
    columns = (source.width + size - 1) / size
    rows = (source.height + size - 1) / size
    let (columns, planes) = (columns, source.planes)
    let marked = Results<[Bool]>(count: rows)
    ThreadPool.shared.concurrentPerform(rows) { block in
      var row = [Bool](repeating: false, count: columns)
      for y in block * size..<min((block + 1) * size, source.height) {
        // Most rows have no clipped samples at all.
        guard source.isNearlyClipped(row: y, sample: 0, count: source.width * planes) else { continue }
        for x in 0..<columns where !row[x] {
          let pixels = min(size, source.width - x * size)
          row[x] = source.isNearlyClipped(row: y, sample: x * size * planes, count: pixels * planes)
        }
      }
      marked[block] = row
    }
    isClipped = marked.all.flatMap { $0 ?? [] }
    guard isClipped.contains(true) else { return nil }
  }

  /// Whether any block of a rectangle of pixels is clipped; rectangles may extend outside the picture.
  func touches(_ rect: PixelRect) -> Bool {
    let clamped = rect.clamped(to: PixelRect(width: columns * Self.size, height: rows * Self.size))
    let x = clamped.minX / Self.size...(clamped.maxX - 1) / Self.size
    return (clamped.minY / Self.size...(clamped.maxY - 1) / Self.size).contains { row in
      x.contains { isClipped[row * columns + $0] }
    }
  }
}
