internal import CHeadroomCodecs
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Owns one libjpeg-turbo decompressor.
@safe
struct JPEGDecoder: ~Copyable {
  private let raw: OpaquePointer
  /// Keeps the bytes alive that the library reads.
  private let bytes: FileBytes
  private let part: String

  /// Size of the picture.
  let width: Int
  /// Size of the picture.
  let height: Int
  /// Bytes of a decoded pixel: 1 gray, 3 colour, 4 CMYK, 0 when the colour model is unknown.
  let components: Int
  /// Whether the components are stored as red, green and blue.
  let isRGB: Bool
  /// Whether the library holds the whole picture because it has several scans.
  let hasMultipleScans: Bool

  /// Reads the headers of the picture in `range`.
  init(_ bytes: FileBytes, range: Range<Int>, part: String) throws(ImageIOError) {
    let start = unsafe bytes.baseAddress.advanced(by: range.lowerBound).assumingMemoryBound(to: UInt8.self)
    guard let raw = unsafe headroom_jpeg_decoder_create(start, range.count) else {
      throw .outOfMemory(bytes: UInt64(MemoryLayout<headroom_jpeg_header>.size))
    }
    var header = headroom_jpeg_header()
    let result = unsafe headroom_jpeg_decoder_read_header(raw, &header)
    if let error = unsafe Self.error(result, raw, part: part, at: range.upperBound) {
      unsafe headroom_jpeg_decoder_destroy(raw)
      throw error
    }
    unsafe self.raw = raw
    self.bytes = bytes
    self.part = part
    width = Int(header.width)
    height = Int(header.height)
    components = Int(header.output_components)
    isRGB = header.is_rgb != 0
    hasMultipleScans = header.has_multiple_scans != 0
  }

  deinit { unsafe headroom_jpeg_decoder_destroy(raw) }

  /// Makes the library return Y'CbCr, with as many samples of chroma as of luma.
  mutating func keepYCbCr() { unsafe headroom_jpeg_decoder_keep_ycc(raw) }

  /// Starts decoding and returns the size of the result.
  mutating func start(
    scaleDenominator: Int, isForgiving: Bool
  ) throws(ImageIOError) -> (width: Int, height: Int) {
    var width: UInt32 = 0
    var height: UInt32 = 0
    let result = unsafe headroom_jpeg_decoder_start(
      raw, Int32(scaleDenominator), isForgiving ? 1 : 0, &width, &height)
    if let error = unsafe Self.error(result, raw, part: part, at: bytes.count) { throw error }
    return (Int(width), Int(height))
  }

  /// Decodes up to `count` rows and returns their number; fewer only when the data ended (forgiving).
  mutating func readRows(
    into rows: UnsafeMutablePointer<UInt8>, rowBytes: Int, count: Int
  ) throws(ImageIOError) -> Int {
    var done: UInt32 = 0
    let result = unsafe headroom_jpeg_decoder_read_rows(raw, rows, rowBytes, UInt32(count), &done)
    if let error = unsafe Self.error(result, raw, part: part, at: bytes.count) { throw error }
    return Int(done)
  }

  /// Skips the next rows, which costs less than decoding them.
  mutating func skipRows(_ count: Int) throws(ImageIOError) {
    let result = unsafe headroom_jpeg_decoder_skip_rows(raw, UInt32(count))
    if let error = unsafe Self.error(result, raw, part: part, at: bytes.count) { throw error }
  }

  /// Reads the data after the rows and returns the irregularities found.
  mutating func finish() -> (isDamaged: Bool, warning: String?) {
    let isDamaged = unsafe headroom_jpeg_decoder_is_damaged(raw) != 0
    _ = unsafe headroom_jpeg_decoder_finish(raw)
    let count = unsafe headroom_jpeg_decoder_warnings(raw)
    let message = unsafe String(cString: headroom_jpeg_decoder_message(raw))
    return (isDamaged, count > 0 ? "\(part): \(message)" : nil)
  }

  /// The picture's coefficients, turned and coded again without any application marker. Along a mirrored axis it has to
  /// end with a whole unit of blocks.
  consuming func turned(_ turn: CGImagePropertyOrientation) throws(ImageIOError) -> [UInt8] {
    guard let encoder = unsafe headroom_jpeg_encoder_create() else { throw .outOfMemory(bytes: 0) }
    defer { unsafe headroom_jpeg_encoder_destroy(encoder) }
    var description = headroom_jpeg_turn()
    description.mirrors_columns = turn.storedMirrors.columns ? 1 : 0
    description.mirrors_rows = turn.storedMirrors.rows ? 1 : 0
    description.transposes = turn.swapsAxes ? 1 : 0
    var result: UnsafePointer<UInt8>?
    var count = 0
    let code = unsafe headroom_jpeg_encoder_turn(encoder, raw, &description, &result, &count)
    if let error = unsafe Self.error(code, raw, part: part, at: bytes.count) {
      // The encoder's message counts where the decoder has none.
      let message = unsafe String(cString: headroom_jpeg_encoder_message(encoder))
      guard !message.isEmpty, case .codec = error else { throw error }
      throw .codec(
        library: "libjpeg", code: unsafe Int(headroom_jpeg_encoder_code(encoder)), message: message, part: part)
    }
    return unsafe Array(UnsafeBufferPointer(start: result, count: count))
  }

  private static func error(
    _ result: Int32, _ raw: OpaquePointer, part: String, at end: Int
  ) -> ImageIOError? {
    if result != 0, TaskContext.isCancelled { return .cancelled }
    let code = unsafe Int(headroom_jpeg_decoder_code(raw))
    let message = unsafe String(cString: headroom_jpeg_decoder_message(raw))
    switch UInt32(result) {
    case HEADROOM_JPEG_OK.rawValue: return nil
    case HEADROOM_JPEG_NO_MEMORY.rawValue: return .outOfMemory(bytes: 0)
    case HEADROOM_JPEG_TRUNCATED.rawValue:
      return .incompletePicture(part: part, offset: end)
    default: return .codec(library: "libjpeg", code: code, message: message, part: part)
    }
  }
}
