internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// Codes the base picture, its alpha or its gain map while its rows arrive: bands become planes at once, and a row of
/// tiles is coded when it is complete. The result does not depend on the bands.
struct LayerEncoder<Codec: StillPictureCodec> {
  private let layout: TileLayout
  private let component: PlanarPicture.Component
  private let settings: CodingSettings
  /// A row of tiles.
  private let planes: PlanarPicture
  private var tiles: [CodedPicture] = []
  /// Filled rows of ``planes``, and received rows of the picture.
  private var filled = 0
  private var taken = 0
  /// A row without the one below, with which it shares chroma.
  private var waiting: PixelBitmap?
  /// Whether chroma is made of light, which needs the surrounding rows.
  private let usesSharpYUV: Bool
  /// For the row of tiles: rows kept for later ones, the first one's place, and the number of converted rows.
  private var window: PixelBitmap?
  private var windowStart = 0
  private var converted = 0

  /// - Parameters:
  ///   - width: of the picture.
  ///   - height: of the picture.
  ///   - component: colour or alpha.
  ///   - subsampling: chroma; monochrome for gray and alpha.
  init(
    width: Int, height: Int, component: PlanarPicture.Component = .color, bitDepth: Int,
    subsampling: PlanarPicture.Subsampling, settings: CodingSettings
  ) throws(ImageIOError) {
    let chroma: PlanarPicture.Subsampling
    (layout, chroma) = try Self.layout(
      width: width, height: height, bitDepth: bitDepth, subsampling, speed: settings.speed)
    self.component = component
    self.settings = settings
    var coding = PlanarPicture.Coding(
      matrix: settings.cicp.matrix, isFullRange: settings.cicp.fullRange, siting: Codec.siting(chroma))
    if let light = settings.light {
      coding.curve = light.transfer
      coding.primaries = light.primaries
    }
    planes = try ImageIOError.pixels { [layout, coding] () throws(PixelError) in
      try PlanarPicture(
        width: layout.tileWidth * layout.columns, height: layout.tileHeight, bitDepth: bitDepth, subsampling: chroma,
        coding: coding)
    }
    usesSharpYUV = settings.light != nil && component == .color && SharpYUVEncoder.applies(to: planes)
  }

  /// The division of the picture into tiles, and their chroma.
  private static func layout(
    width: Int, height: Int, bitDepth: Int, _ subsampling: PlanarPicture.Subsampling, speed: Int?
  ) throws(ImageIOError) -> (TileLayout, PlanarPicture.Subsampling) {
    let (across, down) = Codec.takesOddSizes ? (1, 1) : (subsampling.horizontal, subsampling.vertical)
    let bytes = CodecMemory.layerBytes(bitDepth: bitDepth, subsampling, format: Codec.format, speed: speed)
    // Readers of AVIF refuse grids of odd size whose chroma is halved (MIAF, 7.3.11.4.2).
    let isOdd = width % subsampling.horizontal != 0 || height % subsampling.vertical != 0
    let needsFullChroma = Codec.takesOddSizes && isOdd
    let layout = try TileLayout(
      width: width, height: height, unitWidth: across, unitHeight: down, smallest: Codec.smallestSide,
      mostPixels: CodecMemory.mostPixels(bytesPerPixel: bytes, limit: MemoryLedger.shared.limit),
      avoidsGrid: needsFullChroma, format: Codec.format)
    return (layout, needsFullChroma && layout.isGrid ? .full : subsampling)
  }

  /// The memory that coding a picture takes: a row of tiles as planes, and the codec at one of them.
  static func byteCount(
    width: Int, height: Int, bitDepth: Int, _ subsampling: PlanarPicture.Subsampling, speed: Int?
  ) -> Int {
    let found = try? layout(width: width, height: height, bitDepth: bitDepth, subsampling, speed: speed)
    guard let (layout, chroma) = found else { return 0 }
    let planes = PlanarPicture.byteCount(
      width: layout.tileWidth * layout.columns, height: layout.tileHeight, bitDepth: bitDepth, chroma)
    let codec = CodecMemory.layerBytes(bitDepth: bitDepth, chroma, format: Codec.format, speed: speed)
    return StoragePool.byteCount(holding: planes) + layout.tileWidth * layout.tileHeight * codec
  }

  /// Adds rows: all of `band`, which is as wide as the picture.
  mutating func write(_ band: PixelBitmap) throws(ImageIOError) {
    precondition(band.width == layout.width && band.height <= layout.height - taken, "more rows than the picture has")
    taken += band.height
    if usesSharpYUV { return try writeSharpYUV(band) }
    var row = 0
    if let upper = waiting {
      waiting = nil
      try fill(try Self.pair(upper, band), 0, 2)
      row = 1
    }
    while row < band.height {
      var count = min(planes.height - filled, band.height - row)
      let isLast = taken == layout.height && row + count == band.height
      if count % 2 == 1, !isLast {
        count -= 1
        if count == 0 {
          waiting = try Self.copy(band, row)
          return
        }
      }
      try fill(band, row, count)
      row += count
    }
    if taken == layout.height, filled > 0 { try pad(band) }
  }

