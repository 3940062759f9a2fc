/// The multi-picture block of CIPA DC-007: the places of further pictures in the file.
///
/// ```
/// 'MM' 002A | u32 IFD offset | u16 3 | B000 version | B001 number of images | B002 entries | u32 next IFD
/// entry: u32 attributes | u32 size | u32 offset (from the byte order mark; 0 for the first) | u16 0 | u16 0
/// ```
package struct MultiPictureFormat: Sendable {
  /// One picture.
  package struct Entry: Hashable, Sendable {
    package var attributes: UInt32
    package var size: Int
    /// File offset, for all but the first entry.
    package var position: Int

    package init(attributes: UInt32, size: Int, position: Int) {
      self.attributes = attributes
      self.size = size
      self.position = position
    }

    /// Bits 0...23: the purpose of the picture.
    package var type: UInt32 { attributes & 0x00FF_FFFF }
  }

  /// The pictures, the primary first.
  package var entries: [Entry]
  /// Where the entries lie, from the byte order mark on.
  private let table: Int
  private let byteOrder: ByteReader.ByteOrder

  /// Reads the block from its byte order mark on.
  package init(parsing block: ByteReader, limits: DecodeLimits) throws(ImageIOError) {
    var reader = block
    let mark = try reader.u16()
    switch mark {
    case 0x4D4D: reader.byteOrder = .big
    case 0x4949: reader.byteOrder = .little
    default:
      throw .malformed(part: block.part, text: "byte order mark 0x\(String(mark, radix: 16))", offset: block.start)
    }
    guard try reader.u16() == 42 else {
      throw .malformed(part: block.part, text: "the number 42 is missing", offset: block.start + 2)
    }
    try reader.seek(to: Int(try reader.u32()))
    var table: (offset: Int, count: Int)?
    for _ in 0..<Int(try reader.u16()) {
      let tag = try reader.u16()
      try reader.skip(2)
      let count = Int(try reader.u32())
      let value = Int(try reader.u32())
      if tag == 0xB002 { table = (value, count / 16) }
    }
    guard let table else { throw .malformed(part: block.part, text: "no picture entries", offset: block.start) }
    guard table.count <= limits.maxFrames else {
      throw .overLimit(
        part: block.part, quantity: "picture count", declared: UInt64(table.count), limit: UInt64(limits.maxFrames),
        offset: block.start)
    }
    try reader.seek(to: table.offset)
    self.table = table.offset
    byteOrder = reader.byteOrder
    entries = []
    for _ in 0..<table.count {
      let attributes = try reader.u32()
      let size = Int(try reader.u32())
      let offset = Int(try reader.u32())
      try reader.skip(4)
      entries.append(Entry(attributes: attributes, size: size, position: block.start + offset))
    }
  }

  /// The bytes of this block, from its byte order mark on, with new sizes and places for the same number of pictures.
  package func rewritten(_ block: [UInt8], entries: [Entry], markPosition: Int) -> [UInt8] {
    var result = block
    func put(_ number: Int, at offset: Int) {
      for index in 0..<4 {
        let shift = byteOrder == .big ? 8 * (3 - index) : 8 * index
        result[offset + index] = UInt8(truncatingIfNeeded: number >> shift)
      }
    }
    for (index, entry) in entries.prefix(self.entries.count).enumerated() {
      put(entry.size, at: table + 16 * index + 4)
      put(index == 0 ? 0 : entry.position - markPosition, at: table + 16 * index + 8)
    }
    return result
  }

  /// The APP2 segment for a primary and one more picture, big-endian, with its marker.
  ///
  /// - Parameters:
  ///   - primarySize: bytes of the primary, SOI to EOI, this segment included.
  ///   - secondSize: bytes of the second picture.
  ///   - markPosition: offset of this segment's byte order mark in the file (its marker's offset plus 8).
  package static func segment(primarySize: Int, secondSize: Int, markPosition: Int) -> [UInt8] {
    // Type 0x030000 is "baseline primary"; the map is "undefined", as phones and libultrahdr write it.
    let primary = Entry(attributes: 0x0003_0000, size: primarySize, position: 0)
    let second = Entry(attributes: 0, size: secondSize, position: primarySize)
    return segment([primary, second], markPosition: markPosition)
  }

  /// The APP2 segment for these pictures, big-endian, with its marker.
  ///
  /// - Parameter markPosition: offset of this segment's byte order mark in the file (its marker's offset plus 8).
  package static func segment(_ entries: [Entry], markPosition: Int) -> [UInt8] {
    var out = ByteWriter()
    out.append([0xFF, JPEGMarker.app2])
    out.u16(UInt16(truncatingIfNeeded: segmentSize(entries.count) - 2))
    out.append(JPEGSignature.multiPicture)
    out.append([0x4D, 0x4D, 0x00, 0x2A])
    out.u32(8)
    out.u16(3)
    out.append([0xB0, 0x00, 0x00, 0x07])
    out.u32(4)
    out.append(Array("0100".utf8))
    out.append([0xB0, 0x01, 0x00, 0x04])
    out.u32(1)
    out.u32(UInt32(truncatingIfNeeded: entries.count))
    out.append([0xB0, 0x02, 0x00, 0x07])
    out.u32(UInt32(truncatingIfNeeded: 16 * entries.count))
    out.u32(0x32)
    out.u32(0)
    for (index, entry) in entries.enumerated() {
      out.u32(entry.attributes)
      out.u32(UInt32(truncatingIfNeeded: entry.size))
      out.u32(index == 0 ? 0 : UInt32(truncatingIfNeeded: entry.position - markPosition))
      out.u32(0)
    }
    return out.bytes
  }

  /// Bytes of ``segment(primarySize:secondSize:markPosition:)``.
  package static let segmentSize = segmentSize(2)

  /// Bytes of ``segment(_:markPosition:)``.
  package static func segmentSize(_ count: Int) -> Int { 58 + 16 * count }
}
