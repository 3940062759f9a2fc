internal import CHeadroomMath

extension RowCodec {
  /// Writes `count` pixels to a row from column `x` on; the inverse of ``unpack(_:row:x:count:into:)``.
  ///
  /// Integer formats clamp to 0...1 and round to the nearest code, NaN becomes 0. Half floats are clamped to their
  /// finite range and NaN becomes 0; float stores the bits as they are. Gray formats store the red row. An ignored
  /// component becomes one. A 4:2:0 format takes the chroma of even rows and only the luma of odd ones;
  /// ``packPair(_:_:count:into:row:x:dither:)`` uses both.
  ///
  /// - Parameters:
  ///   - encodeTable: applied to red, green and blue first: linear light to signal.
  ///   - streams: whether to write past the caches where that can be done; see ``streams(into:)``.
  package static func pack(
    _ rows: RowPointers, count: Int, into bitmap: PixelBitmap, row: Int, x: Int, dither: Dither = .none,
    encodeTable: CurveTable? = nil, streams: Bool = false
  ) {
    precondition(x >= 0 && count >= 0 && x <= bitmap.width - count, "span outside the bitmap")
    if streams, unsafe stream(rows, count, bitmap, row, x) { return }
    let isDithered = dither == .ordered && !bitmap.format.isFloatingPoint
    if let encodeTable {
      unsafe packEncoded(rows, count, bitmap, row, x, isDithered, encodeTable)
    } else {
      unsafe packPlain(rows, count, bitmap, row, x, isDithered)
    }
  }

  /// Whether a bitmap is so large that its first rows have left the caches when its last are written, and has a format
  /// that can be written past the caches. Memory then need not be read first, and data still to be read stays cached.
  package static func streams(into bitmap: PixelBitmap) -> Bool {
    bitmap.format.component == .float && bitmap.format.layout == .rgba && bitmap.height >= (32 << 20) / bitmap.rowBytes
  }

  /// To be called by a thread that has streamed, before it signals other threads.
  package static func endStreams() { headroom_stream_end() }

  private static func stream(_ rows: RowPointers, _ count: Int, _ bitmap: PixelBitmap, _ row: Int, _ x: Int) -> Bool {
    let to = unsafe bitmap.rowAddress(row) + x * bitmap.format.bytesPerPixel
    guard Int(bitPattern: to) % 16 == 0 else { return false }
    unsafe headroom_stream_rgba(to.assumingMemoryBound(to: Float.self), rows.r, rows.g, rows.b, rows.a, count)
    return true
  }

  /// Encodes chunk by chunk into separate rows, so that the caller's rows stay linear.
  private static func packEncoded(
    _ rows: RowPointers, _ count: Int, _ bitmap: PixelBitmap, _ row: Int, _ x: Int, _ isDithered: Bool,
    _ table: CurveTable
  ) {
    // Gray formats store only red, and alpha formats store no colour.
    let channels = bitmap.format.isGray || bitmap.format.layout == .red ? 1 : bitmap.format.layout == .alpha ? 0 : 3
    unsafe withChunkRows { scratch in
      var start = 0
      while start < count {
        let length = min(DitherPattern.chunk, count - start)
        let from = unsafe rows.advanced(by: start)
        var encoded = unsafe scratch
        unsafe encoded.a = unsafe from.a
        if channels > 0 { unsafe table.apply(from.r, to: encoded.r, length) }
        if channels > 1 {
          unsafe table.apply(from.g, to: encoded.g, length)
          unsafe table.apply(from.b, to: encoded.b, length)
        }
        unsafe packPlain(encoded, length, bitmap, row, x + start, isDithered)
        start += length
      }
    }
  }

  private static func packPlain(
    _ rows: RowPointers, _ count: Int, _ bitmap: PixelBitmap, _ row: Int, _ x: Int, _ isDithered: Bool
  ) {
    let format = bitmap.format
    if format.isYCbCr {
      return unsafe packPlanes(rows, count, bitmap, row, x, isDithered)
    }
    let to = unsafe bitmap.rowAddress(row) + x * format.bytesPerPixel
    guard isDithered else { return unsafe pack(to, format, rows, count, NoDither()) }
    var start = 0
    while start < count {
      let length = min(DitherPattern.chunk, count - start)
      unsafe DitherPattern.withRow(x: x + start, y: row) { pattern in
        unsafe pack(to + start * format.bytesPerPixel, format, rows.advanced(by: start), length, pattern)
      }
      start += length
    }
  }

  private static func pack<D: DitherOffsets>(
    _ to: UnsafeMutableRawPointer, _ format: PixelFormat, _ rows: RowPointers, _ count: Int, _ dither: D
  ) {
    switch format.component {
    case .uint8: unsafe pack(Sample8.self, to, format.layout, rows, count, dither)
    case .uint16: unsafe pack(Sample16.self, to, format.layout, rows, count, dither)
    case .half: unsafe pack(SampleHalf.self, to, format.layout, rows, count, NoDither())
    case .float: unsafe pack(SampleFloat.self, to, format.layout, rows, count, NoDither())
    case .packed10: unsafe Packed10Rows.pack(to, .init(format.layout), rows, count, dither)
    case .uint10High, .uint10, .uint12: preconditionFailure("no such format")
    }
  }

  @inline(__always)
  private static func pack<Sample: RowSample, D: DitherOffsets>(
    _: Sample.Type, _ to: UnsafeMutableRawPointer, _ layout: PixelFormat.Layout, _ rows: RowPointers, _ count: Int,
    _ dither: D
  ) {
    typealias Rows = InterleavedRows<Sample>
    let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
    switch layout {
    case .rgba: unsafe Rows.pack4(to, r, g, b, a, count, dither)
    case .bgra: unsafe Rows.pack4(to, b, g, r, a, count, dither)
    case .argb: unsafe Rows.pack4(to, a, r, g, b, count, dither)
    case .abgr: unsafe Rows.pack4(to, a, b, g, r, count, dither)
    case .rgbx: unsafe Rows.pack3AndOne(to, r, g, b, count, dither)
    case .rgb: unsafe Rows.pack3(to, r, g, b, count, dither)
    case .bgr: unsafe Rows.pack3(to, b, g, r, count, dither)
    case .grayAlpha: unsafe Rows.pack2(to, r, a, count, dither)
    case .redGreen: unsafe Rows.pack2(to, r, g, count, dither)
    case .gray, .red: unsafe Rows.pack1(to, r, count, dither)
    case .alpha: unsafe Rows.pack1(to, a, count, dither)
    // Luma and chroma have loops of their own.
    default: break
    }
  }

  /// Three rows of ``DitherPattern/chunk`` floats on the stack; the alpha pointer is not to be used.
  static func withChunkRows(_ body: (RowPointers) -> Void) {
    // Each fits in the kilobyte that is always taken from the stack.
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 256) { r in
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 256) { g in
        unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 256) { b in
          guard let r = r.baseAddress, let g = g.baseAddress, let b = b.baseAddress else { return }
          unsafe body(RowPointers(r: r, g: g, b: b, a: r))
        }
      }
    }
  }
}
