internal import CHeadroomCodecs
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// A TIFF file whose rows arrive in order: header, strips, directories.
///
/// The division of rows into strips depends only on the picture's size, so the bytes depend neither on the bands of
/// rows nor on the number of workers.
final class TIFFRowSink: StillRowSink {
  private let picture: StillHeader
  private let options: EncodeOptions
  private let layout: TIFF.StoredLayout
  private let output: any ByteSink
  private let rowsPerStrip: Int
  private let isBig: Bool
  private let batch: PixelStorage
  private let scratch: TIFF.StoredLayout.Scratch
  /// Rows that wait in the batch.
  private var filled = 0
  /// Rows that are written.
  private var written = 0
  private var strips: [(offset: Int, byteCount: Int)] = []

  private static let stripBytes = 256 << 10
  /// Strips that are compressed at the same time; bounds the memory.
  private static let stripsPerBatch = 32
  /// Files that could grow beyond this get 64-bit offsets. deflate makes hardly anything longer.
  private static let classicBytes: UInt64 = 4_000_000_000

  init(_ picture: StillHeader, _ options: EncodeOptions, _ output: any ByteSink) throws(ImageIOError) {
    self.picture = picture
    self.options = options
    self.output = output
    layout = try TIFF.StoredLayout(for: picture, options)
    rowsPerStrip = min(max(Self.stripBytes / layout.rowBytes, 1), picture.height)
    let metadata = [
      picture.metadata.exif, picture.metadata.xmp, picture.metadata.extendedXMP, picture.metadata.iptc,
      picture.metadata.iptc, picture.metadata.photoshop, picture.iccProfile,
    ].compactMap { $0?.count }
    isBig =
      UInt64(layout.rowBytes) * UInt64(picture.height) + UInt64(metadata.reduce(1 << 20, +)) > Self.classicBytes
    scratch = try layout.makeScratch()
    let batchRows = min(rowsPerStrip * Self.stripsPerBatch, picture.height)
    do throws(PixelError) {
      batch = try StoragePool.shared.storage(byteCount: batchRows * layout.rowBytes)
    } catch {
      throw ImageIOError(error)
    }
    try output.append(TIFF.DirectoryWriter.header(isBig: isBig))
  }

  /// The memory of a sink.
  static func byteCount(of picture: StillHeader, _ options: EncodeOptions) -> Int {
    guard let layout = try? TIFF.StoredLayout(for: picture, options) else { return 0 }
    let rows = min(max(stripBytes / layout.rowBytes, 1) * stripsPerBatch, picture.height)
    return StoragePool.byteCount(holding: rows * layout.rowBytes)
  }

  var rowGroup: Int { rowsPerStrip * Self.stripsPerBatch }

  func write(_ band: PixelBitmap) throws(ImageIOError) {
    precondition(band.width == picture.width && band.format == picture.format)
    precondition(band.height <= picture.height - written - filled, "more rows than the picture has")
    for row in 0..<band.height {
      unsafe layout.write(band, row: row, to: batch.base + filled * layout.rowBytes, scratch: scratch)
      filled += 1
      if filled == rowGroup || written + filled == picture.height { try writeBatch() }
    }
  }

  private func writeBatch() throws(ImageIOError) {
    let count = (filled - 1) / rowsPerStrip + 1
    let results = Results<Result<[UInt8], ImageIOError>>(count: count)
    let (layout, rowsPerStrip, filled) = (layout, rowsPerStrip, filled)
    let (batch, level) = (batch, compressionLevel)
    try ThreadPool.shared.forEachPiece(count) { strip in
      let rows = min(rowsPerStrip, filled - strip * rowsPerStrip)
      let start = unsafe batch.base + strip * rowsPerStrip * layout.rowBytes
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: rows * layout.rowBytes)
      results[strip] = unsafe TIFF.compress(bytes, rows: rows, layout, level: level)
    }
    for result in results.all {
      guard let strip = try result?.get() else { throw .internalError("a strip is missing") }
      strips.append((output.count, strip.count))
      try output.append(strip)
    }
    written += filled
    self.filled = 0
    TaskContext.advance(to: Double(written) / Double(picture.height))
  }

  /// deflate's level: 6 unless an effort is requested.
  private var compressionLevel: Int32 { options.speed.map { Int32(9 - min(max($0, 0), 10) * 8 / 10) } ?? 6 }

  func finish(lightLevel: ContentLightLevel?) throws(ImageIOError) {
    guard written == picture.height else {
      throw .internalError("\(written + filled) of \(picture.height) rows were written")
    }
    var writer = TIFF.DirectoryWriter(isBig: isBig, start: output.count)
    let place = writer.append(TIFF.pictureDirectory(picture, layout, options, strips, rowsPerStrip, &writer))
    try output.append(writer.bytes)
    try output.replace(at: isBig ? 8 : 4, with: TIFF.DirectoryWriter.number(place, size: isBig ? 8 : 4))
  }
}

extension TIFF {
  /// Deflates a strip with differences: between pixels for integers (predictor 2), between bytes for floats (3).
  static func compress(
    _ bytes: UnsafeRawBufferPointer, rows: Int, _ layout: StoredLayout, level: Int32
  ) -> Result<[UInt8], ImageIOError> {
    var segment = hr_tiff_segment()
    segment.width = UInt32(truncatingIfNeeded: layout.width)
    segment.rows = UInt32(truncatingIfNeeded: rows)
    segment.bits_per_sample = UInt16(truncatingIfNeeded: 8 * layout.format.bytesPerComponent)
    segment.samples_per_pixel = UInt16(truncatingIfNeeded: layout.format.channelCount)
    segment.sample_format = layout.sampleFormat.rawValue
    segment.compression = Compression.adobeDeflate.rawValue
    segment.photometric = layout.photometric.rawValue
    segment.predictor = layout.predictor
    segment.fill_order = 1
    var out: UnsafeMutablePointer<UInt8>?
    var (length, message) = (0, [CChar](repeating: 0, count: Int(HR_TIFF_MESSAGE_SIZE)))
    let source = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let code = unsafe hr_tiff_encode(&segment, level, source, bytes.count, &out, &length, &message)
    defer { unsafe hr_tiff_free(out) }
    guard code == HR_TIFF_OK else {
      if code == HR_TIFF_NO_MEMORY { return .failure(.outOfMemory(bytes: UInt64(bytes.count))) }
      let words = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return .failure(.codec(library: "libtiff", code: Int(code), message: words, part: "strip"))
    }
    return .success(unsafe [UInt8](UnsafeBufferPointer(start: out, count: length)))
  }
}

extension TIFF.StoredLayout {
  var sampleFormat: TIFF.SampleFormat { format.isFloatingPoint ? .float : .unsigned }
  var photometric: TIFF.Photometric { format.isGray ? .minIsBlack : .rgb }
  var predictor: UInt16 { format.isFloatingPoint ? 3 : 2 }
}
