package import HeadroomColor

/// A picture that is produced once, row by row from the top: a file being decoded, or a sensor's light being developed.
/// Finished rows are not kept, so a picture of any height takes the memory of a few rows.
package protocol RowSource: AnyObject {
  /// Size as decoded, before orientation.
  var width: Int { get }
  /// Size as decoded, before orientation.
  var height: Int { get }
  /// The format of a row.
  var format: PixelFormat { get }
  /// The meaning of alpha.
  var alpha: AlphaMode { get }
  /// The meaning of the numbers.
  var encoding: ColorEncoding { get }
  /// Rows that are made at a time (a strip, a row of blocks); reading multiples of this number costs least.
  var rowGroup: Int { get }
  /// The irregularities found so far.
  var warnings: [String] { get }

  /// Makes the next `count` rows and stores them in `bitmap`, which has this source's width and format, from `row` on.
  ///
  /// - Precondition: `count` is at most the number of rows left.
  func fill(_ count: Int, rowsOf bitmap: PixelBitmap, from row: Int) throws
}
