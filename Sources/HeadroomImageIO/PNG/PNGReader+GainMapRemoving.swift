extension PNGReader: GainMapRemoving {
  /// All chunks but Skia's `gmAP` and `gdAT`.
  package func bytesWithoutGainMap() throws(ImageIOError) -> [UInt8] {
    var walker = try PNG.ChunkWalker(bytes)
    var out = ByteWriter(reserving: bytes.count)
    out.append(PNG.signature)
    while let chunk = try walker.next() {
      if chunk.type == .gainMapMetadata || chunk.type == .gainMapPicture { continue }
      out.append(bytes.copy(chunk.offset..<walker.position))
      if chunk.type == .end { break }
    }
    return out.bytes
  }
}
