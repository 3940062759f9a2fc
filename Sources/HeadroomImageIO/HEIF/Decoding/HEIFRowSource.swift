internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// The rows of a HEIF or AVIF picture without alpha.
///
/// A grid is decoded one row of tiles at a time. A picture in one piece is decoded whole; its planes, which take half
/// of the pixels' memory or less, become pixels on demand, or at once at a smaller scale.
final class HEIFRowSource: StillRowSource {
  let encoding: ColorEncoding
  let gainMap: GainMapImage?
  let warnings: [String]
  let rowGroup: Int
  private let decoder: HEIFPictureDecoder
  private let strips: any HEIFStrips
  /// The part of the decoded picture that is returned, and its next row.
  private let shown: PixelRect
  private var position: Int
  /// The strip that rows are taken from.
  private var held: (rows: Range<Int>, bitmap: PixelBitmap)?

  /// - Parameter shown: the part of the decoded picture that is wanted.
  init(
    _ decoder: HEIFPictureDecoder, shown: PixelRect, encoding: ColorEncoding, gainMap: GainMapImage?,
    warnings: [String]
  ) throws(ImageIOError) {
    self.decoder = decoder
    self.shown = shown
    self.encoding = encoding
    self.gainMap = gainMap
    self.warnings = warnings
    position = shown.rows.lowerBound
    if decoder.plan.tiles.count > 1 {
      strips = try HEIFGridStrips(decoder)
    } else {
      strips = decoder.scale > 1 ? HEIFSmallPicture(decoder) : try HEIFPlaneStrips(decoder)
    }
    rowGroup = strips.stripHeight
  }

  var width: Int { shown.columns.count }
  var height: Int { shown.rows.count }
  var format: PixelFormat { decoder.pixelFormat(hasAlpha: false) }
  var alpha: AlphaMode { .opaque }
  var isPartial: Bool { false }

  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) {
    precondition(
      bitmap.width == width && bitmap.format == format && count <= shown.rows.upperBound - position,
      "more rows than the picture has")
    let pixelBytes = format.bytesPerPixel
    var done = 0
    while done < count {
      let strip = try strip(holding: position)
      let rows = min(strip.rows.upperBound - position, count - done)
      for index in 0..<rows {
        let from = unsafe strip.bitmap.rowAddress(position - strip.rows.lowerBound + index)
        unsafe bitmap.rowAddress(row + done + index).copyMemory(
          from: from + shown.columns.lowerBound * pixelBytes, byteCount: width * pixelBytes)
      }
      done += rows
      position += rows
    }
    if position == shown.rows.upperBound { held = nil }
  }

  private func strip(holding row: Int) throws(ImageIOError) -> (rows: Range<Int>, bitmap: PixelBitmap) {
    while true {
      if let held, held.rows.contains(row) { return held }
      held = try strips.next()
      decoder.container.bytes.release()
    }
  }
}

/// A picture that is decoded from the top in strips of its whole width.
private protocol HEIFStrips: AnyObject {
  /// Rows of most strips.
  var stripHeight: Int { get }
  /// The next rows, from the top of the bitmap on. They are valid until the next call; there is
  /// one call for each strip.
  func next() throws(ImageIOError) -> (rows: Range<Int>, bitmap: PixelBitmap)
}

/// Rows of a grid's tiles.
private final class HEIFGridStrips: HEIFStrips {
  let stripHeight: Int
  private let decoder: HEIFPictureDecoder
  private let converter: YCbCrConverter
  private let height: Int
  /// Seams between rows of tiles, whose pixels wait for the tiles below.
  private let seams: HEIFSeams?
  /// The last row of the strip before, then a row of tiles.
  private let bitmap: PixelBitmap
  private var index = 0

