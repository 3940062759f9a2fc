extension JPEGXLReader: GainMapRemoving {
  /// All boxes but `jhgm`, compressed or not.
  package func bytesWithoutGainMap() throws(ImageIOError) -> [UInt8] {
    var out = ByteWriter(reserving: bytes.count)
    for box in container.boxes where !isOfGainMap(box) {
      out.append(bytes.copy(box.offset..<box.content.upperBound))
    }
    return container.boxes.isEmpty ? bytes.copy(0..<bytes.count) : out.bytes
  }

  private func isOfGainMap(_ box: JPEGXL.Box) -> Bool {
    // A compressed box starts with the type that it has when it is not.
    box.type == "jhgm" || (box.type == "brob" && bytes.hasBytes("jhgm".utf8, at: box.content.lowerBound))
  }
}
