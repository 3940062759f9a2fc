internal import Foundation
internal import HeadroomPixels

/// How much of each pixel of a rectangle is covered; nothing outside of it.
///
/// Sendable: written before it is shared.
@safe final class CoverageMask: @unchecked Sendable {
  let columns: Range<Int>
  let rows: Range<Int>
  private let storage: PixelStorage?
  private let base: UnsafeMutablePointer<UInt16>?

  /// Nil when there is no memory. Contents are undefined at first.
  init?(columns: Range<Int>, rows: Range<Int>) {
    let (count, overflow) = columns.count.multipliedReportingOverflow(by: rows.count)
    guard !overflow, count < Int.max / 4 else { return nil }
    let storage = count > 0 ? try? StoragePool.shared.storage(byteCount: 2 * count) : nil
    guard count == 0 || storage != nil else { return nil }
    self.columns = columns
    self.rows = rows
    self.storage = storage
    unsafe base = storage?.withUnsafeMutableBytes { unsafe $0.baseAddress?.assumingMemoryBound(to: UInt16.self) }
  }

  /// Covers nothing.
  static let nothing = CoverageMask()

  private init() {
    (columns, rows) = (0..<0, 0..<0)
    storage = nil
    unsafe base = nil
  }

  /// The shares of a row's pixels, 65535 for all; one of ``rows``.
  func line(_ row: Int) -> UnsafeMutablePointer<UInt16>? {
    guard let base = unsafe base else { return nil }
    return unsafe base + (row - rows.lowerBound) * columns.count
  }

  /// Multiplies the coverage of a span of a row into `coverage`.
  func multiply(into coverage: UnsafeMutablePointer<Float>, row: Int, columns span: Range<Int>) {
    let inside = span.clamped(to: columns)
    guard rows.contains(row), !inside.isEmpty, let line = unsafe line(row) else {
      unsafe coverage.update(repeating: 0, count: span.count)
      return
    }
    let lead = inside.lowerBound - span.lowerBound
    unsafe coverage.update(repeating: 0, count: lead)
    let (source, target) = unsafe (line + (inside.lowerBound - columns.lowerBound), coverage + lead)
    for x in 0..<inside.count { unsafe target[x] *= Float(source[x]) * (1 / 65535) }
    unsafe (target + inside.count).update(repeating: 0, count: span.upperBound - inside.upperBound)
  }

  /// Keeps only what another mask covers too.
  func intersect(_ other: CoverageMask) {
    for row in rows {
      guard let line = unsafe line(row) else { return }
      for (x, column) in columns.enumerated() {
        let share = other.value(column, row)
        unsafe line[x] = UInt16((UInt32(line[x]) * UInt32(share) + 32767) / 65535)
      }
    }
  }

  private func value(_ column: Int, _ row: Int) -> UInt16 {
    guard rows.contains(row), columns.contains(column), let line = unsafe line(row) else { return 0 }
    return unsafe line[column - columns.lowerBound]
  }

  /// The columns and rows that are covered at all; for the box around a clip.
  var coveredBox: (columns: Range<Int>, rows: Range<Int>) {
    var (left, right, top, bottom) = (columns.upperBound, columns.lowerBound, rows.upperBound, rows.lowerBound)
    for row in rows {
      guard let line = unsafe line(row) else { break }
      for (x, column) in columns.enumerated() where unsafe line[x] > 0 {
        (left, right) = (min(left, column), max(right, column + 1))
        (top, bottom) = (min(top, row), row + 1)
      }
    }
    return left < right ? (left..<right, top..<bottom) : (0..<0, 0..<0)
  }
}
