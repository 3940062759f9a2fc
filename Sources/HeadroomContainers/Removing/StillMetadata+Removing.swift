extension StillMetadata {
  /// What goes with pixels that were made anew from a picture with this metadata: everything but the small pictures that
  /// show it as it was (EXIF's previews, those in maker notes and XMP, depth maps in XMP) and the regions that point into it.
  package var ofRenderedPixels: StillMetadata {
    var result = self
    result.exif = exif.map { EXIFBlock.removingPreviews(from: $0) }
    result.removeXMP(mentioning: PrivateNames.previewMarks) { PrivateNames.isPreview($0) }
    return result
  }

  /// The metadata without some parts.
  package func removing(_ parts: MetadataParts) -> StillMetadata {
    if parts.contains(.all) { return StillMetadata() }
    guard !parts.isEmpty else { return self }
    var result = self
    result.exif = exif.flatMap { try? EXIFBlock(parsing: $0) }.flatMap { block in
      var block = block
      block.remove(parts)
      return block.isEmpty ? nil : block.serialized()
    }
    let (location, personal) = (parts.contains(.location), parts.contains(.personal))
    guard location || personal else { return result }
    result.removeXMP { location && PrivateNames.isLocation($0) || personal && PrivateNames.isPersonal($0) }
    return result
  }

  /// Takes properties, and fields of them, out of both packets. A packet that cannot be read is dropped: nobody knows what
  /// it says. An extended packet that has to change becomes part of the main one.
  ///
  /// - Parameter marks: texts of which one stands in every packet that has such a property; without them all are read.
  private mutating func removeXMP(mentioning marks: [String] = [], where isUnwanted: (XMLName) -> Bool) {
    let packets = [xmp, extendedXMP].compactMap { $0 }
    guard marks.isEmpty || packets.contains(where: { packet in marks.contains { packet.mentions($0) } }) else { return }
    if let extendedXMP {
      guard let changed = XMPPacket.removing(isUnwanted, from: extendedXMP) else {
        self.extendedXMP = nil
        return removeXMP(where: isUnwanted)
      }
      if changed != extendedXMP {
        xmp = XMPPacket.whole(StillMetadata(xmp: xmp, extendedXMP: changed), orientation: nil)
        self.extendedXMP = nil
      }
    }
    xmp = xmp.flatMap { XMPPacket.removing(isUnwanted, from: $0) }
  }
}
