internal import HeadroomContainers

extension PNGReader: GainMapRemoving {
  /// All chunks but Skia's `gmAP` and `gdAT`; the XMP packet without what it says of the map.
  package func bytesWithoutGainMap() throws(ImageIOError) -> [UInt8] {
    let packet = info.metadataWithoutGainMap.xmp
    let keepsPacket = packet == info.metadata.xmp
    var walker = try PNG.ChunkWalker(bytes)
    var out = ByteWriter(reserving: bytes.count)
    out.append(PNG.signature)
    while let chunk = try walker.next() {
      if chunk.type == .gainMapMetadata || chunk.type == .gainMapPicture { continue }
      if keepsPacket || !isPacket(chunk) {
        out.append(bytes.copy(chunk.offset..<walker.position))
      } else if let packet {
        out.append(PNG.xmpChunk(packet))
      }
      if chunk.type == .end { break }
    }
    return out.bytes
  }

  private func isPacket(_ chunk: PNG.Chunk) -> Bool {
    [.text, .compressedText, .internationalText].contains(chunk.type)
      && bytes.hasBytes(Array(PNG.xmpKeyword.utf8) + [0], at: chunk.data.lowerBound)
  }
}
