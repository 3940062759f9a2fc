import HeadroomPixels

/// Stores finished spans in the destination. The picture's top row becomes row 0.
struct OutputSink {
  let bitmap: PixelBitmap
  let region: PixelRect
  let dither: RowCodec.Dither
  /// Light to signal, where the program leaves that to the sink.
  let encodeTable: CurveTable?

  @inline(__always)
  func store(_ rows: RowPointers, count: Int, x: Int, y: Int) {
    unsafe RowCodec.pack(
      rows, count: count, into: bitmap, row: region.maxY - 1 - y, x: x - region.minX, dither: dither,
      encodeTable: encodeTable)
  }
}
