internal import CHeadroomCodecs
internal import HeadroomContainers
internal import HeadroomPixels

extension WebP {
  /// Decodes one frame: RGB, or straight RGBA where it has alpha or `isTransparent` is set.
  ///
  /// - Returns: the pixels, and the number of decoded rows from the top: fewer than all only with
  ///   `allowPartial`; the others are zeros.
  static func decode(
    _ frame: Frame, of bytes: FileBytes, isTransparent: Bool, allowPartial: Bool, limits: DecodeLimits
  ) throws(ImageIOError) -> (bitmap: PixelBitmap, rows: Int) {
    try limits.check(
      width: UInt64(frame.width), height: UInt64(frame.height), part: frame.part, offset: frame.chunks.lowerBound)
    if frame.isCut, !allowPartial { throw .incompletePicture(part: frame.part, offset: bytes.count) }
    let hasAlpha = isTransparent || frame.hasAlpha
    let bitmap = try self.bitmap(frame.width, frame.height, hasAlpha ? .rgba8 : .rgb8)
    var (rows, code): (UInt32, Int32) = (0, 0)
    let outcome = unsafe bytes.withUnsafeBytes { all in
      unsafe hr_webp_decode(
        all.baseAddress?.advanced(by: frame.chunks.lowerBound).assumingMemoryBound(to: UInt8.self), frame.chunks.count,
        hasAlpha ? 1 : 0, UInt32(frame.width), UInt32(frame.height),
        bitmap.rowAddress(0).assumingMemoryBound(to: UInt8.self), bitmap.rowBytes, &rows, &code)
    }
    try TaskContext.check()
    if Int(outcome) == HR_WEBP_TRUNCATED, allowPartial {
      bitmap.clear(rows: Int(rows)..<bitmap.height)
      return (bitmap, Int(rows))
    }
    if let error = error(outcome, code, part: frame.part, end: frame.chunks.upperBound) { throw error }
    return (bitmap, frame.height)
  }

  static func bitmap(_ width: Int, _ height: Int, _ format: PixelFormat) throws(ImageIOError) -> PixelBitmap {
    do throws(PixelError) {
      return try PixelBitmap(width: width, height: height, format: format, alpha: .straight)
    } catch {
      throw ImageIOError(error)
    }
  }

  /// Encodes 8-bit RGB or straight RGBA as a file without metadata.
  ///
  /// - Parameters:
  ///   - quality: 0...100, libwebp's own.
  ///   - method: 0 fast to 6 small.
  static func encode(
    _ bitmap: PixelBitmap, quality: Double, isLossless: Bool, method: Int
  ) throws(ImageIOError) -> FileBytes {
    var picture = unsafe hr_webp_picture()
    unsafe picture.width = UInt32(clamping: bitmap.width)
    unsafe picture.height = UInt32(clamping: bitmap.height)
    unsafe picture.pixels = UnsafePointer(bitmap.rowAddress(0).assumingMemoryBound(to: UInt8.self))
    unsafe picture.row_bytes = bitmap.rowBytes
    unsafe picture.has_alpha = bitmap.format.hasAlpha ? 1 : 0
    unsafe picture.is_lossless = isLossless ? 1 : 0
    unsafe picture.quality = Float(quality)
    unsafe picture.method = UInt8(clamping: method)
    var bytes: UnsafeMutablePointer<UInt8>?
    var (count, code): (Int, Int32) = (0, 0)
    let outcome = unsafe hr_webp_encode(&picture, &bytes, &count, &code)
    defer { unsafe hr_webp_free(bytes) }
    try TaskContext.check()
    if let error = error(outcome, code, part: "picture", end: 0) { throw error }
    return unsafe FileBytes(UnsafeBufferPointer(start: bytes, count: count))
  }

  private static func error(_ outcome: Int32, _ code: Int32, part: String, end: Int) -> ImageIOError? {
    switch Int(outcome) {
    case HR_WEBP_OK: return nil
    case HR_WEBP_NO_MEMORY: return .outOfMemory(bytes: 0)
    case HR_WEBP_TRUNCATED: return .incompletePicture(part: part, offset: end)
    case HR_WEBP_NO_LIBRARY:
      let reason = unsafe String(cString: hr_webp_load_error())
      return .unsupported(part: part, text: "WebP needs libwebp, which cannot be loaded: \(reason)")
    case HR_WEBP_OTHER_SIZE:
      return .malformed(part: part, text: "the bitstream is of another size than its head says", offset: nil)
    default: return .codec(library: "libwebp", code: Int(code), message: "the picture is refused", part: part)
    }
  }
}
