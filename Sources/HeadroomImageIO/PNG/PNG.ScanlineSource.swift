internal import CHeadroomCodecs
internal import HeadroomContainers
internal import HeadroomPixels

extension PNG {
  /// PNG's layout for pixels of a format: RGB or gray order, big-endian, straight alpha.
  struct ScanlineLayout: Sendable {
    let header: Header
    /// The significant bits to which samples are rounded, when fewer than the depth.
    let significantBits: Int?
    fileprivate let stored: PixelFormat
    fileprivate let isDirect: Bool

    /// - Parameter bitDepth: bits of a sample; nil means as many as the format needs.
    init(width: Int, height: Int, format: PixelFormat, alpha: AlphaMode, bitDepth: Int?) {
      let wanted = bitDepth ?? format.bitsPerComponent
      let isDeep = wanted > 8
      significantBits = isDeep && wanted < 16 ? wanted : nil
      let hasAlpha = format.hasAlpha && alpha != .opaque
      let isGray = format.isGray || format.layout == .red
      let color: ColorType = isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb)
      header = Header(width: width, height: height, bitDepth: isDeep ? 16 : 8, colorType: color, isInterlaced: false)
      stored = Self.format(of: color, isDeep: isDeep)
      isDirect =
        format == stored && !(hasAlpha && alpha == .premultiplied)
        && (significantBits == nil || format.bitsPerComponent == 10)
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
  }

  /// Rows of a bitmap as PNG stores them.
  struct ScanlineSource: Sendable {
    let bitmap: PixelBitmap
    let layout: ScanlineLayout
    /// The picture's row that the bitmap begins with.
    let firstRow: Int

    /// The memory that a thread needs to make rows.
    struct Scratch: ~Copyable {
      let rows: RowBuffer
      let strip: PixelBitmap?
    }

    private var header: Header { layout.header }
    private var stored: PixelFormat { layout.stored }
    private var isDirect: Bool { layout.isDirect }

    func makeScratch() -> Scratch {
      guard !isDirect else { return Scratch(rows: RowBuffer(capacity: 1), strip: nil) }
      guard let strip = try? PixelBitmap(width: bitmap.width, height: 1, format: stored, alpha: .straight) else {
        preconditionFailure("no memory for one row")
      }
      return Scratch(rows: RowBuffer(capacity: bitmap.width), strip: strip)
    }

    /// Writes a row of the picture, ``ScanlineLayout/scanlineBytes`` long, to `target`.
    func write(row pictureRow: Int, to target: UnsafeMutablePointer<UInt8>, scratch: borrowing Scratch) {
      let row = pictureRow - firstRow
      var address = unsafe UnsafePointer(bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self))
      if !isDirect, let strip = scratch.strip {
        unsafe convert(row: row, into: strip, rows: scratch.rows.rows)
        unsafe address = UnsafePointer(strip.rowAddress(0).assumingMemoryBound(to: UInt8.self))
      }
      if stored.component == .uint16 {
        unsafe hr_png_swap16(address, target, layout.scanlineBytes / 2)
      } else {
        unsafe target.update(from: address, count: layout.scanlineBytes)
      }
    }

    private func convert(row: Int, into strip: PixelBitmap, rows: RowPointers) {
      let count = bitmap.width
      unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: count, into: rows)
      if bitmap.alpha == .premultiplied, header.colorType == .rgba || header.colorType == .grayAlpha {
        unsafe AlphaRow.unpremultiply(rows, count)
      }
      if let significantBits = layout.significantBits { unsafe rows.round(count, toBits: significantBits) }
      unsafe RowCodec.pack(rows, count: count, into: strip, row: 0, x: 0)
    }
  }
}
