extension PNG {
  /// Which components the pixels have.
  package enum ColorType: UInt8, Sendable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    /// Components as stored.
    package var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    /// Bit depths the format allows.
    package var bitDepths: [UInt8] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }

    package var isGray: Bool { self == .gray || self == .grayAlpha }
  }

  /// The IHDR chunk.
  ///
  ///     u32 width | u32 height | u8 bit depth | u8 colour type | u8 compression 0 | u8 filter 0 | u8 interlace 0, 1
  package struct Header: Hashable, Sendable {
    package var width: Int
    package var height: Int
    package var bitDepth: UInt8
    package var colorType: ColorType
    package var isInterlaced: Bool

    package init(width: Int, height: Int, bitDepth: UInt8, colorType: ColorType, isInterlaced: Bool) {
      self.width = width
      self.height = height
      self.bitDepth = bitDepth
      self.colorType = colorType
      self.isInterlaced = isInterlaced
    }
  }
}

extension PNG.Header {
  package static let byteCount = 13

  /// Reads the chunk and compares the picture's size with the limits.
  package init(_ chunk: PNG.Chunk, in bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    guard chunk.type == .header else {
      throw .malformed(part: chunk.type.name, text: "the first chunk is not IHDR", offset: chunk.offset)
    }
    guard chunk.declaredLength == Self.byteCount else {
      throw .malformed(part: "IHDR", text: "\(chunk.declaredLength) bytes where 13 are needed", offset: chunk.offset)
    }
    try chunk.check(in: bytes)
    var reader = ByteReader(bytes, range: chunk.data, part: "IHDR")
    let (width, height) = (try reader.u32(), try reader.u32())
    guard width <= PNG.ChunkWalker.maximumLength, height <= PNG.ChunkWalker.maximumLength else {
      throw .malformed(part: "IHDR", text: "picture size \(width)x\(height) is over 2147483647", offset: chunk.offset)
    }
    try limits.check(width: UInt64(width), height: UInt64(height), part: "IHDR", offset: chunk.data.lowerBound)
    let (depth, color) = (try reader.u8(), try reader.u8())
    guard let colorType = PNG.ColorType(rawValue: color), colorType.bitDepths.contains(depth) else {
      throw .malformed(
        part: "IHDR", text: "colour type \(color) with \(depth) bits does not exist", offset: reader.position - 2)
    }
    let (compression, filter, interlace) = (try reader.u8(), try reader.u8(), try reader.u8())
    guard compression == 0, filter == 0, interlace <= 1 else {
      throw .malformed(
        part: "IHDR", text: "compression \(compression), filter \(filter), interlace \(interlace) do not exist",
        offset: reader.position - 3)
    }
    self.init(
      width: Int(width), height: Int(height), bitDepth: depth, colorType: colorType, isInterlaced: interlace == 1)
  }

  /// The chunk's data.
  package var bytes: [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    return number(width) + number(height) + [bitDepth, colorType.rawValue, 0, 0, isInterlaced ? 1 : 0]
  }

  /// Bytes of one scanline of `width` pixels as stored, without the filter byte.
  package func scanlineBytes(width: Int) -> UInt64 {
    (UInt64(width) * UInt64(colorType.channels) * UInt64(bitDepth) + 7) / 8
  }

  /// Bytes of the picture before compression, filter bytes included.
  package var filteredByteCount: UInt64 {
    guard isInterlaced else { return UInt64(height) * (1 + scanlineBytes(width: width)) }
    return PNG.interlacePasses.reduce(0) { sum, pass in
      let columns = pass.column < width ? (width - pass.column + pass.columnStep - 1) / pass.columnStep : 0
      let rows = pass.row < height ? (height - pass.row + pass.rowStep - 1) / pass.rowStep : 0
      return columns == 0 ? sum : sum + UInt64(rows) * (1 + scanlineBytes(width: columns))
    }
  }
}

extension PNG {
  /// The seven passes of Adam7: first column and row, steps.
  static let interlacePasses: [(column: Int, row: Int, columnStep: Int, rowStep: Int)] = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
  ]
}
