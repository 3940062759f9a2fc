internal import HeadroomPixels

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

  /// A row of values.
  func line(_ row: Int) -> UnsafeMutablePointer<Float> { unsafe Self.row(storage, row, width) }

  /// A row of memory to work in.
  func scratchLine(_ row: Int) -> UnsafeMutablePointer<Float> { unsafe Self.row(scratch, row, width) }

  private static func row(_ storage: PixelStorage, _ index: Int, _ width: Int) -> UnsafeMutablePointer<Float> {
    unsafe storage.withUnsafeMutableBytes { bytes in
      unsafe bytes.bindMemory(to: Float.self).baseAddress.unsafelyUnwrapped + index * width
    }
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
