internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// The rows of an OpenEXR picture.
final class OpenEXRRowSource: StillRowSource {
  let encoding: ColorEncoding
  private(set) var warnings: [String]
  private(set) var isPartial = false
  private let decoder: OpenEXR.PictureDecoder
  private let file: FileBytes
  private let allowPartial: Bool
  /// Rows handed out.
  private var position = 0
  /// Rows decoded ahead, because their block holds some of the wanted ones.
  private var ahead: (rows: Range<Int>, bitmap: PixelBitmap)?

  /// Rows of a strip decoded at once, so that all threads have a block.
  private static let stripHeight = 128

  init(
    _ decoder: OpenEXR.PictureDecoder, file: FileBytes, encoding: ColorEncoding, warnings: [String],
    allowPartial: Bool
  ) {
    self.decoder = decoder
    self.file = file
    self.encoding = encoding
    self.warnings = warnings
    self.allowPartial = allowPartial
  }

  var width: Int { decoder.width }
  var height: Int { decoder.height }
  var format: PixelFormat { decoder.picture.format }
  var alpha: AlphaMode { format.hasAlpha ? .premultiplied : .opaque }

  /// A whole number of rows of blocks.
  var rowGroup: Int { Self.stripHeight(decoder) }

  private static func stripHeight(_ decoder: OpenEXR.PictureDecoder) -> Int {
    let group = decoder.part.rowGroup
    return max(stripHeight / group, 1) * group
  }

  /// Bytes of the strip that is decoded ahead.
  static func stripByteCount(_ decoder: OpenEXR.PictureDecoder) -> Int {
    let height = min(stripHeight(decoder), decoder.height)
    return PixelBitmap.byteCount(width: decoder.width, height: height, format: decoder.picture.format)
  }

  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) {
    precondition(bitmap.width == width && bitmap.format == format && count <= height - position)
    var done = 0
    while done < count {
      let strip = try strip(holding: position)
      let rows = min(strip.rows.upperBound - position, count - done)
      let rowBytes = width * format.bytesPerPixel
      for index in 0..<rows {
        let source = unsafe strip.bitmap.rowAddress(position - strip.rows.lowerBound + index)
        unsafe bitmap.rowAddress(row + done + index).copyMemory(from: source, byteCount: rowBytes)
      }
      done += rows
      position += rows
    }
    file.release()
  }

  /// The strip of rows between borders of blocks that holds a row.
  private func strip(holding row: Int) throws(ImageIOError) -> (rows: Range<Int>, bitmap: PixelBitmap) {
    if let ahead, ahead.rows.contains(row) { return ahead }
    // One strip at a time.
    ahead = nil
    let end = min(row == 0 ? decoder.firstGroup + rowGroup - decoder.part.rowGroup : row + rowGroup, height)
    let rows = row..<max(end, row + 1)
    let bitmap: PixelBitmap
    do throws(PixelError) {
      bitmap = try PixelBitmap(width: width, height: rows.count, format: format, alpha: alpha)
    } catch {
      throw ImageIOError(error)
    }
    if let failure = try decoder.decode(rows, into: bitmap, row: 0, allowPartial: allowPartial) {
      if !isPartial { warnings.append("\(failure)") }
      isPartial = true
    }
    ahead = (rows, bitmap)
    return (rows, bitmap)
  }
}
