internal import HeadroomContainers

// IPTC's data sets as tags of XMP (IPTC's mapping guidelines).
extension MetadataTree {
  /// Adds the values of an IPTC block that the tags do not have yet.
  mutating func add(_ block: IPTCBlock) {
    for mapping in IPTCMapping.all {
      let values = mapping.values(in: block)
      guard !values.isEmpty else { continue }
      let prefix = namespaces.first { $0.value == mapping.property.namespace }?.key ?? ""
      add(MetadataNode(name: mapping.property, prefix: prefix, value: mapping.value(values, prefix)))
    }
  }
}

extension IPTCMapping {
  fileprivate func value(_ values: [String], _ prefix: String) -> MetadataNode.Value {
    func items(_ language: String? = nil) -> [MetadataNode] {
      values.map { MetadataNode(name: property, prefix: prefix, value: .text($0), language: language) }
    }
    switch shape {
    case .text, .date, .genre: return .text(values[0])
    case .languages: return .items(items(MetadataNode.defaultLanguage), .alternative)
    case .bag, .subjectCode: return .items(items(), .unordered)
    case .sequence: return .items(items(), .ordered)
    }
  }
}
