internal import Glibc

extension XMPPacket {
  /// A packet without elements and attributes of unwanted names, at every depth; byte for byte as it was where there
  /// are none. Nil when it cannot be read or nothing is left.
  package static func removing(_ isUnwanted: (XMLName) -> Bool, from bytes: [UInt8]) -> [UInt8]? {
    removing(isUnwanted, blanksIdentity: false, from: bytes)
  }

  /// The packet without some parts; see ``MetadataPolicy``. Nil when it cannot be read or nothing is left.
  package static func removing(_ parts: MetadataParts, from bytes: [UInt8]) -> [UInt8]? {
    let policy = MetadataPolicy(removing: parts)
    return removing({ !policy.keeps(xmp: $0) }, blanksIdentity: parts.contains(.personal), from: bytes)
  }

  /// Longer values without a blank are data encoded as letters: encrypted notes of cameras, pictures, sounds, tables.
  static let longestValue = 16 << 10

  /// The packet without values that are data rather than text. They describe the pixels as the camera made them, and can
  /// be a hundred times as long as a small picture. Byte for byte as it was where there are none.
  static func removingData(from bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > longestValue, let packet = try? XMPPacket(parsing: bytes) else { return bytes }
    var root = packet.root
    root.removeElements { $0.children.isEmpty && isData($0.text) }
    root.removeAttributes { isData($0.value) }
    guard root != packet.root else { return bytes }
    root.removeUnusedDeclarations()
    guard let left = try? XMPPacket(root: root), !left.properties.isEmpty else { return nil }
    return serialized(root)
  }

  private static func isData(_ text: String) -> Bool {
    text.utf8.count > longestValue && !text.utf8.contains(UInt8(ascii: " "))
  }

  private static func removing(
    _ isUnwanted: (XMLName) -> Bool, blanksIdentity: Bool, from bytes: [UInt8]
  ) -> [UInt8]? {
    guard let packet = try? XMPPacket(parsing: bytes) else { return nil }
    var root = packet.root
    if blanksIdentity { root.blankIdentity() }
    root.removeElements { isUnwanted($0.name) }
    root.removeAttributes { isUnwanted($0.name) }
    guard root != packet.root else { return bytes }
    root.removeUnusedDeclarations()
    guard let left = try? XMPPacket(root: root), !left.properties.isEmpty else { return nil }
    return serialized(root)
  }
}

extension XMLElement {
  /// Descriptions may name their document by a unique number.
  fileprivate mutating func blankIdentity() {
    let about = XMLName(XMPNamespace.rdf, "about")
    for index in attributes.indices where attributes[index].name == about { attributes[index].value = "" }
    for index in nodes.indices {
      guard case .element(var element) = nodes[index] else { continue }
      element.blankIdentity()
      nodes[index] = .element(element)
    }
  }

  /// Removes declarations of prefixes that no name below uses any more: a namespace can reveal
  /// as much as its properties.
  fileprivate mutating func removeUnusedDeclarations() {
    let isUsed = namespaces
    removeAttributes { $0.name.namespace == XMLParser.xmlnsNamespace && !isUsed.contains($0.value) }
  }

  /// The namespaces of the names of this element, its attributes and all below.
  private var namespaces: Set<String> {
    var found: Set = [name.namespace]
    for attribute in attributes where attribute.name.namespace != XMLParser.xmlnsNamespace {
      found.insert(attribute.name.namespace)
    }
    for child in children { found.formUnion(child.namespaces) }
    return found
  }
}

extension [UInt8] {
  /// Whether a text stands somewhere in these bytes.
  func mentions(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    return unsafe withUnsafeBytes { all in
      guard let base = all.baseAddress else { return false }
      var position = 0
      while all.count - position >= wanted.count {
        let candidates = all.count - position - wanted.count + 1
        guard let found = unsafe memchr(base + position, Int32(first), candidates) else { return false }
        if unsafe memcmp(found, wanted, wanted.count) == 0 { return true }
        position = unsafe UnsafeRawPointer(found) - base + 1
      }
      return false
    }
  }
}
