package import HeadroomColor

/// A picture that comes row by row from the top, once: a file that is decoded, a sensor's light that is developed. What is
/// behind is forgotten, so that a picture of any height takes the memory of a few rows.
package protocol RowSource: AnyObject {
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
  /// Rows that are made at a time (a strip, a row of blocks); reads of multiples of it cost least.
  var rowGroup: Int { get }
  /// What has been odd so far.
  var warnings: [String] { get }

  /// Makes the next `count` rows, in rows of `bitmap`, which has this source's width and format, from `row` on.
  ///
  /// - Precondition: `count` is at most the number of rows left.
  func fill(_ count: Int, rowsOf bitmap: PixelBitmap, from row: Int) throws
}
