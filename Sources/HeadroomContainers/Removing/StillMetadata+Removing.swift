extension StillMetadata {
  /// The metadata for new pixels that were made from a picture with this metadata. Left out are the small pictures that
  /// show it as it was (EXIF's previews, those in maker notes and XMP, depth maps in XMP), the video around it, and the
  /// regions that point into it. Among Photoshop's resources those about the copyright stay; the others describe its
  /// document: guides, paths, thumbnails, print settings.
  package var ofRenderedPixels: StillMetadata {
    var result = self
    result.exif = exif.map { EXIFBlock.removingPreviews(from: $0) }
    result.motion = nil
    result.iptc = iptc.map(IPTCBlock.removingPreviews)
    result.photoshop = photoshop.flatMap(PhotoshopResources.ofRenderedPixels)
    result.removeXMP(mentioning: PrivateNames.previewMarks) {
      XMPPacket.removing(PrivateNames.isPreview, from: $0)
    }
    result.removeXMP(above: XMPPacket.longestValue, by: XMPPacket.removingData)
    return result
  }

  /// The metadata without some parts, which ``MetadataPolicy`` defines. The pixel density stays.
  package func removing(_ parts: MetadataParts) -> StillMetadata {
    if parts.contains(.all) { return StillMetadata() }
    guard !parts.isEmpty else { return self }
    let policy = MetadataPolicy(removing: parts)
    var result = self
    result.exif = exif.flatMap { EXIFBlock.removing(parts, from: $0) }
    result.iptc = iptc.flatMap { IPTCBlock.removing(parts, from: $0) }
    result.photoshop = photoshop.flatMap { PhotoshopResources.removing(parts, from: $0) }
    result.motion = motion?.withoutTags
    result.texts = texts.filter { policy.keeps(textKeyword: $0.keyword) }
    result.removeXMP { XMPPacket.removing(parts, from: $0) }
    return result
  }

  /// The metadata with `removing` applied to its XMP packets; a nil result leaves the packet out.
  package func removingXMP(by removing: ([UInt8]) -> [UInt8]?) -> StillMetadata {
    var result = self
    result.removeXMP(by: removing)
    return result
  }

  /// Removes properties, and fields of them, from both packets. A packet that cannot be read is dropped, because its
  /// contents are unknown. An extended packet that has to change becomes part of the main one.
  ///
  /// - Parameters:
  ///   - marks: texts of which every packet with such a property contains one; without marks all packets are read.
  ///   - size: packets are changed only where one has more bytes than this.
  private mutating func removeXMP(
    mentioning marks: [String] = [], above size: Int = 0, by removing: ([UInt8]) -> [UInt8]?
  ) {
    let packets = [xmp, extendedXMP].compactMap { $0 }
    guard packets.contains(where: { $0.count > size }) else { return }
    guard marks.isEmpty || packets.contains(where: { packet in marks.contains { packet.mentions($0) } }) else { return }
    if let before = extendedXMP {
      extendedXMP = removing(before)
      guard extendedXMP != nil else { return removeXMP(by: removing) }
      if extendedXMP != before { mergeExtension() }
    }
    xmp = xmp.flatMap(removing)
  }

  /// Merges a changed extended packet into the main one, which names the digest of the old one.
  mutating func mergeExtension() {
    xmp = XMPPacket.whole(StillMetadata(xmp: xmp, extendedXMP: extendedXMP), orientation: nil)
    extendedXMP = nil
  }
}
