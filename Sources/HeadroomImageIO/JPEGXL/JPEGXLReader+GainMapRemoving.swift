internal import HeadroomContainers

extension JPEGXLReader: GainMapRemoving {
  /// All boxes but `jhgm`, compressed or not; the XMP packet without what it says of the map.
  package func bytesWithoutGainMap() throws(ImageIOError) -> [UInt8] {
    let packet = info.metadataWithoutGainMap.xmp
    let keepsPacket = packet == info.metadata.xmp
    var out = ByteWriter(reserving: bytes.count)
    for box in container.boxes where !isOf("jhgm", box) {
      if keepsPacket || !isOf("xml ", box) {
        out.append(bytes.copy(box.offset..<box.content.upperBound))
      } else if let packet {
        out.append(JPEGXL.box("xml ", packet))
      }
    }
    return container.boxes.isEmpty ? bytes.copy(0..<bytes.count) : out.bytes
  }

  /// Whether a box has a type, or is the compressed form of one that has.
  private func isOf(_ type: String, _ box: JPEGXL.Box) -> Bool {
    // A compressed box starts with the type that it has when it is not.
    box.type == type || (box.type == "brob" && bytes.hasBytes(type.utf8, at: box.content.lowerBound))
  }
}
