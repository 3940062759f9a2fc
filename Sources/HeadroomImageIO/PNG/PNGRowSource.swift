internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// The rows of a PNG picture that is not interlaced.
final class PNGRowSource: StillRowSource {
  let width: Int
  let height: Int
  let encoding: ColorEncoding
  let rowGroup = 1
  var gainMap: GainMapImage?
  var warnings: [String] = []
  private(set) var isPartial = false
  private let decoder: PNG.PixelDecoder
  private let narrowRange: PNG.NarrowRange?
  private let file: FileBytes
  private let allowPartial: Bool

  var format: PixelFormat { decoder.format }
  var alpha: AlphaMode { format.hasAlpha ? .straight : .opaque }

  init(
    _ directory: PNG.Directory, of file: FileBytes, encoding: ColorEncoding, isNarrowRange: Bool,
    request: DecodeRequest
  ) throws(ImageIOError) {
    let header = directory.header
    try request.limits.check(width: UInt64(header.width), height: UInt64(header.height), part: "IHDR")
    try PNGPicture.checkPlausible(directory, allowPartial: request.allowPartial)
    if let damage = PNGPicture.damage(of: directory, in: file) {
      guard request.allowPartial else { throw damage }
      isPartial = true
      warnings.append("\(damage)")
    }
    decoder = try PNG.PixelDecoder(directory, of: file, allowPartial: request.allowPartial)
    narrowRange = isNarrowRange ? PNG.NarrowRange(decoder.format) : nil
    width = header.width
    height = header.height
    self.encoding = encoding
    self.file = file
    allowPartial = request.allowPartial
  }

  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) {
    // After the end of the data the decoder is not called again.
    let done = isEnded ? 0 : try decoder.read(count, into: bitmap, row: row, allowPartial: allowPartial)
    if done < count {
      isPartial = true
      isEnded = true
    }
    if let narrowRange, done > 0 { narrowRange.expand(bitmap, rows: row..<row + done) }
    bitmap.clear(rows: row + done..<row + count)
    // A few megabytes of the file give tens of megabytes of pixels: bytes that have been read are not needed again.
    file.release()
  }

  private var isEnded = false
}
