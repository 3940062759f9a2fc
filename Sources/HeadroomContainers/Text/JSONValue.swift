/// A JSON document whose objects keep the order they were written in, so that the same input gives the same bytes.
///
/// Foundation's encoder sorts keys or leaves their order to chance, and its start-up would slow every run.
///
/// Characters that would affect a terminal are escaped, even those that JSON does not require to be.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  /// A number by its digits, as written; only readers that ask for it meet it.
  case decimal(String)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// Numbers JSON has no notation for (infinite, NaN) become null.
  package static func number(orNull value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
  package static func integer(orNull value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
  package static func string(orNull value: String?) -> JSONValue { value.map { .string($0) } ?? .null }

  /// A file's name that JSON cannot hold, because it is not UTF-8, with its bytes as in a URL's path: each byte
  /// except letters, digits and `-._~/` becomes `%` and two hexadecimal digits. Null for other names, which
  /// JSON can hold as they are.
  package static func percentEncoded(_ path: String) -> JSONValue {
    guard path.unicodeScalars.contains(where: { SystemPath.byte(of: $0) != nil }) else { return .null }
    let plain = Set("-._~/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    let parts = SystemPath.bytes(path).map { byte in
      plain.contains(byte)
        ? String(Unicode.Scalar(byte)) : "%" + PrintableText.hexadecimal(UInt32(byte), digits: 2).uppercased()
    }
    return .string(parts.joined())
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
  /// The same with numbers as numbers instead of digits. Beyond the largest double they become null, as infinity does.
  package var withNumbers: JSONValue {
    switch self {
    case .decimal(let digits):
      if let whole = Int(digits) { return .integer(whole) }
      return .number(orNull: Double(digits).flatMap { $0.isFinite ? $0 : nil })
    case .array(let values): return .array(values.map(\.withNumbers))
    case .object(let members): return .object(members.map { ($0.key, $0.value.withNumbers) })
    case .null, .bool, .integer, .number, .string: return self
    }
  }

  /// The kind of value, for messages.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer, .number, .decimal: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// One line, numbers in the shortest form that reads back as the same value.
  package var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += value.isFinite ? value.description : "null"
    case .decimal(let digits): text += digits
    case .string(let value): Self.quote(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.quote(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // A byte of a name that is not text has no notation in JSON.
      case _ where SystemPath.byte(of: scalar) != nil: text += "\\ufffd"
      case _ where PrintableText.isUnsafe(scalar):
        for unit in String(scalar).utf16 { text += "\\u" + PrintableText.hexadecimal(UInt32(unit), digits: 4) }
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
