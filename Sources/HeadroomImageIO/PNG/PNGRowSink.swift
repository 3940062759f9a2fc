internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// A PNG file whose rows arrive in order.
final class PNGRowSink: StillRowSink {
  private let layout: PNG.ScanlineLayout
  private let encoder: PNG.ScanlineEncoder
  private let output: any ByteSink
  /// A batch of rows below the last row of the previous batch, which filters need.
  private let strip: PixelBitmap
  private let choosesCompression: Bool
  private let lightLevelPlace: Int?
  /// Existing rows of the strip's batch.
  private var filled = 0
  /// Rows that are encoded.
  private var encoded = 0

  /// Batches from one choice of the compression to the next: 64 MiB of scanlines. Later rows are not known yet, so the
  /// choice follows the picture downwards instead of examining all of it.
  private static let batchesPerChoice = 8

  init(
    _ picture: StillHeader, _ layout: PNG.ScanlineLayout, head: [[UInt8]], _ options: EncodeOptions,
    _ output: any ByteSink
  ) throws(ImageIOError) {
    self.layout = layout
    self.output = output
    let wanted = PNG.Compression.forEffort(options.speed)
    choosesCompression = wanted == nil
    encoder = try PNG.ScanlineEncoder(layout, compression: wanted ?? PNG.Compression.candidates[0])
    do throws(PixelError) {
      strip = try PixelBitmap(
        width: picture.width, height: 1 + min(encoder.batchRows, picture.height), format: picture.format,
        alpha: picture.alpha)
    } catch {
      throw ImageIOError(error)
    }
    try output.append(PNG.signature)
    var place: Int?
    for chunk in head {
      if chunk[4..<8].elementsEqual(PNG.ChunkType.lightLevel.bytes) { place = output.count }
      try output.append(chunk)
    }
    lightLevelPlace = place
  }

  /// The memory of a picture's strip.
  static func stripBytes(_ picture: StillHeader, _ layout: PNG.ScanlineLayout) -> Int {
    let rows = 1 + min(PNG.ScanlineEncoder.batchRows(layout), picture.height)
    return PixelBitmap.byteCount(width: picture.width, height: rows, format: picture.format)
  }

  var rowGroup: Int { encoder.batchRows }

  func write(_ band: PixelBitmap) throws(ImageIOError) {
    precondition(band.width == strip.width && band.format == strip.format && band.alpha == strip.alpha)
    precondition(band.height <= layout.header.height - encoded - filled, "more rows than the picture has")
    var row = 0
    while row < band.height {
      let count = min(strip.height - 1 - filled, band.height - row)
      Self.copy(band, row, count, to: strip, 1 + filled)
      filled += count
      row += count
      if filled == strip.height - 1 || encoded + filled == layout.header.height { try encodeBatch() }
    }
  }

  private func encodeBatch() throws(ImageIOError) {
    let rows = encoded..<encoded + filled
    let source = PNG.ScanlineSource(bitmap: strip, layout: layout, firstRow: encoded - 1)
    if choosesCompression, encoded % (Self.batchesPerChoice * encoder.batchRows) == 0 {
      encoder.compression = try PNG.ScanlineEncoder.choose(rows, of: source)
    }
    let output = output
    try encoder.encode(rows, of: source) { (chunk) throws(ImageIOError) in try output.append(chunk) }
    Self.copy(strip, filled, 1, to: strip, 0)
    encoded = rows.upperBound
    filled = 0
  }

  func finish(lightLevel: ContentLightLevel?) throws(ImageIOError) {
    guard encoded == layout.header.height else {
      throw .internalError("\(encoded + filled) of \(layout.header.height) rows were written")
    }
    try output.append(PNG.chunk(.end, []))
    guard let lightLevel, let lightLevelPlace else { return }
    try output.replace(at: lightLevelPlace, with: PNG.chunk(.lightLevel, lightLevel.pngBytes))
  }

  private static func copy(_ from: PixelBitmap, _ row: Int, _ count: Int, to: PixelBitmap, _ target: Int) {
    let rowBytes = from.width * from.format.bytesPerPixel
    for index in 0..<count {
      unsafe to.rowAddress(target + index).copyMemory(from: from.rowAddress(row + index), byteCount: rowBytes)
    }
  }
}
