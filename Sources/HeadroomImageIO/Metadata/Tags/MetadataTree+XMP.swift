internal import HeadroomContainers

// Tags from XMP packets and back.
extension MetadataTree {
  /// The tags of a packet and of its extension; of a name that occurs twice, the first.
  ///
  /// - Throws: ``XMLError`` when the first packet is not XMP; an extension that is not XMP is left out.
  init(xmp: [UInt8], extended: [UInt8]? = nil) throws(XMLError) {
    add(try XMPPacket(parsing: xmp).root)
    if let more = extended.flatMap({ try? XMPPacket(parsing: $0) }) { add(more.root) }
  }

  private mutating func add(_ root: XMLElement) {
    guard let rdf = XMPPacket.findRDF(root) else { return }
    for description in rdf.children where description.name == XMPPacket.description {
      for node in MetadataNode.fields(of: description) { add(node) }
    }
  }

  /// Adds a tag unless there is one of its name.
  mutating func add(_ node: MetadataNode) {
    guard !nodes.contains(where: { $0.name == node.name }) else { return }
    nodes.append(node)
    _ = register(node.name.namespace, prefix: node.prefix)
  }

  /// The tags as a packet; nil when there are none.
  var packet: [UInt8]? { Self.description(of: nodes).map { Array(XMPPacket.wrapped($0).utf8) } }

  /// Tags as a description of RDF; nil when there are none.
  ///
  /// - Parameter declaresRDF: whether it declares the prefix of RDF too, for a packet that may have another.
  static func description(of all: [MetadataNode], declaresRDF: Bool = false) -> String? {
    let nodes = all.filter { $0.value != .null }
    if nodes.isEmpty { return nil }
    var writer = MetadataWriter()
    let body = nodes.map { writer.element($0) }.joined()
    let declarations = writer.prefixes.sorted { $0.value < $1.value }
      .map { " xmlns:\($0.value)=\"\($0.key.escapedForXML(inAttribute: true))\"" }.joined()
    let rdf = declaresRDF ? " xmlns:rdf=\"\(XMPNamespace.rdf)\"" : ""
    return "<rdf:Description\(rdf) rdf:about=\"\"\(declarations)>\(body)</rdf:Description>"
  }
}

extension MetadataNode {
  fileprivate static func fields(of element: XMLElement) -> [MetadataNode] {
    var found: [MetadataNode] = []
    for attribute in element.attributes where XMPPacket.isProperty(attribute.name) {
      found.append(
        MetadataNode(name: attribute.name, prefix: prefix(of: attribute.spelling), value: .text(attribute.value)))
    }
    for child in element.children where XMPPacket.isProperty(child.name) {
      if !found.contains(where: { $0.name == child.name }) { found.append(MetadataNode(child)) }
    }
    return found
  }

  private init(_ element: XMLElement) {
    self.init(
      name: element.name, prefix: Self.prefix(of: element.spelling), value: .text(""),
      language: element.attribute(XMLName(XMLParser.xmlNamespace, "lang")))
    let children = element.children
    if let array = children.first(where: {
      $0.name.namespace == XMPNamespace.rdf && ArrayKind(rawValue: $0.name.local) != nil
    }),
      let kind = ArrayKind(rawValue: array.name.local)
    {
      let items = array.children.filter { $0.name == XMPPacket.item }.map { item in
        var node = MetadataNode(item)
        (node.name, node.prefix) = (name, prefix)
        return node
      }
      value = .items(items, kind)
      return
    }
    let holder = children.first { $0.name == XMPPacket.description } ?? element
    let fields = Self.fields(of: holder)
    if !fields.isEmpty || holder.name == XMPPacket.description {
      value = .fields(fields)
    } else {
      value = .text(element.attribute(XMLName(XMPNamespace.rdf, "resource")) ?? element.text)
    }
  }

  private static func prefix(of spelling: String) -> String {
    spelling.firstIndex(of: ":").map { String(spelling[..<$0]) } ?? ""
  }
}

/// Writes tags as elements of RDF, with one prefix for each namespace.
private struct MetadataWriter {
  /// Prefixes by namespace.
  private(set) var prefixes: [String: String] = [:]

  mutating func element(_ node: MetadataNode) -> String {
    let tag = "\(prefix(for: node)):\(node.name.local)"
    return element(node, tag)
  }

  private mutating func element(_ node: MetadataNode, _ tag: String) -> String {
    let language = node.language.map { " xml:lang=\"\(Self.legal($0).escapedForXML(inAttribute: true))\"" } ?? ""
    switch node.value {
    case .text(let text): return "<\(tag)\(language)>\(Self.legal(text).escapedForXML(inAttribute: false))</\(tag)>"
    case .items(let items, let kind):
      let inner = items.map { element($0, "rdf:li") }.joined()
      return "<\(tag)\(language)><rdf:\(kind.rawValue)>\(inner)</rdf:\(kind.rawValue)></\(tag)>"
    case .fields(let fields):
      let inner = fields.map { element($0) }.joined()
      return "<\(tag)\(language) rdf:parseType=\"Resource\">\(inner)</\(tag)>"
    case .null: return ""
    }
  }

  /// The node's own prefix, unless it is taken by another namespace or reserved.
  private mutating func prefix(for node: MetadataNode) -> String {
    if let known = prefixes[node.name.namespace] { return known }
    var prefix = node.prefix
    var number = 0
    while !MetadataPath.isName(prefix) || ["rdf", "x", "xml", "xmlns"].contains(prefix)
      || prefixes.values.contains(prefix)
    {
      number += 1
      prefix = "ns\(number)"
    }
    prefixes[node.name.namespace] = prefix
    return prefix
  }

  /// Without the characters that XML 1.0 cannot hold in any form.
  private static func legal(_ text: String) -> String {
    let isLegal: (Unicode.Scalar) -> Bool = {
      $0.value >= 0x20 && $0.value != 0xFFFE && $0.value != 0xFFFF || $0 == "\t" || $0 == "\n" || $0 == "\r"
    }
    guard !text.unicodeScalars.allSatisfy(isLegal) else { return text }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: text.unicodeScalars.filter(isLegal))
    return String(result)
  }
}
