import HeadroomPixels

/// Stores finished spans in the destination. The picture's top row becomes row 0.
///
/// An object, so that it can be used without reference counting of its parts; see ``BoundProgram``.
final class OutputSink: Sendable {
  private let bitmap: PixelBitmap
  private let region: PixelRect
  private let dither: RowCodec.Dither
  /// Light to signal, where the program leaves that to the sink.
  private let encodeTable: CurveTable?
  private let streams: Bool

  init(bitmap: PixelBitmap, region: PixelRect, dither: RowCodec.Dither, encodeTable: CurveTable?) {
    self.bitmap = bitmap
    self.region = region
    self.dither = dither
    self.encodeTable = encodeTable
    streams = encodeTable == nil && RowCodec.streams(into: bitmap)
  }

  func store(_ rows: RowPointers, count: Int, x: Int, y: Int) {
    unsafe RowCodec.pack(
      rows, count: count, into: bitmap, row: region.maxY - 1 - y, x: x - region.minX, dither: dither,
      encodeTable: encodeTable, streams: streams)
  }

  /// Whether pixels are stored as they are computed: four floats each.
  var takesInterleaved: Bool { encodeTable == nil && RowCodec.isFloatRGBA(bitmap) }

  /// Stores interleaved pixels, where ``takesInterleaved`` is true.
  func store(interleaved pixels: UnsafePointer<Float>, count: Int, x: Int, y: Int) {
    unsafe RowCodec.copy(
      pixels, count: count, into: bitmap, row: region.maxY - 1 - y, x: x - region.minX, streams: streams)
  }

  /// Must be called by each thread that has stored pixels, before it reports them as done.
  func finish() { if streams { RowCodec.endStreams() } }
}