  init(_ decoder: HEIFPictureDecoder) throws(ImageIOError) {
    self.decoder = decoder
    try decoder.checkLimits()
    converter = try decoder.makeConverter()
    try decoder.checkDataIsPlausible()
    let size = decoder.plan.whole(scale: decoder.scale)
    height = size.rows.count
    stripHeight = decoder.plan.tileHeight / decoder.scale
    let seams = decoder.scale == 1 ? try HEIFSeams(decoder.plan, coding: decoder.coding, onlyRows: true) : nil
    self.seams = seams?.hasRows == true ? seams : nil
    bitmap = try decoder.makeBitmap(width: size.columns.count, height: min(stripHeight, height) + 1)
  }

  func next() throws(ImageIOError) -> (rows: Range<Int>, bitmap: PixelBitmap) {
    let top = index * stripHeight
    let rows = top..<min(top + stripHeight, height)
    guard !rows.isEmpty else { throw .internalError("more strips than the picture has") }
    if index > 0, seams != nil {
      let rowBytes = bitmap.width * bitmap.format.bytesPerPixel
      unsafe bitmap.rowAddress(0).copyMemory(from: bitmap.rowAddress(stripHeight), byteCount: rowBytes)
    }
    var tiles = HEIFPictureDecoder(
      decoder.plan.tileRow(index), in: decoder.container, coding: decoder.coding, scale: decoder.scale,
      averaging: decoder.averaging, allowPartial: false, limits: decoder.limits)
    tiles.outerSeams = seams.map { ($0, index * decoder.plan.tileHeight) }
    try tiles.decodeTiles(into: try part(1..<rows.count + 1), converter)
    index += 1
    guard let seams else { return (rows, try part(1..<rows.count + 1)) }
    if top > 0 { try seams.repairRows(at: top, of: bitmap, converter) }
    // The last row is finished with the tiles below.
    let start = top == 0 ? 0 : top - 1
    let end = rows.upperBound == height ? height : rows.upperBound - 1
    let first = top == 0 ? 1 : 0
    return (start..<end, try part(first..<first + end - start))
  }

  private func part(_ rows: Range<Int>) throws(ImageIOError) -> PixelBitmap {
    try bitmap.part(PixelRect(columns: 0..<bitmap.width, rows: rows))
  }
}

/// A picture in one piece, whose planes are kept.
private final class HEIFPlaneStrips: HEIFStrips {
  /// A few rows for each of several threads.
  let stripHeight = 256
  private let decoder: HEIFPictureDecoder
  private let converter: YCbCrConverter
  private let size: PixelRect
  private let bitmap: PixelBitmap
  private var planes: PlanarPicture?
  private var position = 0

  init(_ decoder: HEIFPictureDecoder) throws(ImageIOError) {
    self.decoder = decoder
    try decoder.checkLimits()
    converter = try decoder.makeConverter()
    size = decoder.plan.whole(scale: decoder.scale)
    bitmap = try decoder.makeBitmap(width: size.columns.count, height: min(stripHeight, size.rows.count))
  }

  func next() throws(ImageIOError) -> (rows: Range<Int>, bitmap: PixelBitmap) {
    let rows = position..<min(position + stripHeight, size.rows.count)
    guard !rows.isEmpty else { throw .internalError("more strips than the picture has") }
    let planes: PlanarPicture
    if let kept = self.planes { planes = kept } else { planes = try decoder.decodePlanes() }
    converter.convert(rows: rows, of: planes, into: bitmap, isConcurrent: true)
    try TaskContext.check()
    position = rows.upperBound
    self.planes = position < size.rows.count ? planes : nil
    return (rows, bitmap)
  }
}

/// A picture in one piece that is made smaller.
private final class HEIFSmallPicture: HEIFStrips {
  let stripHeight: Int
  private let decoder: HEIFPictureDecoder

  init(_ decoder: HEIFPictureDecoder) {
    self.decoder = decoder
    stripHeight = decoder.plan.whole(scale: decoder.scale).rows.count
  }

  func next() throws(ImageIOError) -> (rows: Range<Int>, bitmap: PixelBitmap) {
    (0..<stripHeight, try decoder.decode().bitmap)
  }
}
