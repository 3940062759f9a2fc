internal import HeadroomPixels

extension PixelBitmap {
  /// Writes the pixels into a bitmap of the same size in its format, with colours that are not multiplied by alpha.
  func repackStraight(into out: PixelBitmap) {
    let count = width
    let makeRows: @Sendable () -> RowBuffer = { RowBuffer(capacity: count) }
    ThreadPool.shared.concurrentPerform(height, scratch: makeRows) { row, buffer in
      let rows = unsafe buffer.rows
      unsafe RowCodec.unpack(self, row: row, x: 0, count: count, into: rows)
      if alpha == .premultiplied { unsafe AlphaRow.unpremultiply(rows, count) }
      unsafe RowCodec.pack(rows, count: count, into: out, row: row, x: 0)
    }
  }
}
