internal import HeadroomContainers
internal import HeadroomGraphics

extension XMPPacket {
  /// The packet as a file of this picture gets it that has no place for IPTC: with what only IPTC says, and true of the
  /// picture's size, orientation and type of file.
  static func describing(
    _ picture: StillHeader, orientation: UInt32? = nil, mimeType: String, carriesIPTC: Bool = false
  ) -> [UInt8]? {
    var metadata = picture.metadata
    if !carriesIPTC, let iptc = metadata.iptc { metadata.xmp = adding(IPTCBlock.reading(iptc).block, to: metadata.xmp) }
    return whole(
      metadata, orientation: orientation ?? picture.orientation.rawValue, size: (picture.width, picture.height),
      mimeType: mimeType)
  }
}
