/// Changes to packets of files whose coded pictures stay as they are.
extension XMPPacket {
  /// The packet with this orientation and, where given, this size of the stored picture, where it states them; byte for
  /// byte as it was where it states none or the same.
  package static func describing(
    orientation: UInt32, size: (width: Int, height: Int)? = nil, in bytes: [UInt8]
  ) -> [UInt8] {
    changing(bytes) { $0.describe(orientation: orientation, size: size, mimeType: nil) }
  }

  /// A packet's properties of a gain map and of further pictures, as a packet; nil where it has none.
  package static func gainMapPart(of bytes: [UInt8]) -> [UInt8]? {
    guard let packet = try? XMPPacket(parsing: bytes) else { return nil }
    var root = packet.root
    root.changeDescriptions { description in
      description.attributes.removeAll { isProperty($0.name) && !describesPictures($0.name) }
      description.nodes.removeAll {
        if case .element(let element) = $0 { !describesPictures(element.name) } else { true }
      }
      return !description.nodes.isEmpty || description.attributes.contains { isProperty($0.name) }
    }
    guard let left = try? XMPPacket(root: root), !left.properties.isEmpty else { return nil }
    return serialized(root)
  }

  /// The packet without its properties of a gain map and of further pictures; nil where it has no others.
  package static func removingGainMapPart(from bytes: [UInt8]) -> [UInt8]? {
    guard let packet = try? XMPPacket(parsing: bytes) else { return bytes }
    let root = cleaned(packet.root, keepsExtension: true, keepsMotion: true)
    guard root != packet.root else { return bytes }
    guard let left = try? XMPPacket(root: root), !left.properties.isEmpty else { return nil }
    return serialized(root)
  }

  /// A packet with the properties of gain maps and further pictures from `part`, and the rest as before.
  package static func replacingGainMapPart(of bytes: [UInt8]?, by part: [UInt8]) -> [UInt8] {
    guard let bytes, let packet = try? XMPPacket(parsing: bytes), let addition = try? XMPPacket(parsing: part)
    else { return part }
    var root = cleaned(packet.root, keepsExtension: true, keepsMotion: true)
    root.appendToRDF(addition.root.descriptions)
    return serialized(root)
  }

  /// The packet without the marks of a motion photo, whose video is left out.
  package static func removingMotionMarks(from bytes: [UInt8]) -> [UInt8] {
    changing(bytes) { root in
      root.removeElements { isMotionMark($0.name) }
      root.removeAttributes { isMotionMark($0.name) }
    }
  }

  /// The packet with other lengths in Google's container directory.
  ///
  /// - Parameter lengths: of each item in the order of the directory; nil removes the item, a missing value leaves
  ///   it. A directory that then lists only the primary is removed, unless it listed only that before.
  package static func settingDirectory(_ lengths: [Int: Int?], in bytes: [UInt8]) -> [UInt8] {
    guard !lengths.isEmpty else { return bytes }
    return changing(bytes) { root in
      root.changeDescriptions { description in
        description.nodes = description.nodes.compactMap { node in
          guard case .element(var element) = node, element.name == directory else { return node }
          let left = element.setLengths(lengths)
          return left > 1 ? .element(element) : nil
        }
        return true
      }
    }
  }

  private static let directory = XMLName(XMPNamespace.container, "Directory")

  private static func changing(_ bytes: [UInt8], _ change: (inout XMLElement) -> Void) -> [UInt8] {
    guard let packet = try? XMPPacket(parsing: bytes) else { return bytes }
    var root = packet.root
    change(&root)
    return root == packet.root ? bytes : serialized(root)
  }
}

extension XMLElement {
  /// Changes each description of a packet; one for which the change returns false is removed.
  fileprivate mutating func changeDescriptions(_ change: (inout XMLElement) -> Bool) {
    let isRDF = name == XMLName(XMPNamespace.rdf, "RDF")
    nodes = nodes.compactMap { node in
      guard case .element(var element) = node else { return node }
      if isRDF, element.name == XMPPacket.description { return change(&element) ? .element(element) : nil }
      if element.name == XMLName(XMPNamespace.rdf, "RDF") { element.changeDescriptions(change) }
      return .element(element)
    }
  }

  /// Sets the lengths of a directory's items, and returns how many items are left.
  fileprivate mutating func setLengths(_ lengths: [Int: Int?]) -> Int {
    var (index, left) = (0, 0)
    for place in nodes.indices {
      guard case .element(var list) = nodes[place] else { continue }
      list.nodes = list.nodes.compactMap { node in
        guard case .element(var item) = node, item.name == XMPPacket.item else { return node }
        defer { index += 1 }
        if let length = lengths[index] {
          guard let length else { return nil }
          item.setLength(length)
        }
        left += 1
        return .element(item)
      }
      nodes[place] = .element(list)
    }
    return left
  }

  private mutating func setLength(_ length: Int) {
    let wanted = XMLName(XMPNamespace.containerItem, "Length")
    for index in attributes.indices where attributes[index].name == wanted { attributes[index].value = String(length) }
    if name == wanted { nodes = [.text(String(length))] }
    for index in nodes.indices {
      guard case .element(var element) = nodes[index] else { continue }
      element.setLength(length)
      nodes[index] = .element(element)
    }
  }
}
