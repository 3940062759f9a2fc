internal import HeadroomContainers
internal import HeadroomPixels

extension JPEGXL {
  /// A bitmap in the encoder's form: gray or RGB order, alpha last, rows on multiples of 64 bytes.
  ///
  /// Alpha becomes straight: libjxl 0.7 ends the process when it has to write premultiplied colours. This loses light
  /// without coverage, such as a flame at alpha 0.
  struct SampleSource: Sendable {
    let bitmap: PixelBitmap
    /// Bits of a stored sample.
    let bits: Int
    /// Bits of its exponent; 0 for integers.
    let exponentBits: Int

    /// - Parameters:
    ///   - bitDepth: bits of a sample: 1...16 are integers, for a bitmap of floats 16 and 32 are
    ///     floats; nil means the bitmap's.
    ///   - isExact: whether samples have to be restored bit by bit.
    ///   - range: the range to which floats are clamped again, because colour divided by alpha can leave it.
    init(
      _ source: PixelBitmap, bitDepth: Int?, isExact: Bool, range: SampleRange = .everything
    ) throws(ImageIOError) {
      let isFloat = source.format.isFloatingPoint
      let wanted = bitDepth ?? (source.format.component == .half ? 16 : source.format.bitsPerComponent)
      switch (isFloat, wanted) {
      case (true, 16):
        bitmap = try Self.arranged(source, .half, range)
        // With one more bit for the exponent, these are ordinary numbers.
        (bits, exponentBits) = isExact && Self.hasLargestSubnormals(bitmap) ? (17, 6) : (16, 5)
        return
      case (true, 32): (bits, exponentBits) = (32, 8)
      case (_, 1...16): (bits, exponentBits) = (wanted, 0)
      default:
        throw .notEncodable(
          format: "JPEG XL", text: "has integers of 1 to 16 bits and floats of 16 and 32, not \(wanted) bits here")
      }
      let component: PixelFormat.Component =
        exponentBits == 8 ? .float : bits > 8 ? .uint16 : .uint8
      bitmap = try Self.arranged(source, component, range)
    }

    /// Whether there are halves of magnitude 2^-15 up to 2^-14, of which libjxl 0.7's encoder loses the first bit.
    private static func hasLargestSubnormals(_ bitmap: PixelBitmap) -> Bool {
      let count = bitmap.width * bitmap.format.channelCount
      let found = SharedAccumulator(false)
      ThreadPool.shared.concurrentPerform(bitmap.height) { row in
        let patterns = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt16.self)
        var hits: UInt16 = 0
        for index in 0..<count { unsafe hits |= patterns[index] & 0x7E00 == 0x0200 ? 1 : 0 }
        if hits != 0 { found.update { $0 = true } }
      }
      return found.value
    }

    private static func arranged(
      _ source: PixelBitmap, _ component: PixelFormat.Component, _ range: SampleRange
    ) throws(ImageIOError) -> PixelBitmap {
      let hasAlpha = source.format.hasAlpha && source.alpha != .opaque
      let isGray = source.format.isGray || source.format.layout == .red
      let layout: PixelFormat.Layout = isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb)
      guard let format = PixelFormat(component: component, layout: layout) else {
        throw .internalError("no format of \(component) \(layout)")
      }
      let alpha: AlphaMode = hasAlpha ? .straight : .opaque
      let rowBytes = (source.width * format.bytesPerPixel + 63) & ~63
      if source.format == format, source.rowBytes == rowBytes, source.alpha != .premultiplied {
        return try source.clamped(to: range).bitmap
      }
      let out: PixelBitmap
      do throws(PixelError) {
        out = try PixelBitmap(width: source.width, height: source.height, format: format, alpha: alpha)
      } catch {
        throw ImageIOError(error)
      }
      source.repackStraight(into: out)
      return try out.clamped(to: range).bitmap
    }
  }
}
