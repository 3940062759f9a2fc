package import HeadroomContainers
package import HeadroomPixels

/// A picture of a file, decoded row by row from the top, once.
package protocol StillRowSource: RowSource {
  /// The whole gain map, when it was requested and is usable.
  var gainMap: GainMapImage? { get }
  /// Whether picture data has been missing so far (only with ``DecodeRequest/allowPartial``).
  var isPartial: Bool { get }

  /// Decodes the next `count` rows into rows of `bitmap`, which has this source's width and format, from `row` on.
  /// Missing rows become 0 with ``DecodeRequest/allowPartial``.
  ///
  /// - Precondition: `count` is at most the number of rows left.
  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError)
}

extension StillRowSource {
  package var gainMap: GainMapImage? { nil }

  /// The same for renderers that take rows from any source, with this source's errors among others.
  package func fill(_ count: Int, rowsOf bitmap: PixelBitmap, from row: Int) throws {
    try read(count, into: bitmap, row: row)
  }
}
