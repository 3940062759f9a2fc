internal import HeadroomContainers
internal import HeadroomPixels

/// The rows of one ``JPEGStream``, from the top.
final class JPEGRowDecoder {
  let width: Int
  let height: Int
  /// gray8 for one component, rgb8 for three, either colours or Y'CbCr; rgba8 holds the four inks as they are stored.
  let format: PixelFormat
  /// Whether the library holds the whole picture all the same.
  let isBuffered: Bool
  /// Whether data is missing or damaged.
  private(set) var isPartial = false
  /// The irregularities found.
  private(set) var warnings: [String] = []
  private var decoder: JPEGDecoder
  /// The library's memory for a picture of several scans.
  private let memory: MemoryReservation?
  private let bytes: FileBytes
  /// Whether pixels are Y'CbCr.
  private let isYCbCr: Bool
  /// Whether no more rows come.
  private var isEnded = false

  /// Rows decoded by one call of the library: the height of an MCU row of 4:2:0.
  static let batch = 16

  /// - Parameter keepsYCbCr: whether Y'CbCr is returned, with chroma interpolated, instead of RGB.
  /// - Throws: `ImageIOError` when the data is cut or damaged and `allowPartial` is not set.
  init(
    _ stream: JPEGStream, part: String, allowPartial: Bool, scaleDenominator: Int, keepsYCbCr: Bool = false,
    limits: DecodeLimits
  ) throws(ImageIOError) {
    guard let frame = stream.frame else {
      throw .malformed(part: part, text: "no frame header", offset: stream.start)
    }
    guard frame.isSupportedProcess, frame.precision == 8 else {
      throw .unsupported(
        part: JPEGMarker.name(frame.marker), text: "JPEG of this process and \(frame.precision) bits is not supported")
    }
    try limits.check(width: UInt64(frame.width), height: UInt64(frame.height), part: JPEGMarker.name(frame.marker))
    var decoder = try JPEGDecoder(
      stream.bytes, range: stream.start..<(allowPartial ? stream.usableEnd : stream.end), part: part)
    let components = decoder.components
    guard components > 0, decoder.width == frame.width, decoder.height == frame.height else {
      throw .unsupported(part: part, text: "\(frame.components.count) components without a known colour model")
    }
    if decoder.hasMultipleScans { try stream.checkScans(limits: limits) }
    memory =
      decoder.hasMultipleScans
      ? try CodecMemory.reserve(
        width: frame.width, height: frame.height,
        bytesPerPixel: CodecMemory.progressiveJPEGDecoder(components: components)) : nil
    isYCbCr = keepsYCbCr && components == 3 && !decoder.isRGB
    if isYCbCr { decoder.keepYCbCr() }
    (width, height) = try decoder.start(scaleDenominator: scaleDenominator, isForgiving: allowPartial)
    format = components == 1 ? .gray8 : components == 4 ? .rgba8 : .rgb8
    isBuffered = decoder.hasMultipleScans
    bytes = stream.bytes
    self.decoder = consume decoder
    if stream.entropyByteCount == 0 {
      // Nothing to decode: the library would invent grey.
      guard allowPartial else { throw .incompletePicture(part: part, offset: stream.end) }
      isPartial = true
      isEnded = true
    }
  }

  /// Decodes the next rows into rows of a bitmap; missing rows become black.
  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) {
    precondition(bitmap.width == width && bitmap.format == format && row + count <= bitmap.height)
    var done = 0
    if !isEnded { done = try readDirectly(count, into: bitmap, row) }
    guard done < count else { return }
    isPartial = true
    isEnded = true
    bitmap.clear(rows: row + done..<row + count)
    guard isYCbCr else { return }
    for missing in row + done..<row + count {
      let samples = unsafe bitmap.rowAddress(missing).assumingMemoryBound(to: UInt8.self)
      for index in 0..<width * 3 where index % 3 > 0 { unsafe samples[index] = 128 }
    }
  }

  /// Skips the rows above `row` except a few: chroma is interpolated between rows.
  ///
  /// - Returns: the row that comes next.
  func skip(toRow row: Int) throws(ImageIOError) -> Int {
    let count = (row / Self.batch - 1) * Self.batch
    guard count > 0, !isEnded else { return 0 }
    try decoder.skipRows(count)
    return count
  }

  /// Releases the memory of a mapped file's bytes that have been read.
  func releaseInput() { bytes.release() }

  /// Notes the irregularities after the last row.
  func finish() {
    let (isDamaged, warning) = decoder.finish()
    if isDamaged { isPartial = true }
    if let warning { warnings.insert(warning, at: 0) }
  }

  private func readDirectly(_ count: Int, into bitmap: PixelBitmap, _ first: Int) throws(ImageIOError) -> Int {
    var done = 0
    while done < count {
      let wanted = min(Self.batch, count - done)
      let start = unsafe bitmap.rowAddress(first + done).assumingMemoryBound(to: UInt8.self)
      let got = unsafe try decoder.readRows(into: start, rowBytes: bitmap.rowBytes, count: wanted)
      done += got
      TaskContext.advance(to: Double(first + done) / Double(bitmap.height))
      if got < wanted { break }
    }
    return done
  }
}
