internal import Foundation
internal import HeadroomPixels

/// A colour with the alpha of a plane.
struct ShadowPaint: RowPaint {
  let color: SolidPaint
  let plane: AlphaPlane
  /// The column of the plane's first value.
  let left: Int
  /// The row of the plane's first value.
  let top: Int
  /// How far the plane is moved, in pixels.
  let offset: CGPoint
  var isOpaque: Bool { false }

  var columns: Range<Int> { Self.span(left, plane.width, offset.x) }
  var rows: Range<Int> { Self.span(top, plane.height, offset.y) }

  private static func span(_ first: Int, _ count: Int, _ offset: CGFloat) -> Range<Int> {
    let start = first + Int(min(max(offset, -1e9), 1e9).rounded(.down))
    return start..<start + count + 1
  }

  func paint(_ rows: RowPointers, row: Int, columns: Range<Int>) {
    unsafe color.paint(rows, row: row, columns: columns)
    let (x, y) = (offset.x.rounded(.down), offset.y.rounded(.down))
    unsafe plane.multiply(
      into: rows.a, column: columns.lowerBound - left - Int(x), row: row - top - Int(y), count: columns.count,
      shift: (Float(offset.x - x), Float(offset.y - y)))
  }
}

/// Alpha of a layer and of some pixels around it, to be blurred. Sendable: written before it is shared.
@safe final class AlphaPlane: @unchecked Sendable {
  let width: Int
  let height: Int
  private let storage: PixelStorage
  private let scratch: PixelStorage

  /// Nil when there is no memory.
  init?(of pixels: ContextPixels, margin: Int) {
    width = pixels.width + 2 * margin
    height = pixels.height + 2 * margin
    let byteCount = 4 * width * height
    guard let storage = try? StoragePool.shared.storage(byteCount: byteCount),
      let scratch = try? StoragePool.shared.storage(byteCount: byteCount)
    else { return nil }
    (self.storage, self.scratch) = (storage, scratch)
    storage.clear()
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: pixels.width) }
    ThreadPool.shared.concurrentPerform(pixels.height, scratch: makeBuffer) { row, buffer in
      let rows = unsafe buffer.rows
      unsafe pixels.read(row: row, columns: 0..<pixels.width, into: rows)
      unsafe (Self.row(storage, (row + margin), width) + margin).update(from: rows.a, count: pixels.width)
    }
  }

  private static func row(_ storage: PixelStorage, _ index: Int, _ width: Int) -> UnsafeMutablePointer<Float> {
    unsafe storage.withUnsafeMutableBytes { bytes in
      unsafe bytes.bindMemory(to: Float.self).baseAddress.unsafelyUnwrapped + index * width
    }
  }

  /// Averages with the neighbours, weighted by a Gaussian cut off at three deviations.
  func blur(deviation: Float) {
    guard deviation > 0.05 else { return }
    let reach = Int((3 * deviation).rounded(.up))
    let raw = (-reach...reach).map { exp(-Float($0 * $0) / (2 * deviation * deviation)) }
    let sum = raw.reduce(0, +)
    let weights = raw.map { $0 / sum }
    ThreadPool.shared.concurrentPerform(height) { row in
      let (from, to) = unsafe (Self.row(storage, row, width), Self.row(scratch, row, width))
      unsafe to.update(repeating: 0, count: width)
      for (index, weight) in weights.enumerated() {
        let shift = index - reach
        let span = (max(0, -shift)..<max(min(width, width - shift), max(0, -shift)))
        unsafe Self.add(from + (span.lowerBound + shift), weight, to + span.lowerBound, span.count)
      }
    }
    ThreadPool.shared.concurrentPerform(height) { row in
      let to = unsafe Self.row(storage, row, width)
      unsafe to.update(repeating: 0, count: width)
      for (index, weight) in weights.enumerated() {
        let line = row + index - reach
        if (0..<height).contains(line) { unsafe Self.add(Self.row(scratch, line, width), weight, to, width) }
      }
    }
  }

  @inline(__always)
  private static func add(
    _ from: UnsafeMutablePointer<Float>, _ weight: Float, _ to: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for x in 0..<count { unsafe to[x] += weight * from[x] }
  }

  /// Multiplies values of a row into alpha; 0 outside of the plane.
  ///
  /// - Parameter shift: parts of a pixel by which the plane is moved, 0..<1.
  func multiply(
    into alpha: UnsafeMutablePointer<Float>, column: Int, row: Int, count: Int, shift: (x: Float, y: Float)
  ) {
    for x in 0..<count {
      let here = value(column + x, row) * (1 - shift.x) + (shift.x > 0 ? value(column + x - 1, row) * shift.x : 0)
      guard shift.y > 0 else {
        unsafe alpha[x] *= here
        continue
      }
      let above = value(column + x, row - 1) * (1 - shift.x) + value(column + x - 1, row - 1) * shift.x
      unsafe alpha[x] *= here * (1 - shift.y) + above * shift.y
    }
  }

  private func value(_ column: Int, _ row: Int) -> Float {
    guard column >= 0, column < width, row >= 0, row < height else { return 0 }
    return unsafe Self.row(storage, row, width)[column]
  }
}
