internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// Pixels that are stored plainly in a file, row after row, as in BMP and Netpbm.
protocol StoredRaster: Sendable {
  var bytes: FileBytes { get }
  var width: Int { get }
  var height: Int { get }
  var format: PixelFormat { get }
  /// Where the first row begins.
  var start: Int { get }
  /// Bytes from a row to the next.
  var rowBytes: Int { get }
  /// Rows that are in the file, in its order.
  var storedRows: Int { get }
  /// Whether the first of them is the uppermost.
  var isTopDown: Bool { get }
  /// Decodes a row.
  func decode(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer)
}

extension StoredRaster {
  /// Rows of one part of the parallel job.
  private static var bandHeight: Int { 32 }

  /// Rows counted from the top, into rows of a bitmap from `row` on. Returns whether some are missing (they are black).
  func decode(rows: Range<Int>, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) -> Bool {
    let stored = storedRows
    let bands = (rows.count + Self.bandHeight - 1) / Self.bandHeight
    try ThreadPool.shared.forEachPiece(bands) { band in
      for index in band * Self.bandHeight..<min((band + 1) * Self.bandHeight, rows.count) {
        let place = rows.lowerBound + index
        let storedRow = isTopDown ? place : height - 1 - place
        guard storedRow < stored else {
          bitmap.clear(rows: row + index..<row + index + 1)
          continue
        }
        unsafe decode(bytes.baseAddress + start + storedRow * rowBytes, bitmap.rowAddress(row + index))
      }
    }
    return isTopDown ? rows.upperBound > stored : rows.lowerBound < height - stored
  }
}

/// The rows of a raster from the top.
final class StoredRasterRows<Raster: StoredRaster>: StillRowSource {
  let encoding: ColorEncoding
  let rowGroup = 1
  let warnings: [String]
  private(set) var isPartial = false
  private let raster: Raster
  private var nextRow = 0

  init(_ raster: Raster, encoding: ColorEncoding, warnings: [String]) {
    self.raster = raster
    self.encoding = encoding
    self.warnings = warnings
  }

  var width: Int { raster.width }
  var height: Int { raster.height }
  var format: PixelFormat { raster.format }
  var alpha: AlphaMode { format.hasAlpha ? .straight : .opaque }

  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) {
    if try raster.decode(rows: nextRow..<nextRow + count, into: bitmap, row: row) { isPartial = true }
    nextRow += count
    raster.bytes.release()
  }
}
