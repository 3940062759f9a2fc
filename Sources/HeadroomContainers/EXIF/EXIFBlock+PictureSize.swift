extension EXIFBlock {
  private static let pixelWidth: UInt16 = 0xA002
  private static let pixelHeight: UInt16 = 0xA003

  /// The block in `bytes`, corrected for a picture of this stored size, everything else byte for byte as it was.
  ///
  /// Where the block states another size, the numbers are changed in place and embedded previews are erased: they show
  /// the picture before it was cropped, turned or scaled.
  package static func settingPixelSize(width: Int, height: Int, in bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else { return bytes }
    var patch = SizePatch(bytes: bytes, byteOrder: bytes[0] == 0x49 ? .little : .big)
    guard (try? patch.apply(width: width, height: height)) ?? false else { return bytes }
    return removingPreviews(from: patch.bytes)
  }

  private struct SizePatch {
    var bytes: [UInt8]
    let byteOrder: ByteReader.ByteOrder

    /// - Returns: whether the block stated another size.
    mutating func apply(width: Int, height: Int) throws(ImageIOError) -> Bool {
      let file = FileBytes(bytes)
      var reader = ByteReader(file, part: "Exif", byteOrder: byteOrder)
      try reader.seek(to: 4)
      let first = Int(try reader.u32())
      var changed = false
      if let pointer = try place(of: Tag.exifDirectory, inDirectoryAt: first, reader), pointer.size == 4 {
        try reader.seek(to: pointer.offset)
        let directory = Int(try reader.u32())
        for (tag, number) in [(pixelWidth, width), (pixelHeight, height)] {
          guard let value = try place(of: tag, inDirectoryAt: directory, reader) else { continue }
          try reader.seek(to: value.offset)
          let stated = value.size == 2 ? Int(try reader.u16()) : Int(try reader.u32())
          guard stated != number else { continue }
          write(number, size: value.size, at: value.offset)
          changed = true
        }
      }
      return changed
    }

    /// Where the single SHORT or LONG of a field lies.
    private func place(
      of tag: UInt16, inDirectoryAt offset: Int, _ reader: ByteReader
    ) throws(ImageIOError) -> (offset: Int, size: Int)? {
      var reader = reader
      try reader.seek(to: offset)
      for _ in 0..<(try reader.u16()) {
        let (found, type, count) = (try reader.u16(), try reader.u16(), try reader.u32())
        if found == tag, type == 3 || type == 4, count == 1, reader.remaining >= 4 {
          return (reader.position, type == 3 ? 2 : 4)
        }
        try reader.skip(4)
      }
      return nil
    }

    private mutating func write(_ number: Int, size: Int, at offset: Int) {
      for index in 0..<size {
        let shift = byteOrder == .big ? 8 * (size - 1 - index) : 8 * index
        bytes[offset + index] = UInt8(truncatingIfNeeded: number >> shift)
      }
    }
  }
}
