internal import HeadroomPixels

/// Turns pixels of any layout that Core Graphics can describe into a bitmap of the nearest pixel format.
///
/// Layouts that are a pixel format are not read this way.
///
/// A pixel is read as a string of bits: after the bytes of each 16- or 32-bit unit have been put in big-endian order,
/// the components follow one another from the most significant bit on. `RGB555` and 10-bit pixels of three components
/// have their spare bits first, unless the alpha information places them last.
struct BitmapReader {
  private let layout: BitmapLayout
  private let scale: [(low: Float, high: Float)]
  private let format: PixelFormat
  private let unitBytes: Int
  private let fields: [(bit: Int, bits: Int)]
  private let targets: [Int]

  /// - Parameters:
  ///   - decode: a lower and an upper value for each colour component, or none.
  ///   - format: the format of the bitmap; the nearest that holds every code unless given.
  init(layout: BitmapLayout, decode: [Float]?, format: PixelFormat? = nil) {
    self.layout = layout
    self.format = format ?? Self.format(for: layout)
    unitBytes = Self.unitBytes(of: layout)
    fields = Self.fields(of: layout)
    targets = Self.targets(of: layout)
    let colors = layout.colorComponents
    scale = fields.indices.map { index in
      let component = index - (layout.info.alpha.comesFirst ? 1 : 0)
      guard let decode, component >= 0, component < colors, decode.count >= 2 * colors else { return (0, 1) }
      return (decode[2 * component], decode[2 * component + 1])
    }
  }

  /// The pixels as a bitmap.
  ///
  /// - Parameter bytes: rows from the top, `bytesPerRow` apart; the caller has checked that all of them exist.
  func bitmap(
    _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int
  ) throws(PixelError) -> PixelBitmap {
    let bitmap = try PixelBitmap(width: width, height: height, format: format, alpha: layout.alphaMode)
    let source = unsafe Bytes(base: bytes)
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: width) }
    ThreadPool.shared.concurrentPerform(height, scratch: makeBuffer) { row, buffer in
      let rows = unsafe buffer.rows
      unsafe read(source.base, rowStart: row * bytesPerRow, width: width, into: rows)
      unsafe RowCodec.pack(rows, count: width, into: bitmap, row: row, x: 0)
    }
    return bitmap
  }

  // Sendable: only read, and only while `bitmap(_:width:height:bytesPerRow:)` runs.
  @unsafe private struct Bytes: @unchecked Sendable { let base: UnsafeRawBufferPointer }

  private func read(_ bytes: UnsafeRawBufferPointer, rowStart: Int, width: Int, into rows: RowPointers) {
    let planes = unsafe [rows.r, rows.g, rows.b, rows.a]
    for x in 0..<width {
      unsafe planes[3][x] = 1
      for (index, field) in fields.enumerated() where targets[index] >= 0 {
        let start = x * layout.bitsPerPixel + field.bit
        let value = unsafe component(bytes, rowStart: rowStart, bit: start, bits: field.bits)
        let (low, high) = scale[index]
        unsafe planes[targets[index]][x] = low + value * (high - low)
      }
      if layout.colorComponents == 1 {
        unsafe rows.g[x] = rows.r[x]
        unsafe rows.b[x] = rows.r[x]
      }
    }
  }

  private func component(_ bytes: UnsafeRawBufferPointer, rowStart: Int, bit: Int, bits: Int) -> Float {
    var code: UInt64 = 0
    var taken = 0
    while taken < bits {
      let position = bit + taken
      let byte = position / 8
      let ordered = byte - byte % unitBytes + (unitBytes - 1 - byte % unitBytes)
      let available = 8 - position % 8
      let used = min(available, bits - taken)
      // A row may end inside a unit, whose other bytes then lie after the last row.
      let index = rowStart + ordered
      let chunk = unsafe index < bytes.count ? UInt64(bytes[index]) : 0
      code = code << UInt64(used) | (chunk >> UInt64(available - used)) & (1 << UInt64(used) - 1)
      taken += used
    }
    if layout.info.component == .float {
      return bits == 16 ? Float(Float16(bitPattern: UInt16(code))) : Float(bitPattern: UInt32(code))
    }
    return Float(Double(code) / Double(UInt64(1) << UInt64(bits) - 1))
  }
}

// MARK: - What follows from the layout

extension BitmapReader {
  /// 8-bit components where they hold every code, 16-bit otherwise, floating point where the source is.
  private static func format(for layout: BitmapLayout) -> PixelFormat {
    let isFloat = layout.info.component == .float || layout.bitsPerComponent == 32
    let isByte = [1, 2, 4, 8].contains(layout.bitsPerComponent) && !isFloat && layout.info.pixelFormat == .packed
    let hasAlpha = layout.info.alpha.hasAlpha
    switch layout.colorComponents {
    case 0: return isFloat ? .alphaFloat : isByte ? .alpha8 : .alpha16
    case 1 where hasAlpha: return isFloat ? .grayAlphaFloat : isByte ? .grayAlpha8 : .grayAlpha16
    case 1: return isFloat ? .grayFloat : isByte ? .gray8 : .gray16
    default: return hasAlpha ? (isFloat ? .rgbaFloat : isByte ? .rgba8 : .rgba16) : wide(isFloat, isByte)
    }
  }

  private static func wide(_ isFloat: Bool, _ isByte: Bool) -> PixelFormat {
    isFloat ? .rgbxFloat : isByte ? .rgbx8 : .rgbx16
  }

  /// Bytes whose order is reversed; 1 where memory order is reading order.
  private static func unitBytes(of layout: BitmapLayout) -> Int {
    switch layout.info.byteOrder {
    case .order16Little: 2
    case .order32Little: 4
    case .orderDefault where layout.info.component == .float: layout.bitsPerComponent / 8
    default: 1
    }
  }

  /// First bit and length of each component of a pixel.
  private static func fields(of layout: BitmapLayout) -> [(bit: Int, bits: Int)] {
    let sparesComeLast = layout.info.alpha == .noneSkipLast || layout.info.alpha == .last
    switch layout.info.pixelFormat {
    case .RGB555: return (0..<3).map { ((sparesComeLast ? 0 : 1) + 5 * $0, 5) }
    case .RGB565: return [(0, 5), (5, 6), (11, 5)]
    case .RGB101010: return tenBitFields(layout.info.alpha)
    default: break
    }
    // Colours are contiguous; a pixel wider than its components has its spare bits after them.
    return (0..<layout.componentCount).map { ($0 * layout.bitsPerComponent, layout.bitsPerComponent) }
  }

  private static func tenBitFields(_ alpha: CGImageAlphaInfo) -> [(bit: Int, bits: Int)] {
    switch alpha {
    case .none, .alphaOnly: [(2, 10), (12, 10), (22, 10)]
    case .first, .premultipliedFirst, .noneSkipFirst: [(0, 2), (2, 10), (12, 10), (22, 10)]
    case .last, .premultipliedLast, .noneSkipLast: [(0, 10), (10, 10), (20, 10), (30, 2)]
    }
  }

  /// The row, 0...3 for red to alpha, that each component goes to; -1 for one that is skipped.
  private static func targets(of layout: BitmapLayout) -> [Int] {
    let alpha = layout.info.alpha
    if alpha == .alphaOnly { return [3] }
    let colors = Array(0..<layout.colorComponents)
    guard alpha.hasExtraComponent, layout.info.pixelFormat == .packed || layout.info.pixelFormat == .RGB101010 else {
      return colors
    }
    let extra = alpha.hasAlpha ? 3 : -1
    return alpha.comesFirst ? [extra] + colors : colors + [extra]
  }
}
