internal import HeadroomContainers

extension OpenEXR {
  /// The places of a part's blocks: its offset table or, where entries are missing as in an unfinished file, the
  /// results of a walk over the blocks.
  struct BlockTable: Sendable {
    private let bytes: FileBytes
    private let part: Part
    /// The number of the part, in files that state it before each block.
    private let number: Int?
    private let first: Int
    private let offsets: [Int]

    init(_ bytes: FileBytes, _ directory: Directory, part index: Int) {
      self.bytes = bytes
      part = directory.parts[index]
      number = directory.isMultipart ? index : nil
      first = directory.blocks
      var offsets: [Int] = []
      offsets.reserveCapacity(part.chunkCount)
      var reader = ByteReader(
        bytes, range: part.table..<part.table + 8 * part.chunkCount, part: "offset table", byteOrder: .little)
      while let entry = try? reader.u64() {
        offsets.append(entry >= UInt64(directory.blocks) && entry < UInt64(bytes.count) ? Int(entry) : 0)
      }
      self.offsets = offsets.contains(0) ? Self.rebuilt(offsets, bytes, directory, part: index) : offsets
    }

    /// Whether no block has a place.
    var isEmpty: Bool { offsets.allSatisfy { $0 == 0 } }
    /// Blocks without a place.
    var missing: Int { offsets.count { $0 == 0 } }

    /// The stored bytes of a block, after a check of its own header.
    func range(of block: Block) throws(ImageIOError) -> Range<Int> {
      let offset = block.index < offsets.count ? offsets[block.index] : 0
      guard offset > 0 else { throw .incompletePicture(part: "block \(block.index)", offset: bytes.count) }
      var reader = ByteReader(
        bytes, range: offset..<bytes.count, part: "block \(block.index)", byteOrder: .little)
      do throws(ImageIOError) {
        if let number { try expect([number], &reader) }
        if let tile = block.tile {
          try expect([tile.x, tile.y, tile.level, tile.level], &reader)
        } else {
          try expect([block.area.minY], &reader)
        }
        let size = try reader.s32()
        guard size > 0 else { throw .malformed(part: reader.part, text: "its size is \(size)", offset: offset) }
        try reader.need(Int(size))
        return reader.position..<reader.position + Int(size)
      } catch {
        throw error.isTruncation ? .incompletePicture(part: reader.part, offset: bytes.count) : error
      }
    }

    private func expect(_ numbers: [Int], _ reader: inout ByteReader) throws(ImageIOError) {
      for number in numbers {
        let found = try reader.s32()
        guard Int(found) == number else {
          throw .malformed(part: reader.part, text: "says \(found) where \(number) is due", offset: reader.position - 4)
        }
      }
    }

    /// Fills in the entries that are 0 from the blocks as they follow one another.
    private static func rebuilt(
      _ offsets: [Int], _ bytes: FileBytes, _ directory: Directory, part index: Int
    ) -> [Int] {
      let places = places(of: directory.parts[index])
      var offsets = offsets
      var reader = ByteReader(bytes, range: directory.blocks..<bytes.count, part: "blocks", byteOrder: .little)
      while !reader.isAtEnd {
        let offset = reader.position
        guard let key = try? key(&reader, directory) else { break }
        if key.part == index, let place = places[key.place], offsets[place] == 0 { offsets[place] = offset }
      }
      return offsets
    }

    private struct Key {
      var part: Int
      var place: [Int32]
    }

    /// Reads a block's header and steps over the block.
    private static func key(_ reader: inout ByteReader, _ directory: Directory) throws(ImageIOError) -> Key? {
      let part = directory.isMultipart ? Int(try reader.s32()) : 0
      guard directory.parts.indices.contains(part), !directory.parts[part].isDeep else { return nil }
      var place: [Int32] = []
      for _ in 0..<(directory.parts[part].isTiled ? 4 : 1) { place.append(try reader.s32()) }
      try reader.skip(max(Int(try reader.s32()), 0))
      return Key(part: part, place: place)
    }

    private static func places(of part: Part) -> [[Int32]: Int] {
      var places: [[Int32]: Int] = [:]
      let levels = part.tiles?.levels == .ripmap ? 1 : part.levelCounts.x
      for level in 0..<levels {
        let window = part.window(level: level)
        for block in part.blocks(rows: window.minY..<window.maxY + 1, level: level) {
          let key = block.tile.map { [$0.x, $0.y, $0.level, $0.level] } ?? [block.area.minY]
          places[key.map { Int32(truncatingIfNeeded: $0) }] = block.index
        }
      }
      return places
    }
  }
}
