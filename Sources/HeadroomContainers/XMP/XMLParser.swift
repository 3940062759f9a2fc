/// Why a metadata packet is not readable XML.
package struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
  package var text: String
  /// Byte offset in the packet.
  package var offset: Int
  package var description: String { "\(text) at byte \(offset)" }
}

/// A small strict XML reader for metadata packets: elements, attributes, namespaces, text, CDATA, comments and
/// processing instructions.
///
/// It accepts no document type, and no entities except XML's five and character numbers, so nothing in a packet can
/// expand. Depth and element count are limited. Malformed input is an error, never a guess, except that bytes after the
/// root element are ignored (XMP packets end in padding).
package struct XMLParser {
  private let bytes: [UInt8]
  private var position = 0
  private var elementCount = 0
  private let maxDepth: Int

  static let maxElements = 100_000
  /// The most prefixes in scope at one place. Each element that declares one copies those around it.
  static let maxPrefixes = 256
  package static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
  static let xmlnsNamespace = "http://www.w3.org/2000/xmlns/"

  /// Reads the root element of `bytes` (UTF-8, with or without a byte order mark).
  package static func parse(_ bytes: [UInt8], maxDepth: Int = 64) throws(XMLError) -> XMLElement {
    var parser = XMLParser(bytes: bytes, maxDepth: maxDepth)
    return try parser.document()
  }

  private init(bytes: [UInt8], maxDepth: Int) {
    self.bytes = bytes
    self.maxDepth = maxDepth
  }

  private mutating func document() throws(XMLError) -> XMLElement {
    if at([0xEF, 0xBB, 0xBF]) { position += 3 }
    while position < bytes.count {
      if skipsMisc() { continue }
      if at("<!") { throw error("a document type is not allowed") }
      guard at("<") else { throw error("text outside the root element") }
      return try element(scope: ["xml": Self.xmlNamespace], depth: 0)
    }
    throw error("no element")
  }

  /// White space, a comment or a processing instruction; an unfinished one ends the packet.
  private mutating func skipsMisc() -> Bool {
    if position < bytes.count, Self.isSpace(bytes[position]) {
      position += 1
      return true
    }
    for (opening, closing) in [("<!--", "-->"), ("<?", "?>")] where at(opening) {
      position = find(closing, from: position + opening.utf8.count).map { $0 + closing.utf8.count } ?? bytes.count
      return true
    }
    return false
  }

  // MARK: - Elements

  private mutating func element(scope outer: [String: String], depth: Int) throws(XMLError) -> XMLElement {
    guard depth < maxDepth else { throw error("elements nested deeper than \(maxDepth)") }
    elementCount += 1
    guard elementCount <= Self.maxElements else { throw error("more than \(Self.maxElements) elements") }
    position += 1
    let spelling = try name()
    let (raw, isEmpty) = try attributeList()
    var scope = outer
    for (key, value) in raw {
      if key == "xmlns" { scope[""] = value }
      if key.hasPrefix("xmlns:") { scope[String(key.dropFirst(6))] = value }
    }
    guard scope.count <= Self.maxPrefixes else { throw error("more than \(Self.maxPrefixes) prefixes") }
    var result = XMLElement(
      name: try resolve(spelling, scope, isAttribute: false), spelling: spelling, attributes: [], nodes: [])
    for (key, value) in raw {
      let name = try resolve(key, scope, isAttribute: true)
      result.attributes.append(XMLElement.Attribute(name: name, spelling: key, value: value))
    }
    if !isEmpty { result.nodes = try content(of: spelling, scope: scope, depth: depth) }
    return result
  }

  private mutating func attributeList() throws(XMLError) -> (raw: [(String, String)], isEmpty: Bool) {
    var raw: [(String, String)] = []
    while true {
      skipSpace()
      if at("/>") {
        position += 2
        return (raw, true)
      }
      if at(">") {
        position += 1
        return (raw, false)
      }
      let key = try name()
      guard !raw.contains(where: { $0.0 == key }) else { throw error("attribute \(key) twice") }
      guard raw.count < 4096 else { throw error("too many attributes") }
      skipSpace()
      guard at("=") else { throw error("attribute \(key) has no value") }
      position += 1
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
        throw error("attribute \(key) is not quoted")
      }
      let quote = bytes[position]
      guard let close = bytes[(position + 1)...].firstIndex(of: quote) else { throw error("unfinished attribute") }
      raw.append((key, try decoded(position + 1..<close)))
      position = close + 1
    }
  }

  private mutating func content(
    of spelling: String, scope: [String: String], depth: Int
  ) throws(XMLError) -> [XMLElement.Node] {
    var nodes: [XMLElement.Node] = []
    while position < bytes.count {
      if at("</") {
        position += 2
        guard try name() == spelling else { throw error("\(spelling) is closed by another name") }
        skipSpace()
        guard at(">") else { throw error("unfinished end tag") }
        position += 1
        return nodes
      }
      if at("<![CDATA[") {
        guard let end = find("]]>", from: position + 9) else { throw error("unfinished CDATA") }
        nodes.append(.text(String(decoding: bytes[position + 9..<end], as: UTF8.self)))
        position = end + 3
      } else if at("<!--") || at("<?") {
        _ = skipsMisc()
      } else if at("<") {
        nodes.append(.element(try element(scope: scope, depth: depth + 1)))
      } else {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        nodes.append(.text(try decoded(position..<end)))
        position = end
      }
    }
    throw error("\(spelling) is not closed")
  }

  private func resolve(
    _ spelling: String, _ scope: [String: String], isAttribute: Bool
  ) throws(XMLError) -> XMLName {
    if spelling == "xmlns" { return XMLName(Self.xmlnsNamespace, "xmlns") }
    guard let colon = spelling.firstIndex(of: ":") else {
      // An attribute without a prefix is in no namespace, whatever the default one.
      return XMLName(isAttribute ? "" : scope[""] ?? "", spelling)
    }
    let prefix = String(spelling[..<colon])
    let local = String(spelling[spelling.index(after: colon)...])
    if prefix == "xmlns" { return XMLName(Self.xmlnsNamespace, local) }
    guard let namespace = scope[prefix] else { throw error("prefix \(prefix) is not declared") }
    return XMLName(namespace, local)
  }

  // MARK: - Characters

  private mutating func name() throws(XMLError) -> String {
    let first = position
    while position < bytes.count {
      let byte = bytes[position]
      let isNameByte =
        byte >= 0x80 || (0x30...0x3A).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      guard isNameByte else { break }
      position += 1
    }
    guard position > first else { throw error("a name is missing") }
    guard position - first <= 1024 else { throw error("a name is too long") }
    return String(decoding: bytes[first..<position], as: UTF8.self)
  }

  private func decoded(_ range: Range<Int>) throws(XMLError) -> String {
    guard bytes[range].contains(UInt8(ascii: "&")) else { return String(decoding: bytes[range], as: UTF8.self) }
    var out: [UInt8] = []
    out.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "&") else {
        out.append(bytes[index])
        index += 1
        continue
      }
      guard let end = bytes[index..<min(index + 12, range.upperBound)].firstIndex(of: UInt8(ascii: ";")) else {
        throw XMLError(text: "unfinished entity", offset: index)
      }
      let entity = String(decoding: bytes[index + 1..<end], as: UTF8.self)
      guard let text = Self.text(ofEntity: entity) else {
        throw XMLError(text: "unknown entity &\(entity);", offset: index)
      }
      out.append(contentsOf: text.utf8)
      index = end + 1
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func text(ofEntity entity: String) -> String? {
    switch entity {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard entity.hasPrefix("#") else { return nil }
      let digits = entity.dropFirst()
      let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  private func at(_ text: String) -> Bool { at(Array(text.utf8)) }

  private func at(_ signature: [UInt8]) -> Bool {
    signature.count <= bytes.count - position
      && bytes[position..<position + signature.count].elementsEqual(signature)
  }

  private func find(_ text: String, from first: Int) -> Int? {
    let wanted = Array(text.utf8)
    var index = first
    while index + wanted.count <= bytes.count {
      if bytes[index] == wanted[0], bytes[index..<index + wanted.count].elementsEqual(wanted) { return index }
      index += 1
    }
    return nil
  }

  private func error(_ text: String) -> XMLError { XMLError(text: text, offset: position) }
}
