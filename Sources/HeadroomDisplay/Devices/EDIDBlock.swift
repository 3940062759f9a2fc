internal import HeadroomRAW

/// One of the 128-byte blocks of an EDID, with its checksum verified.
struct EDIDBlock {
  static let size = 128
  /// The base block's offset of the number of blocks that follow it.
  static let extensionCountOffset = 126

  /// Its index among the blocks; 0 is the base block.
  let index: Int
  private let bytes: [UInt8]

  /// Reads the block at `index`, which must exist.
  init(_ index: Int, of description: [UInt8]) throws(EDIDError) {
    self.index = index
    bytes = Array(description[index * Self.size..<(index + 1) * Self.size])
    guard bytes.reduce(0, &+) == 0 else { throw .checksum(part: "block \(index)", offset: offset + Self.size - 1) }
  }

  /// Offset of its first byte in the description.
  var offset: Int { index * Self.size }

  subscript(position: Int) -> UInt8 { bytes[position] }

  /// Two bytes, the less significant one first.
  func word(_ position: Int) -> Int { Int(bytes[position]) | Int(bytes[position + 1]) << 8 }

  /// The bytes of a range of positions, which remember their offset.
  func part(_ range: Range<Int>, named name: String) -> EDIDPart {
    EDIDPart(name: name, bytes: Array(bytes[range]), offset: offset + range.lowerBound)
  }
}

/// Some bytes of a block, with their offset.
struct EDIDPart {
  let name: String
  private(set) var bytes: [UInt8]
  private(set) var offset: Int

  init(name: String, bytes: [UInt8], offset: Int) {
    self.name = name
    self.bytes = bytes
    self.offset = offset
  }

  var count: Int { bytes.count }
  /// Whether only zeros are left, with which unused space is filled.
  var isPadding: Bool { bytes.allSatisfy { $0 == 0 } }

  /// The byte at a position; nil after the end, since newer standards append bytes.
  subscript(position: Int) -> UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Two bytes, the less significant one first; nil after the end.
  func word(_ position: Int) -> Int? {
    guard let low = self[position], let high = self[position + 1] else { return nil }
    return Int(low) | Int(high) << 8
  }

  /// Throws where there are fewer than `needed` bytes.
  func need(_ needed: Int) throws(EDIDError) {
    guard count >= needed else { throw .pastEnd(part: name, length: needed, available: count, offset: offset) }
  }

  /// Removes the first bytes and returns them under another name.
  mutating func take(_ length: Int, named part: String) throws(EDIDError) -> EDIDPart {
    guard length <= count else { throw .pastEnd(part: part, length: length, available: count, offset: offset) }
    defer {
      bytes.removeFirst(length)
      offset += length
    }
    return EDIDPart(name: part, bytes: Array(bytes[..<length]), offset: offset)
  }

  /// Text of a fixed field: up to a line feed, without the padding blanks, and with replacement characters for bytes
  /// that are not ASCII.
  var text: String? {
    let characters = bytes.prefix { $0 != 0x0A && $0 != 0 }.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
    let text = String(decoding: characters, as: UTF8.self).trimmingSuffix(" ")
    return text.isEmpty ? nil : text
  }
}

extension String {
  /// Without trailing repetitions of a character.
  fileprivate func trimmingSuffix(_ character: Character) -> String {
    String(self[..<(lastIndex { $0 != character }.map(index(after:)) ?? startIndex)])
  }
}
