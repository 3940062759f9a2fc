internal import CHeadroomCodecs
internal import HeadroomContainers
internal import HeadroomPixels

/// Owns one libjpeg-turbo compressor and makes one picture with it.
@safe
struct JPEGEncoder: ~Copyable {
  private let raw: OpaquePointer

  /// The library's memory for a progressive picture.
  private let memory: MemoryReservation?
  private let isGray: Bool
  private let isDirect: Bool

  /// The settings of a compressor. Sizes are in pixels.
  struct Settings {
    var width: Int
    var height: Int
    var format: PixelFormat
    var quality: Double
    var chroma: EncodeOptions.Chroma
    var isProgressive: Bool
    var tables = Tables.photo
    /// Whether the bytes are taken away while rows are written.
    var isDrained = false
  }

  /// Starts a picture without any application marker.
  ///
  /// Gray formats become one component, all others Y'CbCr of the JFIF matrix. Alpha is ignored, so premultiplied colour
  /// comes out as over black. Formats other than 8-bit integers are rounded to 8 bits.
  static func started(_ settings: Settings) throws(ImageIOError) -> JPEGEncoder {
    guard settings.width <= 65_500, settings.height <= 65_500 else {
      throw .notEncodable(
        format: "jpeg", text: "\(settings.width)x\(settings.height) pixels; 65500 a side is the most")
    }
    let memory =
      settings.isProgressive
      ? try CodecMemory.reserve(
        width: settings.width, height: settings.height, bytesPerPixel: CodecMemory.progressiveJPEGEncoder) : nil
    guard let raw = unsafe headroom_jpeg_encoder_create() else { throw .outOfMemory(bytes: 0) }
    let encoder = unsafe JPEGEncoder(raw: raw, format: settings.format, memory: memory)
    try encoder.start(settings)
    return encoder
  }

  private init(raw: OpaquePointer, format: PixelFormat, memory: MemoryReservation?) {
    unsafe self.raw = raw
    self.memory = memory
    isGray = format.isGray
    isDirect = Self.layout(of: format) != nil
  }

  private borrowing func start(_ settings: Settings) throws(ImageIOError) {
    let layout = Self.layout(of: settings.format) ?? (isGray ? HEADROOM_JPEG_GRAY : HEADROOM_JPEG_RGB)
    var options = headroom_jpeg_encoder_options()
    options.width = UInt32(settings.width)
    options.height = UInt32(settings.height)
    options.layout = Int32(layout.rawValue)
    options.quality = Int32(min(max(settings.quality.isNaN ? 0 : settings.quality, 1), 100).rounded())
    options.horizontal_sampling = isGray || settings.chroma == .full ? 1 : 2
    options.vertical_sampling = isGray || settings.chroma != .quarter ? 1 : 2
    options.is_progressive = settings.isProgressive ? 1 : 0
    var quantizers: [UInt16] = []
    if case .gainMap(let steps) = settings.tables {
      quantizers = steps.all
      options.optimizes_coding = settings.width * settings.height * (isGray ? 1 : 3) <= Self.mostHeldSamples ? 1 : 0
    }
    options.capacity = settings.isDrained ? Self.drainedCapacity : 0
    let result = unsafe quantizers.withUnsafeBufferPointer { steps in
      unsafe headroom_jpeg_encoder_start(raw, &options, steps.isEmpty ? nil : steps.baseAddress)
    }
    try check(result)
  }

  private static let drainedCapacity = 1 << 20

  deinit { unsafe headroom_jpeg_encoder_destroy(raw) }

  /// Rows handed over by one call: the height of an MCU row of 4:2:0.
  static let batch = 16

  /// A whole picture without any application marker, from SOI to EOI.
  static func encode(
    _ bitmap: PixelBitmap, quality: Double, chroma: EncodeOptions.Chroma, isProgressive: Bool,
    tables: Tables = .photo
  ) throws(ImageIOError) -> [UInt8] {
    let encoder = try started(
      Settings(
        width: bitmap.width, height: bitmap.height, format: bitmap.format, quality: quality, chroma: chroma,
        isProgressive: isProgressive, tables: tables))
    try encoder.write(bitmap)
    return try encoder.finish()
  }

  /// Adds all rows of a bitmap of the settings' width and format.
  borrowing func write(_ bitmap: PixelBitmap) throws(ImageIOError) {
    if isDirect { try writeDirectly(bitmap) } else { try writeConverted(bitmap) }
  }

  /// The bytes that have been made since the last call. More bytes follow with the next rows.
  borrowing func take() -> [UInt8] {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    unsafe headroom_jpeg_encoder_take(raw, &bytes, &count)
    return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The order of components that the library accepts directly; nil for formats that are converted first.
  private static func layout(of format: PixelFormat) -> headroom_jpeg_layout? {
    guard format.component == .uint8 else { return nil }
    return switch format.layout {
    case .gray: HEADROOM_JPEG_GRAY
    case .rgb: HEADROOM_JPEG_RGB
    case .rgba, .rgbx: HEADROOM_JPEG_RGBX
    case .bgra: HEADROOM_JPEG_BGRX
    case .argb: HEADROOM_JPEG_XRGB
    case .abgr: HEADROOM_JPEG_XBGR
    default: nil
    }
  }

  private borrowing func writeDirectly(_ bitmap: PixelBitmap) throws(ImageIOError) {
    var row = 0
    while row < bitmap.height {
      let count = min(Self.batch, bitmap.height - row)
      let start = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
      try check(unsafe headroom_jpeg_encoder_write_rows(raw, start, bitmap.rowBytes, UInt32(count)))
      row += count
      TaskContext.advance(to: Double(row) / Double(bitmap.height))
    }
  }

  private borrowing func writeConverted(_ bitmap: PixelBitmap) throws(ImageIOError) {
    let strip: PixelBitmap
    do throws(PixelError) {
      strip = try PixelBitmap(
        width: bitmap.width, height: Self.batch, format: isGray ? .gray8 : .rgb8, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
    let buffer = RowBuffer(capacity: bitmap.width)
    var row = 0
    while row < bitmap.height {
      let count = min(Self.batch, bitmap.height - row)
      for index in 0..<count {
        unsafe RowCodec.unpack(bitmap, row: row + index, x: 0, count: bitmap.width, into: buffer.rows)
        unsafe RowCodec.pack(buffer.rows, count: bitmap.width, into: strip, row: index, x: 0)
      }
      let start = unsafe strip.rowAddress(0).assumingMemoryBound(to: UInt8.self)
      try check(unsafe headroom_jpeg_encoder_write_rows(raw, start, strip.rowBytes, UInt32(count)))
      row += count
      TaskContext.advance(to: Double(row) / Double(bitmap.height))
    }
  }

  /// Ends the picture, and returns the bytes that have not been taken.
  borrowing func finish() throws(ImageIOError) -> [UInt8] {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    try check(unsafe headroom_jpeg_encoder_finish(raw, &bytes, &count))
    return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }

  private borrowing func check(_ result: Int32) throws(ImageIOError) {
    try TaskContext.check()
    switch UInt32(result) {
    case HEADROOM_JPEG_OK.rawValue: return
    case HEADROOM_JPEG_NO_MEMORY.rawValue: throw .outOfMemory(bytes: 0)
    default:
      throw .codec(
        library: "libjpeg", code: unsafe Int(headroom_jpeg_encoder_code(raw)),
        message: unsafe String(cString: headroom_jpeg_encoder_message(raw)), part: "picture")
    }
  }
}
