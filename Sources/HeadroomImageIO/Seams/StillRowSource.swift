package import HeadroomColor
package import HeadroomContainers
package import HeadroomPixels

/// A picture of a file, decoded row by row from the top, once. What is behind is forgotten, so that a picture of any
/// height takes the memory of a few rows.
package protocol StillRowSource: AnyObject {
  /// Size as decoded, before orientation.
  var width: Int { get }
  /// Size as decoded, before orientation.
  var height: Int { get }
  /// The format of a row.
  var format: PixelFormat { get }
  /// What alpha means.
  var alpha: AlphaMode { get }
  /// What the numbers mean.
  var encoding: ColorEncoding { get }
  /// Rows that the decoder makes at a time (a strip, a row of blocks); reads of multiples of it cost least.
  var rowGroup: Int { get }
  /// The gain map, whole, when it was asked for and is usable.
  var gainMap: GainMapImage? { get }
  /// What has been odd so far.
  var warnings: [String] { get }
  /// Whether picture data has been missing so far (only with ``DecodeRequest/allowPartial``).
  var isPartial: Bool { get }

  /// Decodes the next `count` rows into rows of `bitmap`, which has this source's width and format, from `row` on.
  /// Rows that are missing become 0 with ``DecodeRequest/allowPartial``.
  ///
  /// - Precondition: `count` is at most the number of rows left.
  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError)
}

extension StillRowSource {
  package var gainMap: GainMapImage? { nil }
}
