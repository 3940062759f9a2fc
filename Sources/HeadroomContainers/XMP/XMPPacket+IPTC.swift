extension XMPPacket {
  /// The texts of a property, as one list: those of a list's items, else its own. Of several languages the default, which
  /// stands first, counts.
  package func texts(of mapping: IPTCMapping) -> [String] {
    let items = properties[mapping.property].map { $0.items.compactMap(\.text).filter { !$0.isEmpty } } ?? []
    switch mapping.shape {
    case .bag, .sequence, .subjectCode: return items
    case .text, .languages, .date, .genre: return Array(items.prefix(1))
    }
  }

  /// A packet that says what `iptc` says beside what it says already: where both have a value, XMP's stays.
  ///
  /// - Parameter packet: nil or one that cannot be read makes a packet of IPTC alone.
  /// - Returns: `packet` byte for byte where there is nothing to add.
  package static func adding(_ iptc: IPTCBlock, to packet: [UInt8]?) -> [UInt8]? {
    let existing = packet.flatMap { try? XMPPacket(parsing: $0) }
    let missing = IPTCMapping.all.filter { existing?.properties[$0.property] == nil }
    guard let description = description(missing.map { ($0, $0.values(in: iptc)) }) else { return packet }
    guard var root = existing?.root, let addition = try? XMLParser.parse(Array(wrapped(description).utf8)) else {
      return Array(wrapped(description).utf8)
    }
    root.appendToRDF(addition.children.first.map(\.nodes) ?? [])
    return serialized(root)
  }

  /// A packet with these values of properties in the place of what it says of them; empty ones take them out.
  package static func setting(_ values: [(IPTCMapping, [String])], in packet: [UInt8]?) -> [UInt8]? {
    let names = Set(values.map(\.0.property))
    let rest = packet.flatMap { removing({ names.contains($0) }, from: $0) }
    guard let description = description(values) else { return rest }
    guard var root = rest.flatMap({ try? XMPPacket(parsing: $0) })?.root,
      let addition = try? XMLParser.parse(Array(wrapped(description).utf8))
    else { return Array(wrapped(description).utf8) }
    root.appendToRDF(addition.children.first.map(\.nodes) ?? [])
    return serialized(root)
  }

  /// An IPTC block of what the packet says, for containers that have one.
  package var iptc: IPTCBlock {
    var block = IPTCBlock()
    for mapping in IPTCMapping.all {
      let texts = texts(of: mapping)
      if !texts.isEmpty { mapping.put(texts, into: &block) }
    }
    return block
  }

  /// One description with all the values; nil where there are none.
  private static func description(_ values: [(IPTCMapping, [String])]) -> String? {
    let elements = values.filter { !$0.1.isEmpty }.map(element)
    guard !elements.isEmpty else { return nil }
    return "<rdf:Description xmlns:rdf=\"\(XMPNamespace.rdf)\" rdf:about=\"\">\(elements.joined())</rdf:Description>"
  }

  private static func element(_ mapping: IPTCMapping, _ values: [String]) -> String {
    let name = "\(mapping.prefix):\(mapping.property.local)"
    let texts = values.map { String($0.unicodeScalars.filter(isAllowed)).escapedForXML(inAttribute: false) }
    func list(_ kind: String, _ language: String = "") -> String {
      "<rdf:\(kind)>" + texts.map { "<rdf:li\(language)>\($0)</rdf:li>" }.joined() + "</rdf:\(kind)>"
    }
    let content =
      switch mapping.shape {
      case .text, .date, .genre: texts[0]
      case .languages: list("Alt", " xml:lang=\"x-default\"")
      case .bag, .subjectCode: list("Bag")
      case .sequence: list("Seq")
      }
    return "<\(name) xmlns:\(mapping.prefix)=\"\(mapping.property.namespace)\">\(content)</\(name)>"
  }

  /// XML 1.0 has no place for control codes.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF || scalar == "\n" || scalar == "\t"
      || scalar == "\r"
  }
}
