/// Reads numbers from a range of a file, checked against the range's end.
///
/// Offsets in errors are offsets of the file, so that a reader of a nested part still reports the right place. All
/// reads are bounds-checked; none can trap, whatever the bytes are.
package struct ByteReader: Sendable {
  /// Most significant byte first, or last.
  package enum ByteOrder: Hashable, Sendable { case big, little }

  /// The file.
  package let bytes: FileBytes
  /// First offset (of the file) of this part.
  package let start: Int
  /// Offset after the last byte of this part.
  package let end: Int
  /// Name of the part in errors: a marker, chunk or box path.
  package var part: String
  /// How numbers are read.
  package var byteOrder: ByteOrder
  /// Offset (of the file) of the next byte.
  package private(set) var position: Int

  /// A reader of `range`, which is cut to the file.
  package init(_ bytes: FileBytes, range: Range<Int>? = nil, part: String, byteOrder: ByteOrder = .big) {
    let inside = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    self.bytes = bytes
    self.start = inside.lowerBound
    self.end = inside.upperBound
    self.part = part
    self.byteOrder = byteOrder
    self.position = inside.lowerBound
  }

  /// Bytes left.
  package var remaining: Int { end - position }
  /// Number of bytes of the whole part.
  package var count: Int { end - start }
  /// Whether nothing is left.
  package var isAtEnd: Bool { position >= end }

  /// Goes to an offset relative to the part's start.
  package mutating func seek(to offset: Int) throws(ImageIOError) {
    guard offset >= 0, offset <= count else {
      throw .malformed(part: part, text: "offset \(offset) is outside the \(count) bytes of its part", offset: start)
    }
    position = start + offset
  }

  /// Moves on by `count` bytes.
  package mutating func skip(_ count: Int) throws(ImageIOError) {
    try need(count)
    position += count
  }

  /// Throws when fewer than `count` bytes are left.
  package func need(_ count: Int) throws(ImageIOError) {
    guard count >= 0, count <= remaining else {
      throw .truncated(
        part: part, needed: UInt64(max(count, 0)), available: UInt64(max(remaining, 0)), offset: position)
    }
  }

  /// Reads the next byte.
  package mutating func u8() throws(ImageIOError) -> UInt8 { UInt8(try number(1)) }
  /// Reads an unsigned 16-bit number.
  package mutating func u16() throws(ImageIOError) -> UInt16 { UInt16(try number(2)) }
  /// Reads an unsigned 32-bit number.
  package mutating func u32() throws(ImageIOError) -> UInt32 { UInt32(try number(4)) }
  /// Reads an unsigned 64-bit number.
  package mutating func u64() throws(ImageIOError) -> UInt64 { try number(8) }
  /// Reads a two's complement 32-bit number.
  package mutating func s32() throws(ImageIOError) -> Int32 { Int32(bitPattern: UInt32(try number(4))) }
  /// Reads four characters, as chunk and box types are written; bytes outside ASCII become question marks.
  package mutating func fourCC() throws(ImageIOError) -> String {
    String(decoding: try take(4).map { $0 >= 32 && $0 < 127 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }

  /// Reads `count` bytes.
  package mutating func take(_ count: Int) throws(ImageIOError) -> [UInt8] {
    try need(count)
    defer { position += count }
    return bytes.copy(position..<position + count)
  }

  /// A reader of the next `count` bytes; this one continues after them.
  package mutating func part(_ count: Int, named name: String) throws(ImageIOError) -> ByteReader {
    try need(count)
    defer { position += count }
    return ByteReader(bytes, range: position..<position + count, part: name, byteOrder: byteOrder)
  }

  /// The bytes not read yet.
  package var rest: [UInt8] { bytes.copy(position..<end) }

  /// Whether the next bytes are `signature`; nothing is consumed.
  package func starts(with signature: some Collection<UInt8>) -> Bool {
    signature.count <= remaining && bytes.hasBytes(signature, at: position)
  }

  private mutating func number(_ size: Int) throws(ImageIOError) -> UInt64 {
    try need(size)
    var value: UInt64 = 0
    for index in 0..<size {
      let byte = UInt64(bytes[position + index] ?? 0)
      switch byteOrder {
      case .big: value = value << 8 | byte
      case .little: value |= byte << UInt64(8 * index)
      }
    }
    position += size
    return value
  }
}
