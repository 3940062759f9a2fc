internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

extension TIFF {
  /// The storage of a picture's pixels, and the conversion of a bitmap's rows to rows of a strip.
  struct StoredLayout: Sendable {
    /// Red, green, blue or gray, then alpha; the machine's byte order.
    let format: PixelFormat
    /// Bits to which integers are rounded, when fewer than the depth.
    let significantBits: Int?
    let width: Int
    let height: Int
    private let isDirect: Bool
    private let isPremultiplied: Bool

    /// The memory that a thread needs to make rows.
    struct Scratch: ~Copyable {
      let rows: RowBuffer
      let strip: PixelBitmap?
    }
  }
}

extension TIFF.StoredLayout {
  /// - Throws: `ImageIOError/notEncodable(format:text:)` for colour that is neither RGB nor gray, and for depths that
  ///   TIFF does not have.
  init(for picture: StillHeader, _ options: EncodeOptions) throws(ImageIOError) {
    let model = picture.encoding.model
    guard model == .rgb || model == .monochrome else {
      throw .notEncodable(format: "TIFF", text: "is written as RGB or gray, not \(model.rawValue)")
    }
    guard picture.width <= Int(Int32.max), picture.height <= Int(Int32.max) else {
      throw .notEncodable(format: "TIFF", text: "has at most 2147483647 pixels a side")
    }
    let component = try Self.component(picture.format, bits: options.bitDepth)
    significantBits = component == .uint16 ? options.bitDepth.flatMap { $0 < 16 ? $0 : nil } : nil
    let hasAlpha = picture.format.hasAlpha && picture.alpha != .opaque
    let isGray = picture.format.isGray || picture.format.layout == .red
    let layout: PixelFormat.Layout = isGray ? (hasAlpha ? .grayAlpha : .gray) : hasAlpha ? .rgba : .rgb
    guard let stored = PixelFormat(component: component, layout: layout) else {
      throw .internalError("no format \(layout) \(component)")
    }
    format = stored
    (width, height) = (picture.width, picture.height)
    isPremultiplied = hasAlpha && picture.alpha == .premultiplied
    isDirect =
      picture.format == stored && !isPremultiplied
      && (significantBits == nil || picture.format.bitsPerComponent == significantBits)
  }

  /// The storage of samples.
  static func component(_ format: PixelFormat, bits: Int?) throws(ImageIOError) -> PixelFormat.Component {
    switch bits {
    case nil:
      switch format.component {
      case .uint8, .half, .float: return format.component
      case .uint16, .packed10, .uint10High, .uint10, .uint12: return .uint16
      }
    case 16?: return format.component == .half ? .half : .uint16
    case 32?: return .float
    case (1...8)?: return .uint8
    case (9...15)?: return .uint16
    case let bits?: throw .notEncodable(format: "TIFF", text: "is written with 8, 16 or 32 bits, not \(bits)")
    }
  }

  /// Bytes of a stored row.
  var rowBytes: Int { width * format.bytesPerPixel }

  func makeScratch() throws(ImageIOError) -> Scratch {
    guard !isDirect else { return Scratch(rows: RowBuffer(capacity: 1), strip: nil) }
    do throws(PixelError) {
      let strip = try PixelBitmap(width: width, height: 1, format: format, alpha: .straight)
      return Scratch(rows: RowBuffer(capacity: width), strip: strip)
    } catch {
      throw ImageIOError(error)
    }
  }

  /// Writes a row of `bitmap`, ``rowBytes`` long, to `target`.
  func write(
    _ bitmap: PixelBitmap, row: Int, to target: UnsafeMutableRawPointer, scratch: borrowing Scratch
  ) {
    guard !isDirect, let strip = scratch.strip else {
      unsafe target.copyMemory(from: bitmap.rowAddress(row), byteCount: rowBytes)
      return
    }
    let rows = unsafe scratch.rows.rows
    unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: width, into: rows)
    if isPremultiplied { unsafe AlphaRow.unpremultiply(rows, width) }
    if let significantBits { unsafe rows.round(width, toBits: significantBits) }
    unsafe RowCodec.pack(rows, count: width, into: strip, row: 0, x: 0)
    unsafe target.copyMemory(from: strip.rowAddress(0), byteCount: rowBytes)
  }
}
