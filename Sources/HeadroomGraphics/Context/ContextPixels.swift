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
