internal import HeadroomContainers

extension OpenEXR {
  /// Collects the bytes of headers and blocks, least significant first.
  struct HeaderWriter {
    private(set) var bytes: [UInt8] = []

    init() {}

    /// Begins a file: magic number and version.
    init(flags: UInt32) {
      bytes += OpenEXR.magic
      u32(2 | flags)
    }

    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
    mutating func u32(_ value: UInt32) {
      for shift in 0..<4 { bytes.append(UInt8(value >> (8 * UInt32(shift)) & 0xFF)) }
    }
    mutating func s32(_ value: Int) { u32(UInt32(bitPattern: Int32(truncatingIfNeeded: value))) }
    mutating func u64(_ value: UInt64) {
      u32(UInt32(truncatingIfNeeded: value))
      u32(UInt32(truncatingIfNeeded: value >> 32))
    }
    mutating func string(_ text: String) { bytes += Array(text.utf8) + [0] }

    /// An attribute whose value `write` appends.
    mutating func attribute(_ name: String, _ type: String, _ write: (inout HeaderWriter) -> Void) {
      string(name)
      string(type)
      let place = bytes.count
      u32(0)
      write(&self)
      let size = UInt32(truncatingIfNeeded: bytes.count - place - 4)
      for shift in 0..<4 { bytes[place + shift] = UInt8(size >> (8 * UInt32(shift)) & 0xFF) }
    }

    mutating func attribute(_ name: String, _ value: Float) {
      attribute(name, "float") { $0.u32(value.bitPattern) }
    }

    mutating func attribute(_ name: String, _ value: String) {
      attribute(name, "string") { $0.append(value.utf8) }
    }

    mutating func attribute(_ name: String, _ box: Box) {
      attribute(name, "box2i") { writer in
        for number in [box.minX, box.minY, box.maxX, box.maxY] { writer.s32(number) }
      }
    }

    /// The attributes every header has.
    mutating func required(
      _ channels: [Channel], _ compression: Compression, dataWindow: Box, displayWindow: Box
    ) {
      attribute("channels", "chlist") { writer in
        for channel in channels {
          writer.string(channel.name)
          writer.u32(channel.type.rawValue)
          // pLinear and three reserved bytes.
          writer.u32(channel.isPerceptuallyLinear ? 1 : 0)
          writer.s32(channel.xSampling)
          writer.s32(channel.ySampling)
        }
        writer.append([0])
      }
      attribute("compression", "compression") { $0.append([compression.rawValue]) }
      attribute("dataWindow", dataWindow)
      attribute("displayWindow", displayWindow)
      attribute("lineOrder", "lineOrder") { $0.append([0]) }
      attribute("pixelAspectRatio", 1)
      attribute("screenWindowCenter", "v2f") { $0.u64(0) }
      attribute("screenWindowWidth", 1)
    }

    /// Ends the header.
    mutating func end() { bytes.append(0) }
  }

  /// Files made for the libraries: one part, with checked names, sizes and places.
  enum SingleBlockFile {
    /// A file that holds one block.
    static func bytes(_ part: Part, _ block: Block, packed: [UInt8]) -> [UInt8] {
      var flags = flags(part)
      if block.tile != nil { flags |= Flag.tiled }
      var writer = HeaderWriter(flags: flags)
      writer.required(part.channels, part.compression, dataWindow: block.area, displayWindow: block.area)
      if block.tile != nil {
        writer.attribute("tiles", "tiledesc") {
          $0.s32(block.area.width)
          $0.s32(block.area.height)
          $0.append([0])
        }
      }
      writer.end()
      writer.u64(UInt64(writer.bytes.count + 8))
      if block.tile != nil {
        for _ in 0..<4 { writer.u32(0) }
      } else {
        writer.s32(block.area.minY)
      }
      writer.s32(packed.count)
      writer.append(packed)
      return writer.bytes
    }

    /// A scanline file with all existing blocks of a part, as they are stored.
    static func bytes(_ part: Part, _ blocks: [(block: Block, stored: Range<Int>)], of file: FileBytes) -> [UInt8] {
      var writer = HeaderWriter(flags: flags(part))
      writer.required(part.channels, part.compression, dataWindow: part.dataWindow, displayWindow: part.dataWindow)
      if let numbers = part.chromaticities {
        writer.attribute("chromaticities", "chromaticities") { writer in
          for number in numbers { writer.u32(Float(number).bitPattern) }
        }
      }
      writer.end()
      var offset = UInt64(writer.bytes.count + 8 * blocks.count)
      for block in blocks {
        writer.u64(offset)
        offset += UInt64(8 + block.stored.count)
      }
      for block in blocks {
        writer.s32(block.block.area.minY)
        writer.s32(block.stored.count)
        writer.append(file.copy(block.stored))
      }
      return writer.bytes
    }

    private static func flags(_ part: Part) -> UInt32 {
      part.channels.contains { $0.name.utf8.count > 31 } ? Flag.longNames : 0
    }
  }
}
