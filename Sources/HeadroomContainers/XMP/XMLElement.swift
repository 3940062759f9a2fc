/// An XML name after namespace resolution.
package struct XMLName: Hashable, Sendable {
  /// The namespace's URI; empty for none.
  package var namespace: String
  /// The name within it.
  package var local: String

  package init(_ namespace: String, _ local: String) {
    self.namespace = namespace
    self.local = local
  }
}

/// An XML element that keeps the file's spelling, so that it can be written again.
package struct XMLElement: Hashable, Sendable {
  /// One attribute; namespace declarations are attributes too.
  package struct Attribute: Hashable, Sendable {
    package var name: XMLName
    /// Prefix and name as written.
    package var spelling: String
    package var value: String
  }

  /// The contents of an element, in order.
  package indirect enum Node: Hashable, Sendable {
    case element(XMLElement)
    case text(String)
  }

  package var name: XMLName
  /// Prefix and name as written.
  package var spelling: String
  package var attributes: [Attribute]
  package var nodes: [Node]

  /// The child elements.
  package var children: [XMLElement] {
    nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The text directly inside, white space at the ends removed.
  package var text: String {
    let joined = nodes.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
    return joined.trimmingXMLSpace()
  }

  /// An attribute's value.
  package func attribute(_ name: XMLName) -> String? { attributes.first { $0.name == name }?.value }

  /// Removes child elements that `matches` names, at every depth.
  package mutating func removeElements(where matches: (XMLElement) -> Bool) {
    nodes = nodes.compactMap { node in
      guard case .element(var element) = node else { return node }
      if matches(element) { return nil }
      element.removeElements(where: matches)
      return .element(element)
    }
  }

  /// Removes attributes that `matches` names, from this element and all below it.
  package mutating func removeAttributes(where matches: (Attribute) -> Bool) {
    attributes.removeAll(where: matches)
    nodes = nodes.map { node in
      guard case .element(var element) = node else { return node }
      element.removeAttributes(where: matches)
      return .element(element)
    }
  }
}

extension XMLElement {
  /// The element as text. White space between elements stays as it was read.
  package func serialized() -> String {
    var out = ""
    serialize(into: &out)
    return out
  }

  private func serialize(into out: inout String) {
    out += "<\(spelling)"
    for attribute in attributes {
      out += " \(attribute.spelling)=\"\(attribute.value.escapedForXML(inAttribute: true))\""
    }
    if nodes.isEmpty {
      out += "/>"
      return
    }
    out += ">"
    for node in nodes {
      switch node {
      case .element(let element): element.serialize(into: &out)
      case .text(let text): out += text.escapedForXML(inAttribute: false)
      }
    }
    out += "</\(spelling)>"
  }
}

extension String {
  package func trimmingXMLSpace() -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
    guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
      return ""
    }
    return String(self[first...last])
  }

  package func escapedForXML(inAttribute: Bool) -> String {
    // Most text needs no escapes: packets are full of long numbers and lists.
    guard utf8.contains(where: Self.mayNeedEscape) else { return self }
    var out = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"" where inAttribute: out += "&quot;"
      case "\n" where inAttribute, "\t" where inAttribute, "\r": out += "&#\(scalar.value);"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// Whether ``escapedForXML(inAttribute:)`` replaces this byte, in attributes at least.
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "&", "<", ">", "\"", "\n", "\t", "\r": true
    default: false
    }
  }
}
