internal import CHeadroomCodecs
internal import HeadroomPixels

/// Owns one libjpeg-turbo compressor and makes one picture with it.
@safe
struct JPEGEncoder: ~Copyable {
  private let raw: OpaquePointer

  private init() throws(ImageIOError) {
    guard let raw = unsafe headroom_jpeg_encoder_create() else { throw .outOfMemory(bytes: 0) }
    unsafe self.raw = raw
  }

  deinit { unsafe headroom_jpeg_encoder_destroy(raw) }

  /// Rows handed over by one call: the height of an MCU row of 4:2:0.
  private static let batch = 16

  /// A whole picture without any application marker, from SOI to EOI.
  ///
  /// Gray bitmaps become one component, all others Y'CbCr of the JFIF matrix. Alpha is not looked at, so premultiplied
  /// colour comes out as over black. Formats other than 8-bit integers are rounded to 8 bits.
  static func encode(
    _ bitmap: PixelBitmap, quality: Double, chroma: EncodeOptions.Chroma, isProgressive: Bool
  ) throws(ImageIOError) -> [UInt8] {
    guard bitmap.width <= 65_500, bitmap.height <= 65_500 else {
      throw .notEncodable(format: "jpeg", text: "\(bitmap.width)x\(bitmap.height) pixels; 65500 a side is the most")
    }
    let encoder = try JPEGEncoder()
    let layout = layout(of: bitmap.format)
    let isGray = bitmap.format.isGray
    var options = headroom_jpeg_encoder_options()
    options.width = UInt32(bitmap.width)
    options.height = UInt32(bitmap.height)
    options.layout = Int32((layout ?? (isGray ? HEADROOM_JPEG_GRAY : HEADROOM_JPEG_RGB)).rawValue)
    options.quality = Int32(min(max(quality.isNaN ? 0 : quality, 1), 100).rounded())
    options.horizontal_sampling = isGray || chroma == .full ? 1 : 2
    options.vertical_sampling = isGray || chroma != .quarter ? 1 : 2
    options.is_progressive = isProgressive ? 1 : 0
    try encoder.check(unsafe headroom_jpeg_encoder_start(encoder.raw, &options))
    if layout == nil {
      try encoder.writeConverted(bitmap, isGray: isGray)
    } else {
      try encoder.write(bitmap)
    }
    return try encoder.finish()
  }

  /// The order of components that the library takes as it is; nil for those that are converted first.
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

  private borrowing func write(_ bitmap: PixelBitmap) throws(ImageIOError) {
    var row = 0
    while row < bitmap.height {
      let count = min(Self.batch, bitmap.height - row)
      let start = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
      try check(unsafe headroom_jpeg_encoder_write_rows(raw, start, bitmap.rowBytes, UInt32(count)))
      row += count
    }
  }

  private borrowing func writeConverted(_ bitmap: PixelBitmap, isGray: Bool) throws(ImageIOError) {
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
    }
  }

  private borrowing func finish() throws(ImageIOError) -> [UInt8] {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    try check(unsafe headroom_jpeg_encoder_finish(raw, &bytes, &count))
    return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }

  private borrowing func check(_ result: Int32) throws(ImageIOError) {
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