  private mutating func writeSharpYUV(_ band: PixelBitmap) throws(ImageIOError) {
    var row = 0
    while row < band.height {
      let count = min(planes.height - filled, band.height - row)
      let isLast = taken == layout.height && row + count == band.height
      guard let part = band.cropped(x: 0, y: row, width: band.width, height: count) else {
        throw .internalError("rows outside a band")
      }
      let rows = try window.map { (window) throws(ImageIOError) in try Self.joined(window, part) } ?? part
      filled += count
      row += count
      let isComplete = filled == planes.height || isLast
      let end = isComplete ? planes.height : max((filled - SharpYUVEncoder.context) & ~1, converted)
      if end > converted {
        try ImageIOError.planar { () throws(PlanarError) in
          try planes.encodeSharpYUV(rows: converted..<end, rows, firstRow: windowStart)
        }
        converted = end
      }
      if isComplete {
        (window, windowStart, converted) = (nil, 0, 0)
        try encodeTiles()
      } else {
        try keep(rows)
      }
    }
  }

  /// Keeps the rows on which later rows depend. Bands may be reused, so these are copied.
  private mutating func keep(_ rows: PixelBitmap) throws(ImageIOError) {
    let first = max(converted - SharpYUVEncoder.context, windowStart)
    let from = first - windowStart
    window = try Self.rows((from..<rows.height).map { (rows, $0) })
    windowStart = first
  }

  private static func joined(_ upper: PixelBitmap, _ lower: PixelBitmap) throws(ImageIOError) -> PixelBitmap {
    try rows((0..<upper.height).map { (upper, $0) } + (0..<lower.height).map { (lower, $0) })
  }

  /// The coded layer, when all rows have come.
  func finish() throws(ImageIOError) -> CodedLayer {
    guard taken == layout.height else { throw .internalError("\(taken) of \(layout.height) rows were written") }
    return CodedLayer(
      layout: layout, tiles: tiles, bitDepth: planes.bitDepth, channels: planes.subsampling == .monochrome ? 1 : 3)
  }

  private mutating func fill(_ band: PixelBitmap, _ row: Int, _ count: Int) throws(ImageIOError) {
    try encode(planes.part(x: 0, y: filled, width: planes.width, height: count), band, row)
    filled += count
    if filled == planes.height { try encodeTiles() }
  }

  /// Repeats the last row to the end of the tiles.
  private mutating func pad(_ band: PixelBitmap) throws(ImageIOError) {
    // Includes the last row itself where the height is odd, because it shares chroma with the first repetition.
    let from = filled & ~1
    try encode(
      planes.part(x: 0, y: from, width: planes.width, height: planes.height - from), band, band.height - 1)
    try encodeTiles()
  }

  /// Fills planes with rows of a band.
  private func encode(_ planes: PlanarPicture, _ band: PixelBitmap, _ row: Int) throws(ImageIOError) {
    try ImageIOError.planar { () throws(PlanarError) in
      try planes.encode(band, y: row, component: component)
    }
  }

  private mutating func encodeTiles() throws(ImageIOError) {
    let lease = ThreadPool.shared.lease()
    defer { lease.end() }
    for column in 0..<layout.columns {
      try TaskContext.check()
      let tile = planes.part(
        x: column * layout.tileWidth, y: 0, width: layout.tileWidth, height: layout.tileHeight)
      let memory = try CodecMemory.encodingLayer(tile, format: Codec.format, speed: settings.speed)
      defer { withExtendedLifetime(memory) {} }
      // Other jobs may have ended or begun since the last tile.
      tiles.append(try Codec.encode(tile, settings, threads: lease.renegotiate()))
      TaskContext.advance(to: Double(tiles.count) / Double(layout.columns * layout.rows))
    }
    filled = 0
  }

  private static func copy(_ band: PixelBitmap, _ row: Int) throws(ImageIOError) -> PixelBitmap {
    try rows([(band, row)])
  }

  private static func pair(_ upper: PixelBitmap, _ band: PixelBitmap) throws(ImageIOError) -> PixelBitmap {
    try rows([(upper, 0), (band, 0)])
  }

  private static func rows(_ rows: [(bitmap: PixelBitmap, row: Int)]) throws(ImageIOError) -> PixelBitmap {
    let like = rows[0].bitmap
    let result: PixelBitmap
    do throws(PixelError) {
      result = try PixelBitmap(width: like.width, height: rows.count, format: like.format, alpha: like.alpha)
    } catch {
      throw ImageIOError(error)
    }
    for (index, source) in rows.enumerated() {
      unsafe result.rowAddress(index).copyMemory(
        from: source.bitmap.rowAddress(source.row), byteCount: like.width * like.format.bytesPerPixel)
    }
    return result
  }
}

extension LayerEncoder {
  /// Codes a whole picture. Parameters are those of the initialiser.
  static func encode(
    _ bitmap: PixelBitmap, component: PlanarPicture.Component = .color, bitDepth: Int,
    subsampling: PlanarPicture.Subsampling, settings: CodingSettings
  ) throws(ImageIOError) -> CodedLayer {
    var encoder = try LayerEncoder(
      width: bitmap.width, height: bitmap.height, component: component, bitDepth: bitDepth, subsampling: subsampling,
      settings: settings)
    try encoder.write(bitmap)
    return try encoder.finish()
  }
}
