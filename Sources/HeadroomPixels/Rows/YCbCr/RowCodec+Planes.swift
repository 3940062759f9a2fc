package import HeadroomColor

/// Rows of Y'CbCr: of bitmaps, and of codecs' planes in place.
extension RowCodec {
  static func unpackPlanes(_ bitmap: PixelBitmap, row: Int, x: Int, count: Int, into rows: RowPointers) {
    guard let source = PlaneSource(bitmap) else { preconditionFailure("no planes in \(bitmap.format)") }
    unsafe source.unpack(row: row, x: x, count: count, into: rows)
  }

  /// A bitmap in Y'CbCr, with all that reading its rows needs. An object: a value of this size would be copied for each span.
  package final class PlaneSource: Sendable {
    private let reader: PlaneReader
    private let width: Int
    private let ignoresAlpha: Bool

    /// Nil for RGB.
    package init?(_ bitmap: PixelBitmap) {
      guard bitmap.format.isYCbCr else { return nil }
      reader = PlaneReader(bitmap.planar, matrix: bitmap.ycbcr.matrix)
      width = bitmap.width
      ignoresAlpha = bitmap.alpha == .opaque && bitmap.format.hasAlpha
    }

    /// As ``RowCodec/unpack(_:row:x:count:into:)``.
    package func unpack(row: Int, x: Int, count: Int, into rows: RowPointers) {
      precondition(x >= 0 && count >= 0 && x <= width - count, "span outside the bitmap")
      unsafe reader.read(row: row, x: x, count: count, into: rows)
      if ignoresAlpha { unsafe fill(rows.a, 1, count) }
    }
  }

  /// Reads `count` pixels of a row of planes from column `x` on, as ``unpack(_:row:x:count:into:)`` does for a bitmap.
  ///
  /// - Parameter matrix: the weights; ``PlanarPicture/coding`` states the rest.
  package static func unpack(
    _ picture: PlanarPicture, matrix: YCbCrMatrix, row: Int, x: Int, count: Int, into rows: RowPointers
  ) {
    precondition(x >= 0 && count >= 0 && x <= picture.width - count, "span outside the picture")
    precondition(row >= 0 && row < picture.height, "row outside the picture")
    unsafe PlaneReader(picture, matrix: matrix).read(row: row, x: x, count: count, into: rows)
  }

  /// Writes the same span of two rows, `row` and `row + 1`, to a bitmap in Y'CbCr with their common chroma; see
  /// ``PlaneWriter``.
  ///
  /// `lower` is nil below the last row of a picture of odd height. `row` must be even, and `x` too.
  package static func packPair(
    _ upper: RowPointers, _ lower: RowPointers?, count: Int, into bitmap: PixelBitmap, row: Int, x: Int,
    dither: Dither = .none
  ) {
    precondition(bitmap.format.isYCbCr, "pairs of rows are for luma and chroma")
    unsafe packPair(
      upper, lower, count: count, into: bitmap.planar, matrix: bitmap.ycbcr.matrix, row: row, x: x, dither: dither)
  }

  /// The same for planes, in place.
  ///
  /// - Parameter matrix: the weights; ``PlanarPicture/coding`` states the rest.
  package static func packPair(
    _ upper: RowPointers, _ lower: RowPointers?, count: Int, into picture: PlanarPicture, matrix: YCbCrMatrix,
    row: Int, x: Int, dither: Dither = .none
  ) {
    precondition(x >= 0 && count >= 0 && x <= picture.width - count, "span outside the picture")
    precondition(row >= 0 && row % 2 == 0 && row < picture.height, "pairs of rows begin on even ones")
    unsafe PlaneWriter(picture, matrix: matrix)
      .storePair(upper, lower, row: row, x: x, count: count, isDithered: dither == .ordered)
  }

  /// Writes a span of one row to a bitmap in Y'CbCr.
  static func packPlanes(
    _ rows: RowPointers, _ count: Int, _ bitmap: PixelBitmap, _ row: Int, _ x: Int, _ isDithered: Bool
  ) {
    unsafe PlaneWriter(bitmap.planar, matrix: bitmap.ycbcr.matrix)
      .storeRow(rows, row: row, x: x, count: count, isDithered: isDithered)
  }
}
