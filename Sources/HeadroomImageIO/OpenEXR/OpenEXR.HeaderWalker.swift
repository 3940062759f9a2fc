internal import HeadroomContainers

extension OpenEXR {
  /// The headers of a file, every number in them checked.
  struct Directory: Sendable {
    var parts: [Part] = []
    var flags: UInt32 = 0
    var isMultipart: Bool { flags & Flag.multipart != 0 }
    /// Offset of the first block, unless a table states another.
    var blocks = 0
  }

  /// Walks the headers.
  struct HeaderWalker {
    private let limits: DecodeLimits
    private var reader: ByteReader

    /// Blocks are decoded whole; their memory is limited separately from the picture's.
    static let mostBlockBytes = 256 << 20
    private static let mostAttributes = 16_384
    private static let mostChannels = 1024

    init(_ bytes: FileBytes, limits: DecodeLimits) {
      self.limits = limits
      reader = ByteReader(bytes, part: "header", byteOrder: .little)
    }

    mutating func directory() throws(ImageIOError) -> Directory {
      var directory = Directory()
      guard try reader.take(4) == magic else {
        throw .malformed(part: "magic", text: "is not that of OpenEXR", offset: 0)
      }
      let version = try reader.u32()
      guard version & 0xFF == 2 else { throw .unsupported(part: "version", text: "version \(version & 0xFF)") }
      directory.flags = version & ~0xFF
      guard directory.flags & ~Flag.known == 0 else {
        throw .unsupported(part: "version", text: "flags \(String(version, radix: 16)) of a later version")
      }
      repeat {
        guard directory.parts.count < max(limits.maxFrames, 1) else {
          throw .overLimit(
            part: "header", quantity: "part count", declared: UInt64(directory.parts.count + 1),
            limit: UInt64(max(limits.maxFrames, 0)), offset: reader.position)
        }
        directory.parts.append(try part(directory.parts.count, directory.flags))
      } while directory.isMultipart && !isEndOfHeaders
      if directory.isMultipart { try reader.skip(1) }
      for index in directory.parts.indices { try placeTable(&directory.parts[index]) }
      directory.blocks = reader.position
      return directory
    }

    /// An empty header ends the headers of several parts.
    private var isEndOfHeaders: Bool { reader.starts(with: [0]) }

    private mutating func part(_ index: Int, _ flags: UInt32) throws(ImageIOError) -> Part {
      var part = Part(offset: reader.position, end: 0)
      let prefix = flags & Flag.multipart != 0 ? "part \(index)/" : ""
      var found: Set<String> = []
      while true {
        let offset = reader.position
        let name = try string("attribute name")
        if name.isEmpty { break }
        let type = try string("attribute type")
        let size = try reader.s32()
        guard size >= 0, size <= reader.remaining else {
          throw .truncated(
            part: prefix + name, needed: UInt64(max(size, 0)), available: UInt64(reader.remaining), offset: offset)
        }
        guard part.attributes.count < Self.mostAttributes else {
          throw .malformed(part: prefix + "header", text: "more than \(Self.mostAttributes) attributes", offset: offset)
        }
        let value = reader.position..<reader.position + Int(size)
        let attribute = Attribute(name: name, type: type, offset: offset, value: value)
        part.attributes.append(attribute)
        var body = try reader.part(Int(size), named: prefix + name)
        if found.insert(name).inserted { try read(attribute, &body, into: &part) }
      }
      part.end = reader.position
      try check(&part, found, flags, prefix)
      return part
    }

    private mutating func string(_ name: String) throws(ImageIOError) -> String {
      var characters: [UInt8] = []
      while true {
        let byte = try reader.u8()
        if byte == 0 { return String(decoding: characters, as: UTF8.self) }
        guard characters.count < 255 else {
          throw .malformed(part: name, text: "is longer than 255 bytes", offset: reader.position)
        }
        characters.append(byte)
      }
    }

