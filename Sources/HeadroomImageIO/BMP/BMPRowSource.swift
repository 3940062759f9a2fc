internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// The rows of a BMP file whose pixels lie there as they are.
final class BMPRowSource: StillRowSource {
  let encoding: ColorEncoding
  let rowGroup = 1
  let warnings: [String]
  private(set) var isPartial = false
  private let decoder: BMP.RasterDecoder
  private var nextRow = 0

  init(_ decoder: BMP.RasterDecoder, encoding: ColorEncoding, warnings: [String]) {
    self.decoder = decoder
    self.encoding = encoding
    self.warnings = warnings
  }

  var width: Int { decoder.header.width }
  var height: Int { decoder.header.height }
  var format: PixelFormat { decoder.header.format }
  var alpha: AlphaMode { format.hasAlpha ? .straight : .opaque }

  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) {
    if try decoder.decode(rows: nextRow..<nextRow + count, into: bitmap, row: row) { isPartial = true }
    nextRow += count
    decoder.bytes.release()
  }
}
