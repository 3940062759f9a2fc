internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// The rows of a TIFF picture: strips or rows of tiles, decoded when they are reached.
final class TIFFRowSource: StillRowSource {
  let width: Int
  let height: Int
  let encoding: ColorEncoding
  private(set) var warnings: [String] = []
  private(set) var isPartial = false
  private let decoder: TIFF.PictureDecoder
  private let allowPartial: Bool
  /// Decoded rows that have not been read yet.
  private var band: PixelBitmap?
  private var bandRows = 0..<0
  private var nextBand = 0
  private var nextRow = 0

  var format: PixelFormat { decoder.layout.format }
  var alpha: AlphaMode { format.hasAlpha ? .straight : .opaque }
  /// The rows of a strip or tile, or of several small strips, for as many workers.
  let rowGroup: Int

  private static let usualRows = 256

  init(
    _ page: TIFF.Page, of file: TIFF.File, layout: TIFF.SampleLayout? = nil, encoding: ColorEncoding,
    request: DecodeRequest
  ) throws(ImageIOError) {
    decoder = try TIFF.PictureDecoder(page, of: file, layout: layout, limits: request.limits)
    if !request.allowPartial { try decoder.checkPlausible() }
    (width, height) = (page.width, page.height)
    self.encoding = encoding
    allowPartial = request.allowPartial
    let rows = decoder.rows(ofBand: 0).count
    rowGroup = min(max(Self.usualRows / rows, 1) * rows, page.height)
  }

  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) {
    precondition(count <= height - nextRow, "more rows than the picture has")
    var target = row
    let end = row + count
    while target < end {
      if bandRows.contains(nextRow) {
        let ready = min(bandRows.upperBound - nextRow, end - target)
        copyReady(ready, into: bitmap, row: target)
        target += ready
        nextRow += ready
        continue
      }
      // Whole bands are decoded in place; one that is cut by the end goes through a buffer.
      let bands = bandsBelow(nextRow + end - target)
      if bands.isEmpty {
        try fillBand()
      } else {
        try decode(bands, into: bitmap, row: target)
        let rows = decoder.rows(ofBand: bands.upperBound - 1).upperBound - nextRow
        target += rows
        nextRow += rows
        nextBand = bands.upperBound
      }
    }
    decoder.file.bytes.release()
  }

  /// The bands from the next one on that end at or above a row.
  private func bandsBelow(_ row: Int) -> Range<Int> {
    var end = nextBand
    while end < decoder.bandCount, decoder.rows(ofBand: end).upperBound <= row { end += 1 }
    return nextBand..<end
  }

  private func fillBand() throws(ImageIOError) {
    let rows = decoder.rows(ofBand: nextBand)
    let buffer: PixelBitmap
    do throws(PixelError) {
      if let band, band.height >= rows.count {
        buffer = band
      } else {
        buffer = try PixelBitmap(width: width, height: rows.count, format: format, alpha: .straight)
      }
    } catch {
      throw ImageIOError(error)
    }
    try decode(nextBand..<nextBand + 1, into: buffer, row: 0)
    band = buffer
    bandRows = rows
    nextBand += 1
  }

  private func decode(_ bands: Range<Int>, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) {
    let damage = try decoder.decode(bands: bands, into: bitmap, row: row, allowPartial: allowPartial)
    guard let first = damage.first else { return }
    isPartial = true
    if warnings.isEmpty { warnings.append("\(first)") }
  }

  private func copyReady(_ count: Int, into bitmap: PixelBitmap, row: Int) {
    guard let band else { return }
    let rowBytes = width * format.bytesPerPixel
    for index in 0..<count {
      let source = unsafe band.rowAddress(nextRow - bandRows.lowerBound + index)
      unsafe bitmap.rowAddress(row + index).copyMemory(from: source, byteCount: rowBytes)
    }
  }
}