    private static func nameOfUnreadCompression(_ code: UInt8) -> String {
      switch code {
      case 10, 11: "HTJ2K compression"
      // Versions of the library give these two other numbers.
      case 12, 13: "Zstandard or JPEG 2000 compression (\(code))"
      default: "compression \(code)"
      }
    }

    private func read(
      _ attribute: Attribute, _ body: inout ByteReader, into part: inout Part
    ) throws(ImageIOError) {
      switch (attribute.name, attribute.type) {
      case ("channels", "chlist"): part.channels = try Self.channels(&body)
      case ("compression", "compression"):
        let code = try body.u8()
        guard let compression = Compression(rawValue: code) else {
          throw .unsupported(part: body.part, text: "\(Self.nameOfUnreadCompression(code)) is not read")
        }
        part.compression = compression
      case ("dataWindow", "box2i"): part.dataWindow = try Self.box(&body)
      case ("displayWindow", "box2i"): part.displayWindow = try Self.box(&body)
      case ("tiles", "tiledesc"): part.tiles = try Self.tiles(&body)
      case ("chunkCount", "int"): part.statedChunkCount = Int(try body.s32())
      case ("type", "string"): part.type = Self.text(body)
      case ("name", "string"): part.name = Self.text(body)
      case ("chromaticities", "chromaticities"):
        var numbers: [Double] = []
        for _ in 0..<8 { numbers.append(Self.shortest(Float(bitPattern: try body.u32()))) }
        part.chromaticities = numbers
      case ("multiView", "stringvector"): part.views = (try? Self.texts(&body)) ?? []
      case (_, "float"): part.numbers[attribute.name] = Self.shortest(Float(bitPattern: try body.u32()))
      case (_, "string") where body.count <= limits.maxMetadataBytes:
        part.strings[attribute.name] = Self.text(body)
      default: break
      }
    }

    /// The intended decimal number: 0.3127, not its rounding to a float.
    private static func shortest(_ value: Float) -> Double { Double("\(value)") ?? .nan }

