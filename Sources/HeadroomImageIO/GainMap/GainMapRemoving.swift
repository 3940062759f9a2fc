package import HeadroomContainers
internal import HeadroomGraphics

extension StillInfo {
  /// The metadata for the picture without its map: see ``XMPPacket/whole(_:orientation:)``.
  var metadataWithoutGainMap: StillMetadata {
    var result = metadata
    result.xmp = XMPPacket.whole(StillMetadata(xmp: metadata.xmp), orientation: orientation.rawValue)
    return result
  }
}

/// A reader whose container lets the gain map be taken out without touching the base picture.
package protocol GainMapRemoving: ImageReader {
  /// The file with the base picture's data byte for byte as it was, and nothing of the map.
  func bytesWithoutGainMap() throws(ImageIOError) -> [UInt8]
}
