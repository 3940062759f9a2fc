import HeadroomPixels

/// Findings in sources that were decoded while they were rendered.
package struct SourceFindings: Sendable {
  /// Warnings, in sentences.
  package var warnings: [String] = []
  /// Samples that are not finite.
  package var nonFiniteSamples = 0
  /// Infinite colours, which are taken for 65504; see ``SourceOperation/boundsLight``.
  package var infiniteColors = 0

  package init(warnings: [String] = []) { self.warnings = warnings }

  package mutating func add(_ other: SourceFindings) {
    warnings += other.warnings
    nonFiniteSamples += other.nonFiniteSamples
    infiniteColors += other.infiniteColors
  }
}

/// The rows of a source that a band needs, read forwards only.
final class RowWindow {
  private let rows: SourceRows
  private let bitmap: PixelBitmap
  /// The rows of the source that the bitmap holds, from its top.
  private var held = 0..<0

  /// - Parameter capacity: the most rows held at once.
  init(_ rows: SourceRows, capacity: Int) throws(RenderError) {
    self.rows = rows
    let source = rows.source
    do throws(PixelError) {
      bitmap = try PixelBitmap(
        width: source.width, height: max(capacity, 1), format: source.format, alpha: source.alpha)
    } catch {
      throw RenderError(error, width: source.width, height: capacity)
    }
  }

  private var counts = SourceFindings()

  /// The findings in the rows so far.
  var findings: SourceFindings {
    var result = counts
    result.warnings = rows.source.warnings
    return result
  }

  /// Moves on to a window that begins and ends no earlier than the one before.
  func advance(to window: Range<Int>) throws {
    guard window.upperBound > held.upperBound || window.lowerBound > held.lowerBound else { return }
    precondition(window.count <= bitmap.height, "a window larger than planned")
    let kept = max(window.lowerBound, held.lowerBound)..<max(window.lowerBound, held.upperBound)
    move(kept.count, from: kept.lowerBound - held.lowerBound)
    held = kept
    try skip(to: kept.lowerBound)
    let missing = window.upperBound - held.upperBound
    guard missing > 0 else { return }
    try rows.source.fill(missing, rowsOf: bitmap, from: held.count)
    count(bitmap.rows(from: held.count, missing))
    held = held.lowerBound..<window.upperBound
    decoded = window.upperBound
  }

  /// The window as the source of a render.
  var loaded: LoadedSource {
    LoadedSource(bitmap: bitmap, gainMap: rows.gainMap, firstRow: held.lowerBound, height: rows.source.height)
  }

  /// The rows that have been decoded.
  private var decoded = 0

  /// Decodes rows that are not needed, into the place of the next ones.
  private func skip(to row: Int) throws {
    while decoded < row {
      let count = min(row - decoded, bitmap.height)
      try rows.source.fill(count, rowsOf: bitmap, from: 0)
      decoded += count
    }
  }

  private func count(_ band: PixelBitmap) {
    let odd = band.count(outside: .finite)
    guard odd > 0 else { return }
    counts.nonFiniteSamples += odd
    counts.infiniteColors += band.infiniteColorCount
  }

  /// Moves rows to the top of the bitmap.
  private func move(_ count: Int, from row: Int) {
    guard row > 0, count > 0 else { return }
    let rowBytes = bitmap.rowBytes
    unsafe bitmap.rowAddress(0).copyMemory(from: bitmap.rowAddress(row), byteCount: count * rowBytes)
  }
}
