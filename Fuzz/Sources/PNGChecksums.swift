/// Mutated chunks fail their checksum and are seen no further; so PNG files are read a second time with right ones.
enum PNGChecksums {
  /// The file with the CRC of each chunk set to that of its bytes; nil where all were right.
  static func repaired(_ bytes: [UInt8]) -> [UInt8]? {
    var file = bytes
    var start = 8
    while file.count - start >= 12 {
      let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= file.count - start - 12 else { break }
      let end = start + 8 + length
      let crc = crc32(file[start + 4..<end])
      for index in 0..<4 { file[end + index] = UInt8(truncatingIfNeeded: crc >> UInt32(24 - 8 * index)) }
      start = end + 4
    }
    return file == bytes ? nil : file
  }

  private static let table: [UInt32] = (0..<256).map { value in
    (0..<8).reduce(UInt32(value)) { crc, _ in crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
  }

  private static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }
}
