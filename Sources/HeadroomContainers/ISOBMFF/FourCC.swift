/// A box, item, reference or brand type: four bytes, usually ASCII.
package struct FourCC: Hashable, Sendable {
  /// The four bytes, the first in the highest bits.
  package let rawValue: UInt32

  package init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The bytes in file order.
  package var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
  }
}

extension FourCC: ExpressibleByStringLiteral {
  /// The type with these characters, four of ASCII; missing ones are spaces.
  package init(stringLiteral text: StaticString) {
    var value: UInt32 = 0
    let characters = Array("\(text)".utf8)
    for index in 0..<4 { value = value << 8 | UInt32(index < characters.count ? characters[index] : 0x20) }
    self.init(value)
  }
}

extension FourCC: CustomStringConvertible {
  /// The four characters; bytes outside ASCII become question marks.
  package var description: String {
    String(decoding: bytes.map { $0 >= 32 && $0 < 127 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}

extension ByteReader {
  /// Reads a type.
  package mutating func type() throws(ImageIOError) -> FourCC { FourCC(try u32()) }

  /// Reads text up to its NUL, or to the end of the part; bytes that are not UTF-8 become replacement characters.
  package mutating func text() throws(ImageIOError) -> String {
    let end = bytes.firstIndex(of: 0, in: position..<self.end) ?? self.end
    let text = String(decoding: try take(end - position), as: UTF8.self)
    if !isAtEnd { try skip(1) }
    return text
  }

  /// Reads a number of 0, 4 or 8 bytes, as in `iloc`; 0 bytes read as 0.
  package mutating func number(ofSize size: UInt8) throws(ImageIOError) -> UInt64 {
    switch size {
    case 0: 0
    case 4: UInt64(try u32())
    case 8: try u64()
    default: throw .malformed(part: part, text: "field size \(size) is none of 0, 4 and 8", offset: position)
    }
  }
}
