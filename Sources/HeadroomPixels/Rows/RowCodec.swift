/// Reads spans of bitmap rows into planar float rows and writes them back.
package enum RowCodec {
  /// How values between two codes of an integer format become one.
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
  ///   and Y'CbCr formats, whose values are no codes of the transfer function.
  package static func unpack(
    _ bitmap: PixelBitmap, row: Int, x: Int, count: Int, into rows: RowPointers, decodeTable: UnsafePointer<Float>?
  ) {
    precondition(x >= 0 && count >= 0 && x <= bitmap.width - count, "span outside the bitmap")
  }

  /// Writes `count` pixels to a row from column `x` on; the inverse of ``unpack(_:row:x:count:into:)``.
  ///
  /// Integer formats clamp to 0...1 and round to the nearest code, NaN becomes 0. Half float is limited to its finite
  /// range. Gray formats store the red row. An ignored component becomes one.
  package static func pack(
    _ rows: RowPointers, count: Int, into bitmap: PixelBitmap, row: Int, x: Int, dither: Dither = .none
  ) {
    precondition(x >= 0 && count >= 0 && x <= bitmap.width - count, "span outside the bitmap")
  }
}
