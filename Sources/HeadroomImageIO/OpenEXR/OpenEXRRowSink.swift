internal import CHeadroomCodecs
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// An OpenEXR file whose rows arrive in order.
final class OpenEXRRowSink: StillRowSink {
  private let header: StillHeader
  private let channels: [OpenEXR.Channel]
  /// Component of a pixel by channel.
  private let components: [Int]
  private let output: any ByteSink
  private let level: Int32
  /// Offset of the offset table.
  private let table: Int
  private var offsets: [UInt64] = []
  /// Rows of a block that has not got all of its rows.
  private let strip: PixelBitmap
  private var filled = 0
  private var written = 0

  private static let compression = OpenEXR.Compression.zip
  private static let blockHeight = compression.rowsPerBlock
  /// zlib's level: OpenEXR's default, which costs a few percent of size and saves half of the time.
  private static let usualLevel = 4

  init(
    _ header: StillHeader, metadata: OpenEXR.WrittenMetadata, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) {
    guard let names = Self.channels(header.format) else {
      throw .internalError("OpenEXR rows in the format \(header.format)")
    }
    self.header = header
    self.output = output
    let type: OpenEXR.SampleType = header.format.component == .half ? .half : .float
    let sorted = names.enumerated().sorted { $0.element < $1.element }
    channels = sorted.map { OpenEXR.Channel(name: $0.element, type: type) }
    components = sorted.map(\.offset)
    level = Int32(options.speed.map { max(1, 9 - min(max($0, 0), 10) * 8 / 10) } ?? Self.usualLevel)
    do throws(PixelError) {
      strip = try PixelBitmap(
        width: header.width, height: Self.blockHeight, format: header.format, alpha: header.alpha)
    } catch {
      throw ImageIOError(error)
    }
    let head = Self.head(header, channels, metadata)
    table = output.count + head.count
    try output.append(head)
    let count = (header.height + Self.blockHeight - 1) / Self.blockHeight
    try output.append([UInt8](repeating: 0, count: 8 * count))
  }

  /// The names of a format's components in their order in memory; nil for formats that are not stored.
  static func channels(_ format: PixelFormat) -> [String]? {
    guard format.isFloatingPoint else { return nil }
    switch format.layout {
    case .rgb: return ["R", "G", "B"]
    case .rgba: return ["R", "G", "B", "A"]
    case .gray: return ["Y"]
    case .grayAlpha: return ["Y", "A"]
    default: return nil
    }
  }

  private static func head(
    _ header: StillHeader, _ channels: [OpenEXR.Channel], _ metadata: OpenEXR.WrittenMetadata
  ) -> [UInt8] {
    var writer = OpenEXR.HeaderWriter(flags: 0)
    let window = OpenEXR.Box(minX: 0, minY: 0, maxX: header.width - 1, maxY: header.height - 1)
    writer.required(channels, compression, dataWindow: window, displayWindow: window)
    let primaries = header.encoding.primaries
    writer.attribute("chromaticities", "chromaticities") { writer in
      for point in [primaries.red, primaries.green, primaries.blue, primaries.white] {
        writer.u32(Float(point.x).bitPattern)
        writer.u32(Float(point.y).bitPattern)
      }
    }
    if let white = metadata.whiteLuminance { writer.attribute("whiteLuminance", white) }
    for number in metadata.numbers { writer.attribute(number.name, number.value) }
    for string in metadata.strings { writer.attribute(string.name, string.value) }
    writer.end()
    return writer.bytes
  }

  /// Enough blocks for all threads.
  var rowGroup: Int { Self.blockHeight * 16 }

  func write(_ band: PixelBitmap) throws(ImageIOError) {
    precondition(band.width == header.width && band.format == header.format)
    precondition(band.height <= header.height - written - filled, "more rows than the picture has")
    var row = 0
    while row < band.height {
      let left = band.height - row
      if filled == 0, left >= Self.blockHeight || written + left == header.height {
        let rows = written + left == header.height ? left : left / Self.blockHeight * Self.blockHeight
        try encode(band, row..<row + rows)
        row += rows
      } else {
        let count = min(Self.blockHeight - filled, left)
        copy(band, row, count)
        filled += count
        row += count
        if filled == Self.blockHeight || written + filled == header.height {
          let rows = filled
          filled = 0
          try encode(strip, 0..<rows)
        }
      }
    }
  }

  private func copy(_ band: PixelBitmap, _ row: Int, _ count: Int) {
    let rowBytes = header.width * header.format.bytesPerPixel
    for index in 0..<count {
      unsafe strip.rowAddress(filled + index).copyMemory(from: band.rowAddress(row + index), byteCount: rowBytes)
    }
  }

  /// Encodes rows that begin with a block, a batch of blocks at a time, and appends them in order.
  private func encode(_ bitmap: PixelBitmap, _ rows: Range<Int>) throws(ImageIOError) {
    let encoder = OpenEXR.BlockEncoder(
      bitmap: bitmap, premultiplies: bitmap.alpha == .straight && bitmap.format.hasAlpha, components: components,
      level: level)
    let batch = rowGroup * 4
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: batch) {
      let end = min(start + batch, rows.upperBound)
      let blocks = try encoder.encode(start..<end, blockHeight: Self.blockHeight)
      for (index, block) in blocks.enumerated() {
        guard let block else { throw .outOfMemory(bytes: UInt64(encoder.blockBytes(Self.blockHeight))) }
        offsets.append(UInt64(output.count))
        var head = OpenEXR.HeaderWriter()
        head.s32(written + index * Self.blockHeight)
        head.s32(block.count)
        try output.append(head.bytes)
        try output.append(block)
      }
      written += end - start
      TaskContext.advance(to: Double(written) / Double(header.height))
    }
  }

  func finish(lightLevel: ContentLightLevel?) throws(ImageIOError) {
    guard written == header.height else {
      throw .internalError("\(written + filled) of \(header.height) rows were written")
    }
    var bytes = OpenEXR.HeaderWriter()
    for offset in offsets { bytes.u64(offset) }
    try output.replace(at: table, with: bytes.bytes)
  }
}
