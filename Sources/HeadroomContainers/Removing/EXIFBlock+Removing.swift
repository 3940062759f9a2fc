extension EXIFBlock {
  /// Removes the fields of these parts, which ``MetadataPolicy`` defines.
  package mutating func remove(_ parts: MetadataParts) {
    let policy = MetadataPolicy(removing: parts)
    let isApple = appleMakerNote != nil
    func kept(_ fields: Directory, _ directory: MetadataPolicy.EXIFDirectory) -> Directory {
      fields.filter { policy.keeps(exif: $0.key, in: directory, isAppleMakerNote: isApple) }
    }
    image = kept(image, .image)
    exif = kept(exif, .exif)
    gps = kept(gps, .gps)
    interoperability = kept(interoperability, .interoperability)
    preview = kept(preview, .preview)
  }

  /// The block in `bytes` without some parts, rewritten, so that nothing stays between its fields. Nil when it cannot
  /// be read or nothing is left.
  package static func removing(_ parts: MetadataParts, from bytes: [UInt8]) -> [UInt8]? {
    guard var block = try? EXIFBlock(parsing: bytes) else { return nil }
    block.remove(parts)
    return block.isEmpty ? nil : block.serialized()
  }
}
