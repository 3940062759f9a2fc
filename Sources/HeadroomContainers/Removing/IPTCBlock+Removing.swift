extension IPTCBlock {
  /// The block without some parts, byte for byte as it was where it has none of them; see ``MetadataPolicy``. Data sets
  /// before any damage are kept. Nil when nothing is left.
  package static func removing(_ parts: MetadataParts, from bytes: [UInt8]) -> [UInt8]? {
    let policy = MetadataPolicy(removing: parts)
    return removing({ !policy.keeps(iptc: $0) }, from: bytes)
  }

  /// The block without previews of the picture before it was edited.
  package static func removingPreviews(from bytes: [UInt8]) -> [UInt8] {
    removing({ $0.record == 2 && (200...202).contains($0.number) }, from: bytes) ?? []
  }

  private static func removing(_ isUnwanted: (Key) -> Bool, from bytes: [UInt8]) -> [UInt8]? {
    let (before, damage) = reading(bytes)
    var block = before
    block.remove(where: isUnwanted)
    if block == before, damage == nil { return bytes }
    return block.sets.allSatisfy(\.isFormal) ? nil : block.serialized()
  }
}

extension IPTCBlock.DataSet {
  /// Whether it describes only the block: versions and the character set.
  fileprivate var isFormal: Bool { key.record == 1 || key == IPTCBlock.Key(2, 0) }
}

extension PhotoshopResources {
  /// The resources without some parts; see ``MetadataPolicy``. IPTC among them is left to ``IPTCBlock``. Nil when nothing is
  /// left.
  package static func removing(_ parts: MetadataParts, from bytes: [UInt8]) -> [UInt8]? {
    let policy = MetadataPolicy(removing: parts)
    return removing({ !policy.keeps(photoshopResource: $0) }, from: bytes)
  }

  /// The resources that are still true for a picture with new pixels.
  package static func ofRenderedPixels(_ bytes: [UInt8]) -> [UInt8]? {
    removing({ !PublicResources.rights.contains($0) }, from: bytes)
  }

  private static func removing(_ isUnwanted: (UInt16) -> Bool, from bytes: [UInt8]) -> [UInt8]? {
    let (before, damage) = reading(bytes)
    var resources = before
    resources.remove { $0 != iptcID && isUnwanted($0) }
    if resources == before, damage == nil { return bytes }
    return resources.isEmpty ? nil : resources.serialized()
  }
}
