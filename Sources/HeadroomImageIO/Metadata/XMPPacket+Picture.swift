internal import HeadroomContainers
internal import HeadroomGraphics

extension XMPPacket {
  /// The packet for a file of this picture: with the values that only IPTC and PNG's texts have, where the file has no
  /// place for them, and with the picture's size, orientation and type of file.
  static func describing(
    _ picture: StillHeader, orientation: UInt32? = nil, mimeType: String, carriesIPTC: Bool = false,
    carriesTexts: Bool = false
  ) -> [UInt8]? {
    var metadata = picture.metadata
    if !carriesIPTC, let iptc = metadata.iptc { metadata.xmp = adding(IPTCBlock.reading(iptc).block, to: metadata.xmp) }
    if !carriesTexts { metadata.moveTextsToXMP() }
    return whole(
      metadata, orientation: orientation ?? picture.orientation.rawValue, size: (picture.width, picture.height),
      mimeType: mimeType)
  }
}

extension StillMetadata {
  /// Converts PNG's texts to properties of XMP, for containers that have no place for them.
  mutating func moveTextsToXMP() {
    xmp = XMPPacket.adding(texts, to: xmp, beside: iptc.map { IPTCBlock.reading($0).block })
    texts = []
  }
}
