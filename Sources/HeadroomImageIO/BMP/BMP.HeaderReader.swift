internal import HeadroomContainers

extension BMP {
  /// Reads headers of all versions.
  ///
  ///     12: u16 width | u16 height | u16 1 | u16 bits
  ///     40: s32 width | s32 height | u16 1 | u16 bits | u32 compression | u32 bytes of the pixels
  ///         s32 pixels per metre across | s32 down | u32 colours | u32 important colours
  ///     52, 56: u32 masks of red, green, blue | alpha
  ///     108: u32 colour space | 9 endpoints of 2.30 bits | 3 exponents of 16.16 bits
  ///     124: u32 intent | u32 offset of the profile from the header on | u32 its bytes | u32 0
  struct HeaderReader {
    private let bytes: FileBytes
    private let limits: DecodeLimits
    private var reader: ByteReader
    private var header = Header()
    private(set) var warnings: [String] = []

    init(_ bytes: FileBytes, limits: DecodeLimits) {
      self.bytes = bytes
      self.limits = limits
      reader = ByteReader(bytes, part: "header", byteOrder: .little)
    }

    mutating func read() throws(ImageIOError) -> Header {
      try reader.skip(10)
      let raster = Int(try reader.u32())
      let size = try reader.u32()
      guard BMP.headerSizes.contains(size) else {
        throw .unsupported(part: "header", text: "BMP with a header of \(size) bytes")
      }
      header.size = Int(size)
      try reader.need(header.size - 4)
      let colors = try size == 12 ? readOldest() : readInformation()
      // Masks follow the header of 40 bytes; longer ones have them inside.
      let tableStart = max(BMP.fileHeaderSize + header.size, reader.position)
      if header.size >= 108 { try readColor() }
      if header.isIndexed { setTable(colors, at: min(tableStart, bytes.count)) }
      guard raster == 0 || raster >= tableStart else {
        throw .malformed(part: "header", text: "the pixels begin inside the headers, at \(raster)", offset: 10)
      }
      header.raster = raster == 0 ? max(header.table.upperBound, tableStart) : raster
      // A table that reaches into the pixels has fewer colours.
      header.table = header.table.clamped(to: 0..<header.raster)
      return header
    }

    private mutating func setSize(width: Int, height: Int, bits: Int) throws(ImageIOError) {
      guard width > 0 else {
        throw .malformed(part: "header", text: "a width of \(width)", offset: BMP.fileHeaderSize + 4)
      }
      header.isTopDown = height < 0
      try limits.check(
        width: UInt64(width), height: UInt64(abs(height)), part: "header", offset: BMP.fileHeaderSize + 4)
      guard [1, 4, 8, 16, 24, 32].contains(bits) else {
        throw .unsupported(part: "header", text: "BMP with \(bits) bits in a pixel")
      }
      (header.width, header.height, header.bits) = (width, abs(height), bits)
    }

    private mutating func readOldest() throws(ImageIOError) -> UInt32 {
      let (width, height) = (Int(try reader.u16()), Int(try reader.u16()))
      try reader.skip(2)
      try setSize(width: width, height: height, bits: Int(try reader.u16()))
      header.entrySize = 3
      return 0
    }

    private mutating func readInformation() throws(ImageIOError) -> UInt32 {
      let (width, height) = (Int(try reader.s32()), Int(try reader.s32()))
      try reader.skip(2)
      try setSize(width: width, height: height, bits: Int(try reader.u16()))
      let compression = try reader.u32()
      try reader.skip(4)
      let (across, down) = (try reader.s32(), try reader.s32())
      if across > 0, down > 0 { header.density = PixelDensity(x: Double(across), y: Double(down), unit: .metre) }
      let colors = try reader.u32()
      try reader.skip(4)
      try readStorage(compression)
      return colors
    }

    private mutating func readStorage(_ compression: UInt32) throws(ImageIOError) {
      switch (compression, header.bits) {
      case (0, _): if header.bits == 16 || header.bits == 32 { setUsualMasks() }
      case (1, 8): header.storage = .runs8
      case (2, 4): header.storage = .runs4
      case (3, _) where header.size == Self.secondOfOS2: throw Self.unread("in codes of facsimile")
      case (4, _) where header.size == Self.secondOfOS2: throw Self.unread("runs of 24 bits")
      case (3, 16), (3, 32), (6, 16), (6, 32):
        header.storage = .masks
        try readMasks(hasAlpha: compression == 6)
      case (4, _): throw Self.unread("a JPEG, which is meant for printers")
      case (5, _): throw Self.unread("a PNG, which is meant for printers")
      default:
        throw .malformed(
          part: "header", text: "compression \(compression) of \(header.bits) bits", offset: BMP.fileHeaderSize + 16)
      }
    }

    /// The header of OS/2 2.
    private static let secondOfOS2 = 64

    private static func unread(_ text: String) -> ImageIOError {
      .unsupported(part: "header", text: "the pixels are \(text)")
    }

    /// Five bits each, or eight. The remaining bits are not alpha, whatever their values.
    private mutating func setUsualMasks() {
      let masks: [UInt32] = header.bits == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF0000, 0xFF00, 0xFF]
      header.masks = masks.compactMap { Mask($0) }
    }

    private mutating func readMasks(hasAlpha: Bool) throws(ImageIOError) {
      let start = reader.position
      let inUse = header.bits == 16 ? UInt32(0xFFFF) : .max
      func mask(_ stated: UInt32) throws(ImageIOError) -> Mask {
        if let mask = Mask(stated & inUse) { return mask }
        throw .malformed(part: "masks", text: "0x\(String(stated, radix: 16)) is no run of bits", offset: start)
      }
      for _ in 0..<3 { header.masks.append(try mask(try reader.u32())) }
      guard hasAlpha || header.size >= 56 else { return }
      let stated = try reader.u32()
      header.alphaMask = stated == 0 ? nil : try mask(stated)
    }

    // MARK: - Colours

    private mutating func setTable(_ colors: UInt32, at start: Int) {
      let most = 1 << header.bits
      let count = colors == 0 ? most : min(Int(colors), most)
      header.table = start..<min(start + count * header.entrySize, bytes.count)
    }

    private mutating func readColor() throws(ImageIOError) {
      reader = ByteReader(bytes, part: "header", byteOrder: .little)
      try reader.seek(to: BMP.fileHeaderSize + 56)
      switch try reader.u32() {
      case 0:
        var endpoints: [Double] = []
        for _ in 0..<9 { endpoints.append(Double(try reader.s32()) / Double(1 << 30)) }
        var gammas: [Double] = []
        for _ in 0..<3 { gammas.append(Double(try reader.u32()) / 65_536) }
        header.color = .calibrated(endpoints: endpoints, gammas: gammas)
      // 'LINK' and 'MBED'; 'sRGB' and 'Win ' are sRGB.
      case 0x4C49_4E4B: header.color = .linked
      case 0x4D42_4544 where header.size == 124:
        try reader.seek(to: BMP.fileHeaderSize + 112)
        let start = UInt64(BMP.fileHeaderSize) + UInt64(try reader.u32())
        let count = UInt64(try reader.u32())
        guard count <= UInt64(max(limits.maxMetadataBytes, 0)), start + count <= UInt64(bytes.count) else {
          warnings.append("profile: \(count) bytes at \(start) are not in the file, or too many; it is ignored")
          return
        }
        header.color = .embedded(Int(start)..<Int(start + count))
      default: break
      }
    }
  }
}
