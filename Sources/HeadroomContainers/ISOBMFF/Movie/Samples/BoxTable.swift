/// The place of a box's entries, which have one size and follow their count. They are read one by one, so that a table
/// takes no memory, whatever count it declares.
struct BoxTable: Sendable {
  /// The box in errors.
  let part: String
  /// Offset of the first entry in the file.
  let offset: Int
  let count: Int
  let entrySize: Int
  private let bytes: FileBytes

  /// Reads the number, and checks that this many entries exist.
  init(_ reader: inout ByteReader, entrySize: Int) throws(ImageIOError) {
    let count = Int(try reader.u32())
    try self.init(reader, count: count, entrySize: entrySize)
  }

  /// - Parameter reader: stands before the first entry.
  init(_ reader: ByteReader, count: Int, entrySize: Int) throws(ImageIOError) {
    try reader.need(count * entrySize)
    (part, offset, bytes) = (reader.part, reader.position, reader.bytes)
    (self.count, self.entrySize) = (count, entrySize)
  }

  /// A reader of an entry that exists.
  func reader(of index: Int) -> ByteReader {
    let start = offset + index * entrySize
    return ByteReader(bytes, range: start..<start + entrySize, part: part)
  }

  /// The 32-bit number of an entry that exists, so many bytes after its start. Tables of films are long: this costs a
  /// tenth of a reader.
  func word(_ index: Int, at byte: Int = 0) -> UInt32 {
    let start = offset + index * entrySize + byte
    var value: UInt32 = 0
    for place in start..<start + 4 { value = value << 8 | UInt32(bytes[place] ?? 0) }
    return value
  }

  /// The 64-bit number of an entry that exists.
  func long(_ index: Int) -> UInt64 { UInt64(word(index)) << 32 | UInt64(word(index, at: 4)) }

  /// The offset of an entry in the file.
  func offset(of index: Int) -> Int { offset + index * entrySize }
}
