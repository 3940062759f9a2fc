extension StillMetadata {
  /// What goes with pixels that were made anew from a picture with this metadata: everything but the small pictures that
  /// show it as it was (EXIF's previews, those in maker notes and XMP, depth maps in XMP), the video that leads to it, and
  /// the regions that point into it. Of Photoshop's resources those about the copyright stay; the others describe its
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

  /// The metadata without some parts; see ``MetadataPolicy`` for what belongs to them. The density of the pixels stays.
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

  /// The metadata without what `removing` takes out of packets of XMP; nil of it leaves the packet out.
  package func removingXMP(by removing: ([UInt8]) -> [UInt8]?) -> StillMetadata {
    var result = self
    result.removeXMP(by: removing)
    return result
  }

  /// Takes properties, and fields of them, out of both packets. A packet that cannot be read is dropped: nobody knows what
  /// it says. An extended packet that has to change becomes part of the main one.
  ///
  /// - Parameters:
  ///   - marks: texts of which one stands in every packet that has such a property; without them all are read.
  ///   - size: bytes that one of the packets has more than.
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

  /// Makes an extended packet that changed part of the main one, which names a digest of what it was.
  mutating func mergeExtension() {
    xmp = XMPPacket.whole(StillMetadata(xmp: xmp, extendedXMP: extendedXMP), orientation: nil)
    extendedXMP = nil
  }
}
