internal import CHeadroomCodecs
internal import HeadroomPixels

extension PNG {
  /// The rows of a bitmap as PNG stores them: RGB or gray order, big-endian, alpha straight.
  struct ScanlineSource: Sendable {
    let bitmap: PixelBitmap
    let header: Header
    /// The significant bits samples are rounded to, when fewer than the depth.
    let significantBits: Int?
    private let stored: PixelFormat
    private let isDirect: Bool

    /// What a thread needs to make rows.
    struct Scratch: ~Copyable {
      let rows: RowBuffer
      let strip: PixelBitmap?
    }

    /// - Parameter bitDepth: bits of a sample; nil takes what the bitmap's format needs.
    init(_ bitmap: PixelBitmap, bitDepth: Int?) {
      self.bitmap = bitmap
      let wanted = bitDepth ?? bitmap.format.bitsPerComponent
      let isDeep = wanted > 8
      significantBits = isDeep && wanted < 16 ? wanted : nil
      let hasAlpha = bitmap.format.hasAlpha && bitmap.alpha != .opaque
      let isGray = bitmap.format.isGray || bitmap.format.layout == .red
      let color: ColorType = isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb)
      header = Header(
        width: bitmap.width, height: bitmap.height, bitDepth: isDeep ? 16 : 8, colorType: color, isInterlaced: false)
      stored = Self.format(of: color, isDeep: isDeep)
      isDirect =
        bitmap.format == stored && !(hasAlpha && bitmap.alpha == .premultiplied)
        && (significantBits == nil || bitmap.format.bitsPerComponent == 10)
    }

    private static func format(of color: ColorType, isDeep: Bool) -> PixelFormat {
      switch color {
      case .gray, .palette: isDeep ? .gray16 : .gray8
      case .grayAlpha: isDeep ? .grayAlpha16 : .grayAlpha8
      case .rgb: isDeep ? .rgb16 : .rgb8
      case .rgba: isDeep ? .rgba16 : .rgba8
      }
    }

    /// Bytes of a scanline, without the filter byte.
    var scanlineBytes: Int { header.width * stored.bytesPerPixel }
    /// Bytes of a pixel.
    var pixelBytes: Int { stored.bytesPerPixel }

    func makeScratch() -> Scratch {
      guard !isDirect else { return Scratch(rows: RowBuffer(capacity: 1), strip: nil) }
      guard let strip = try? PixelBitmap(width: bitmap.width, height: 1, format: stored, alpha: .straight) else {
        preconditionFailure("no memory for one row")
      }
      return Scratch(rows: RowBuffer(capacity: bitmap.width), strip: strip)
    }

    /// Writes a row, ``scanlineBytes`` long, to `target`.
    func write(row: Int, to target: UnsafeMutablePointer<UInt8>, scratch: borrowing Scratch) {
      var address = unsafe UnsafePointer(bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self))
      if !isDirect, let strip = scratch.strip {
        unsafe convert(row: row, into: strip, rows: scratch.rows.rows)
        unsafe address = UnsafePointer(strip.rowAddress(0).assumingMemoryBound(to: UInt8.self))
      }
      if stored.component == .uint16 {
        unsafe hr_png_swap16(address, target, scanlineBytes / 2)
      } else {
        unsafe target.update(from: address, count: scanlineBytes)
      }
    }

    private func convert(row: Int, into strip: PixelBitmap, rows: RowPointers) {
      let count = bitmap.width
      unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: count, into: rows)
      if bitmap.alpha == .premultiplied, header.colorType == .rgba || header.colorType == .grayAlpha {
        unsafe Self.unpremultiply(rows, count: count)
      }
      if let significantBits { unsafe Self.round(rows, count: count, bits: significantBits) }
      unsafe RowCodec.pack(rows, count: count, into: strip, row: 0, x: 0)
    }

    private static func unpremultiply(_ rows: RowPointers, count: Int) {
      for index in 0..<count {
        let alpha = unsafe rows.a[index]
        let scale = alpha > 0 ? 1 / alpha : 0
        unsafe rows.r[index] *= scale
        unsafe rows.g[index] *= scale
        unsafe rows.b[index] *= scale
      }
    }

    /// Moves values to the nearest code of fewer bits: code c of n bits is stored as c / (2^n - 1), not shifted.
    private static func round(_ rows: RowPointers, count: Int, bits: Int) {
      let peak = Float((1 << bits) - 1)
      func round(_ plane: UnsafeMutablePointer<Float>) {
        for index in 0..<count { unsafe plane[index] = (plane[index] * peak).rounded() / peak }
      }
      unsafe round(rows.r)
      unsafe round(rows.g)
      unsafe round(rows.b)
      unsafe round(rows.a)
    }
  }
}
