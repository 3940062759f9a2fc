/// Why a text is not a JSON document.
package struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
  package let line: Int
  package let column: Int
  /// The value that is being read where the mistake is.
  package let path: JSONPath
  package let reason: String

  package var description: String { "line \(line), column \(column): \(reason)" }
}

extension JSONValue {
  /// Limits on a document, because recipes may come from anywhere.
  package struct Limits: Sendable {
    package var byteCount = 16 << 20
    package var depth = 32
    /// Values of all kinds, at all depths.
    package var valueCount = Int.max

    package init() {}
  }

  /// Reads a document (RFC 8259, UTF-8).
  ///
  /// It is stricter than Foundation's reader where a mistake would go unnoticed: a key that occurs twice in an object,
  /// a number out of range, half of a surrogate pair.
  ///
  /// - Parameter keepsDigits: whether numbers become ``decimal(_:)``, for readers to which the nearest double is not
  ///   enough.
  package init(
    parsing bytes: [UInt8], limits: Limits = Limits(), keepsDigits: Bool = false
  ) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes, limits: limits, keepsDigits: keepsDigits)
    self = try parser.document()
  }
}

private struct JSONParser {
  private let bytes: [UInt8]
  private let limits: JSONValue.Limits
  private let keepsDigits: Bool
  private var position = 0
  private var depth = 0
  private var valueCount = 0
  private var path = JSONPath.root

  init(_ bytes: [UInt8], limits: JSONValue.Limits, keepsDigits: Bool) {
    (self.bytes, self.limits, self.keepsDigits) = (bytes, limits, keepsDigits)
  }

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    guard bytes.count <= limits.byteCount else {
      throw problem("\(bytes.count) bytes are more than the \(limits.byteCount) that are read")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw problem("the text is not UTF-8") }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let value = try value()
    skipSpace()
    if position < bytes.count { throw problem("'\(shown)' follows the end of the document") }
    return value
  }

  // MARK: Values

  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    valueCount += 1
    if valueCount > limits.valueCount { throw problem("more than \(limits.valueCount) values") }
    switch next {
    case UInt8(ascii: "{"):
      return try nested { (parser: inout JSONParser) throws(JSONSyntaxError) in try parser.object() }
    case UInt8(ascii: "["):
      return try nested { (parser: inout JSONParser) throws(JSONSyntaxError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-") where !startsInfinity: return try number()
    case let digit? where Self.isDigit(digit): return try number()
    default:
      for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)] where take(word) {
        return value
      }
      // Writers of other languages put them there, and RFC 8259 (6) permits neither.
      for word in ["NaN", "Infinity", "-Infinity"] where take(word) { throw problem("\(word) is no number in JSON") }
      throw problem(next == nil ? "the document ends where a value is due" : "'\(shown)' begins no value")
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    depth += 1
    defer { depth -= 1 }
    if depth > limits.depth { throw problem("more than \(limits.depth) levels of nesting") }
    position += 1
    return try body(&self)
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    var keys: Set<String> = []
    skipSpace()
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw problem("expected a key in quotes, found '\(shown)'") }
      let key = try string()
      path.steps.append(.key(key))
      guard keys.insert(key).inserted else { throw problem("the key '\(key)' stands twice in an object") }
      skipSpace()
      guard take(":") else { throw problem("expected ':' after '\(key)', found '\(shown)'") }
      members.append((key, try value()))
      path.steps.removeLast()
      skipSpace()
    } while take(",")
    guard take("}") else { throw problem("expected ',' or '}', found '\(shown)'") }
    return .object(members)
  }

  private mutating func array() throws(JSONSyntaxError) -> JSONValue {
    var values: [JSONValue] = []
    skipSpace()
    if take("]") { return .array([]) }
    repeat {
      path.steps.append(.index(values.count))
      values.append(try value())
      path.steps.removeLast()
      skipSpace()
    } while take(",")
    guard take("]") else { throw problem("expected ',' or ']', found '\(shown)'") }
    return .array(values)
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    _ = take("-")
    if !take("0"), digits() == 0 { throw problem("expected a digit, found '\(shown)'") }
    var isWhole = true
    if take(".") {
      isWhole = false
      if digits() == 0 { throw problem("expected a digit behind the point, found '\(shown)'") }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      if digits() == 0 { throw problem("expected a digit of the exponent, found '\(shown)'") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if keepsDigits { return .decimal(text) }
    if isWhole, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw problem("the number is too large") }
    return .number(number)
  }

  private var startsInfinity: Bool { bytes[position...].starts(with: "-Infinity".utf8) }

  private mutating func digits() -> Int {
    let start = position
    while let next, Self.isDigit(next) { position += 1 }
    return position - start
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  // MARK: Strings

  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += Array(String(try escaped()).utf8)
      case 0..<0x20: throw problem("a control character in a text has to be written as an escape")
      default: text.append(byte)
      }
    }
    throw problem("the quote is not closed")
  }

  private mutating func escaped() throws(JSONSyntaxError) -> Unicode.Scalar {
    guard let byte = next else { throw problem("the quote is not closed") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicode()
    default: throw problem("'\\\(Unicode.Scalar(byte))' is no escape")
    }
  }

  /// The character of one `\u`, or of two that form a surrogate pair.
  private mutating func unicode() throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take("\\u"), case let second = try unit(), (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw problem("half of a surrogate pair stands alone") }
    return scalar
  }

  private mutating func unit() throws(JSONSyntaxError) -> UInt32 {
    guard position + 4 <= bytes.count,
      case let text = String(decoding: bytes[position..<position + 4], as: UTF8.self),
      text.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16)
    else { throw problem("expected four hexadecimal digits") }
    position += 4
    return value
  }

  // MARK: Bytes

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The character at the position, or words for the end; the caller adds quotes.
  private var shown: String {
    guard position < bytes.count else { return "end of the document" }
    var iterator = bytes[position...].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    if case .valid(let encoded) = parser.parseScalar(from: &iterator) { return String(UTF8.decode(encoded)) }
    return "?"
  }

  private mutating func skipSpace() {
    while let next, next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D { position += 1 }
  }

  private mutating func take(_ word: String) -> Bool {
    guard bytes[min(position, bytes.count)...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private func problem(_ reason: String) -> JSONSyntaxError {
    let before = bytes.prefix(min(position, bytes.count))
    let line = before.count { $0 == 0x0A } + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONSyntaxError(line: line, column: before.count - start + 1, path: path, reason: reason)
  }
}