    private static func text(_ body: ByteReader) -> String {
      // Some writers count a zero at the end.
      String(decoding: body.rest.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Strings, each after its length; a stereo file has few.
    private static func texts(_ body: inout ByteReader) throws(ImageIOError) -> [String] {
      var texts: [String] = []
      while !body.isAtEnd, texts.count < 16 {
        let length = Int(try body.s32())
        guard (0...255).contains(length) else {
          throw .malformed(part: body.part, text: "a text of \(length) bytes", offset: body.position)
        }
        texts.append(String(decoding: try body.take(length), as: UTF8.self))
      }
      return texts
    }

    private static func box(_ body: inout ByteReader) throws(ImageIOError) -> Box {
      Box(
        minX: Int(try body.s32()), minY: Int(try body.s32()), maxX: Int(try body.s32()), maxY: Int(try body.s32()))
    }

    private static func tiles(_ body: inout ByteReader) throws(ImageIOError) -> Tiles {
      let (width, height, mode) = (try body.u32(), try body.u32(), try body.u8())
      guard let levels = Tiles.Levels(rawValue: mode & 0xF), mode >> 4 <= 1, (1...0x7FFF_FFFF).contains(width),
        (1...0x7FFF_FFFF).contains(height)
      else {
        throw .malformed(part: body.part, text: "tiles of \(width)x\(height), mode \(mode)", offset: body.start)
      }
      return Tiles(width: Int(width), height: Int(height), levels: levels, roundsUp: mode >> 4 == 1)
    }

    /// name 0 | type u32 | linear u8, 3 bytes | x sampling u32 | y sampling u32, until an empty name.
    private static func channels(_ body: inout ByteReader) throws(ImageIOError) -> [Channel] {
      var channels: [Channel] = []
      while !body.isAtEnd {
        var name: [UInt8] = []
        while case let byte = try body.u8(), byte != 0 { name.append(byte) }
        if name.isEmpty { break }
        let offset = body.position
        let type = try body.u32()
        // u8 pLinear, three reserved bytes.
        let isLinear = try body.u8() != 0
        try body.skip(3)
        let (x, y) = (try body.s32(), try body.s32())
        guard let type = SampleType(rawValue: type), (1...65_535).contains(x), (1...65_535).contains(y),
          name.count <= 255, channels.count < mostChannels
        else {
          throw .malformed(
            part: body.part, text: "channel \(channels.count): type \(type), sampling \(x)x\(y)", offset: offset)
        }
        channels.append(
          Channel(
            name: String(decoding: name, as: UTF8.self), type: type, xSampling: Int(x), ySampling: Int(y),
            isPerceptuallyLinear: isLinear))
      }
      return channels
    }

    // MARK: - Checks

    private func check(
      _ part: inout Part, _ found: Set<String>, _ flags: UInt32, _ prefix: String
    ) throws(ImageIOError) {
      for name in ["channels", "compression", "dataWindow", "displayWindow"] where !found.contains(name) {
        throw .malformed(part: prefix + name, text: "the attribute is missing", offset: part.offset)
      }
      // In files of several parts the flag speaks of any of them.
      let isDeepFile = flags & Flag.nonImage != 0 && flags & Flag.multipart == 0
      part.isDeep = isDeepFile || part.type?.hasPrefix("deep") ?? false
      let saysTiled = part.type.map { $0.hasPrefix("tiled") } ?? (flags & Flag.tiled != 0)
      if saysTiled, part.tiles == nil {
        throw .malformed(part: prefix + "tiles", text: "the attribute is missing", offset: part.offset)
      }
      if !saysTiled { part.tiles = nil }
      guard !part.isDeep else { return }
      if let type = part.type, type != "scanlineimage", type != "tiledimage" {
        throw .unsupported(part: prefix + "type", text: "parts of type '\(type.prefix(40))'")
      }
      try check(part.dataWindow, prefix + "dataWindow", part.offset)
      try check(part.displayWindow, prefix + "displayWindow", part.offset)
      guard !part.channels.isEmpty else {
        throw .malformed(part: prefix + "channels", text: "there is none", offset: part.offset)
      }
      if part.isTiled, part.channels.contains(where: { $0.xSampling != 1 || $0.ySampling != 1 }) {
        throw .malformed(part: prefix + "channels", text: "tiles with subsampled channels", offset: part.offset)
      }
      part.chunkCount = part.computedChunkCount
    }

    private func check(_ box: Box, _ name: String, _ offset: Int) throws(ImageIOError) {
      try limits.check(width: UInt64(box.width), height: UInt64(box.height), part: name, offset: offset)
      // Coordinates far from zero make sums overflow in readers of 32-bit numbers; no picture needs them.
      guard [box.minX, box.minY, box.maxX, box.maxY].allSatisfy({ abs($0) <= 1 << 30 }) else {
        throw .malformed(part: name, text: "coordinates beyond 2^30", offset: offset)
      }
    }

    private mutating func placeTable(_ part: inout Part) throws(ImageIOError) {
      part.table = reader.position
      // The tables of deep parts are skipped; only the header states their number of blocks.
      if part.isDeep { part.chunkCount = max(part.statedChunkCount ?? 0, 0) }
      let needed = UInt64(part.chunkCount) * 8
      guard needed <= UInt64(reader.remaining) else {
        throw .truncated(
          part: "offset table", needed: needed, available: UInt64(reader.remaining), offset: reader.position)
      }
      try reader.skip(Int(needed))
      guard !part.isDeep else { return }
      guard let block = part.blocks(rows: part.dataWindow.minY..<part.dataWindow.minY + 1).first else { return }
      let bytes = part.byteCount(of: block.area)
      guard bytes <= Self.mostBlockBytes else {
        throw .overLimit(
          part: "block", quantity: "block size", declared: UInt64(bytes), limit: UInt64(Self.mostBlockBytes),
          offset: part.offset)
      }
    }
  }
}
