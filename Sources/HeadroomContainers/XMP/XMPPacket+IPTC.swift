extension XMPPacket {
  /// The texts of a property, as one list: those of a list's items, else its own. Among several languages the default,
  /// which comes first, counts.
  package func texts(of mapping: IPTCMapping) -> [String] {
    let items = properties[mapping.property].map { $0.items.compactMap(\.text).filter { !$0.isEmpty } } ?? []
    switch mapping.shape {
    case .bag, .sequence, .subjectCode: return items
    case .text, .languages, .date, .genre: return Array(items.prefix(1))
    }
  }

  /// A packet with the values of `iptc` added: where both have a value, XMP's stays.
  ///
  /// - Parameter packet: nil or an unreadable one makes a packet of IPTC alone.
  /// - Returns: `packet` byte for byte where there is nothing to add.
  package static func adding(_ iptc: IPTCBlock, to packet: [UInt8]?) -> [UInt8]? {
    adding(IPTCMapping.all.map { ($0.written, $0.values(in: iptc)) }, to: packet)
  }

  /// A packet with these values of properties in place of its own; empty values remove a property.
  package static func setting(_ values: [(IPTCMapping, [String])], in packet: [UInt8]?) -> [UInt8]? {
    let names = Set(values.map(\.0.property))
    let rest = packet.flatMap { removing({ names.contains($0) }, from: $0) }
    return appending(values.map { ($0.0.written, $0.1) }, to: rest.flatMap { try? XMPPacket(parsing: $0) }) ?? rest
  }

  /// An IPTC block with the packet's values, for containers that have one.
  package var iptc: IPTCBlock {
    var block = IPTCBlock()
    for mapping in IPTCMapping.all {
      let texts = texts(of: mapping)
      if !texts.isEmpty { mapping.put(texts, into: &block) }
    }
    return block
  }
}
