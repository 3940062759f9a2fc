/// A tag of a file with its value in words.
package struct MetadataEntry: Hashable, Sendable {
  /// `exif`, `gps`, `iptc`, a prefix of XMP, `icc`, `png`.
  package let group: String
  package let name: String
  package let value: String

  package init(group: String, name: String, value: String) {
    self.group = group
    self.name = name
    self.value = value
  }
}

extension StillMetadata {
  /// All tags: EXIF's by directories and numbers, IPTC's in their order, XMP's by names, texts of PNG.
  package var entries: [MetadataEntry] {
    let block = exif.flatMap { try? EXIFBlock(parsing: $0) } ?? EXIFBlock()
    var found = Self.entries(block.image, .image) + Self.entries(block.exif, .exif)
    found += Self.entries(block.interoperability, .interoperability)
    if let preview = block.previewBytes {
      found.append(MetadataEntry(group: "exif", name: "ThumbnailImage", value: "\(preview.count) bytes"))
    }
    found += Self.entries(block.gps, .gps)
    if let iptc { found += Self.entries(IPTCBlock.reading(iptc).block) }
    for packet in [xmp, extendedXMP] {
      if let parsed = packet.flatMap({ try? XMPPacket(parsing: $0) }) { found += parsed.entries }
    }
    return found + texts.map { MetadataEntry(group: "png", name: $0.keyword, value: $0.text) }
  }

  private static func entries(_ fields: EXIFBlock.Directory, _ place: EXIFTagRow.Place) -> [MetadataEntry] {
    fields.sorted { $0.key < $1.key }.map { tag, value in
      let group = place == .gps ? "gps" : "exif"
      guard let row = EXIFTagRow.row(tag, in: place) else {
        let digits = String(tag, radix: 16)
        let name = "0x" + String(repeating: "0", count: 4 - digits.count) + digits
        return MetadataEntry(group: group, name: name, value: EXIFTagRow.plainText(value))
      }
      return MetadataEntry(group: group, name: row.name, value: row.text(of: value))
    }
  }

  private static func entries(_ block: IPTCBlock) -> [MetadataEntry] {
    IPTCField.all.compactMap { field in
      let texts = block.texts(field.key)
      guard !texts.isEmpty else { return nil }
      return MetadataEntry(group: "iptc", name: field.specified, value: texts.joined(separator: ", "))
    }
  }
}

extension XMPPacket {
  /// The properties with their parts, by prefixes and names.
  fileprivate var entries: [MetadataEntry] {
    var prefixes: [String: String] = [:]
    root.collectPrefixes(into: &prefixes)
    func name(_ name: XMLName) -> (group: String, local: String) { (prefixes[name.namespace] ?? "xmp", name.local) }
    var found: [MetadataEntry] = []
    func add(_ value: XMPValue, _ group: String, _ path: String, depth: Int) {
      guard depth < 16, found.count < 10_000 else { return }
      switch value {
      case .text(let text): found.append(MetadataEntry(group: group, name: path, value: text))
      case .list(let items):
        let texts = items.compactMap(\.text)
        if texts.count == items.count {
          found.append(MetadataEntry(group: group, name: path, value: texts.joined(separator: ", ")))
        } else {
          for (index, item) in items.enumerated() { add(item, group, "\(path)[\(index + 1)]", depth: depth + 1) }
        }
      case .structure(let fields):
        for (key, field) in fields.sorted(by: { $0.key.local < $1.key.local }) {
          add(field, group, "\(path).\(name(key).local)", depth: depth + 1)
        }
      }
    }
    for (key, value) in properties.sorted(by: { ($0.key.namespace, $0.key.local) < ($1.key.namespace, $1.key.local) }) {
      add(value, name(key).group, name(key).local, depth: 0)
    }
    return found
  }
}

extension XMLElement {
  /// The prefixes that a file uses for namespaces; the first of each counts.
  fileprivate func collectPrefixes(into prefixes: inout [String: String]) {
    for attribute in attributes where attribute.name.namespace == XMLParser.xmlnsNamespace {
      if prefixes[attribute.value] == nil { prefixes[attribute.value] = attribute.name.local }
    }
    for child in children { child.collectPrefixes(into: &prefixes) }
  }
}
