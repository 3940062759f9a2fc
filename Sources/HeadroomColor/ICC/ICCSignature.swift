/// A four-character code of an ICC profile: a tag, a type, a class or a colour space.
public struct ICCSignature: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The four bytes as a big-endian number.
  public let code: UInt32

  /// Makes a signature from its number.
  public init(code: UInt32) { self.code = code }

  /// Makes a signature from four ASCII characters; shorter text is filled with spaces, longer text is cut.
  public init(stringLiteral value: StaticString) {
    let bytes = Array(value.description.utf8.prefix(4))
    let filled = bytes + Array(repeating: UInt8(ascii: " "), count: 4 - bytes.count)
    code = filled.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The four characters, with a question mark for each that is not printable ASCII.
  public var description: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> UInt32($0)) }
    return String(decoding: bytes.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
