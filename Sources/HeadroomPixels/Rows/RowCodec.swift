/// Reads spans of bitmap rows into planar float rows and writes them back.
///
/// Every pixel is computed by itself, so a row may be cut into spans anywhere without a change of a single bit. The one
/// exception is writing subsampled chroma, see ``packPair(_:_:count:into:row:x:dither:)``.
package enum RowCodec {
  /// How values between two codes of an integer format are rounded to one of them.
  package enum Dither: Hashable, Sendable {
    /// The nearest code; ties go to the even one.
    case none
    /// An ordered pattern anchored at the top left corner of the bitmap, less than half a code either way, so that
    /// values that are codes already stay as they are.
    case ordered
  }

  /// Reads `count` pixels of a row from column `x` on.
  ///
  /// Integer codes become 0...1, floating point is taken as it is. Gray is copied to all three rows, a colour the
  /// format lacks is 0, a missing or ignored alpha is 1. Y'CbCr becomes R'G'B' with the chroma interpolated.
  package static func unpack(_ bitmap: PixelBitmap, row: Int, x: Int, count: Int, into rows: RowPointers) {
    unsafe unpack(bitmap, row: row, x: x, count: count, into: rows, decodeTable: nil)
  }

  /// As ``unpack(_:row:x:count:into:)``, with colour codes mapped through a table.
  ///
  /// - Parameter decodeTable: ``PixelFormat/codeCount`` entries. Alpha is never mapped. Ignored for floating-point
  ///   and Y'CbCr formats, whose values are not codes of the transfer function.
  package static func unpack(
    _ bitmap: PixelBitmap, row: Int, x: Int, count: Int, into rows: RowPointers, decodeTable: UnsafePointer<Float>?
  ) {
    precondition(x >= 0 && count >= 0 && x <= bitmap.width - count, "span outside the bitmap")
    let format = bitmap.format
    if format.isYCbCr { return unsafe unpackPlanes(bitmap, row: row, x: x, count: count, into: rows) }
    let source = unsafe UnsafeRawPointer(bitmap.rowAddress(row)) + x * format.bytesPerPixel
    if let decodeTable = unsafe decodeTable, !format.isFloatingPoint {
      unsafe lookUp(source, format, decodeTable, rows, count)
    } else {
      unsafe unpack(source, format, rows, count)
    }
    if bitmap.alpha == .opaque, format.hasAlpha { unsafe fill(rows.a, 1, count) }
  }

  /// As ``unpack(_:row:x:count:into:decodeTable:)`` from the first column on, where only one colour is used afterwards:
  /// the other rows may be left unwritten.
  ///
  /// - Parameter component: 0 ... 2 = red or gray, green, blue.
  package static func unpack(
    _ bitmap: PixelBitmap, component: Int, row: Int, count: Int, into rows: RowPointers,
    _ decodeTable: UnsafeBufferPointer<Float>
  ) {
    precondition(count >= 0 && count <= bitmap.width, "span outside the bitmap")
    let format = bitmap.format
    let order = ComponentOrder(format.layout)
    guard format.component == .uint8, let table = decodeTable.baseAddress,
      let place = [order.red, order.green, order.blue][component]
    else {
      return unsafe unpack(bitmap, row: row, x: 0, count: count, into: rows, decodeTable: decodeTable.baseAddress)
    }
    let codes = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
    unsafe LookupRows.map(codes + place, stride: order.count, table, rows.plane(component), count)
  }

  private static func unpack(
    _ source: UnsafeRawPointer, _ format: PixelFormat, _ rows: RowPointers, _ count: Int
  ) {
    switch format.component {
    case .uint8: unsafe unpack(Sample8.self, format.layout, source, rows, count)
    case .uint16: unsafe unpack(Sample16.self, format.layout, source, rows, count)
    case .half: unsafe unpack(SampleHalf.self, format.layout, source, rows, count)
    case .float: unsafe unpack(SampleFloat.self, format.layout, source, rows, count)
    case .packed10: unsafe Packed10Rows.unpack(source, .init(format.layout), into: rows, count)
    case .uint10High, .uint10, .uint12: preconditionFailure("no such format")
    }
  }

  private static func lookUp(
    _ source: UnsafeRawPointer, _ format: PixelFormat, _ table: UnsafePointer<Float>, _ rows: RowPointers,
    _ count: Int
  ) {
    switch format.component {
    case .uint8:
      let codes = unsafe source.assumingMemoryBound(to: UInt8.self)
      unsafe lookUp(Sample8.self, codes, format.layout, table, rows, count)
    case .uint16:
      let codes = unsafe source.assumingMemoryBound(to: UInt16.self)
      unsafe lookUp(Sample16.self, codes, format.layout, table, rows, count)
    case .packed10: unsafe Packed10Rows.unpack(source, .init(format.layout), table: table, into: rows, count)
    case .half, .float, .uint10High, .uint10, .uint12: preconditionFailure("no codes to look up")
    }
  }

  @inline(__always)
  private static func unpack<Sample: RowSample>(
    _: Sample.Type, _ layout: PixelFormat.Layout, _ source: UnsafeRawPointer, _ rows: RowPointers, _ count: Int
  ) {
    typealias Rows = InterleavedRows<Sample>
    let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
    switch layout {
    case .rgba, .rgbx: unsafe Rows.unpack4(source, r, g, b, a, count)
    case .bgra: unsafe Rows.unpack4(source, b, g, r, a, count)
    case .argb: unsafe Rows.unpack4(source, a, r, g, b, count)
    case .abgr: unsafe Rows.unpack4(source, a, b, g, r, count)
    case .rgb: unsafe Rows.unpack3(source, r, g, b, count)
    case .bgr: unsafe Rows.unpack3(source, b, g, r, count)
    case .grayAlpha: unsafe Rows.unpack2(source, r, a, count)
    case .redGreen: unsafe Rows.unpack2(source, r, g, count)
    case .gray, .red: unsafe Rows.unpack1(source, r, count)
    case .alpha: unsafe Rows.unpack1(source, a, count)
    // Luma and chroma have loops of their own.
    default: break
    }
    unsafe complete(layout, rows, count)
  }

  @inline(__always)
  private static func lookUp<Sample: RowSample, Code: FixedWidthInteger & UnsignedInteger>(
    _: Sample.Type, _ codes: UnsafePointer<Code>, _ layout: PixelFormat.Layout, _ table: UnsafePointer<Float>,
    _ rows: RowPointers, _ count: Int
  ) {
    let order = ComponentOrder(layout)
    if let index = order.red { unsafe LookupRows.map(codes + index, stride: order.count, table, rows.r, count) }
    if let index = order.green { unsafe LookupRows.map(codes + index, stride: order.count, table, rows.g, count) }
    if let index = order.blue { unsafe LookupRows.map(codes + index, stride: order.count, table, rows.b, count) }
    if let index = order.alpha {
      unsafe InterleavedRows<Sample>.unpack(codes, at: index, stride: order.count, rows.a, count)
    }
    unsafe complete(layout, rows, count)
  }

  /// Fills the rows that the layout has no component for.
  private static func complete(_ layout: PixelFormat.Layout, _ rows: RowPointers, _ count: Int) {
    switch layout {
    case .rgba, .bgra, .argb, .abgr: return
    case .rgbx, .rgb, .bgr: break
    case .gray, .grayAlpha:
      unsafe rows.g.update(from: rows.r, count: count)
      unsafe rows.b.update(from: rows.r, count: count)
    case .alpha:
      unsafe fill(rows.r, 0, count)
      unsafe fill(rows.g, 0, count)
      unsafe fill(rows.b, 0, count)
    case .red:
      unsafe fill(rows.g, 0, count)
      unsafe fill(rows.b, 0, count)
    case .redGreen: unsafe fill(rows.b, 0, count)
    // Luma and chroma have loops of their own.
    default: break
    }
    if layout != .grayAlpha, layout != .alpha { unsafe fill(rows.a, 1, count) }
  }
}
