/// Builds PNG files from the text of the standard, sharing no code with the library.
struct PNGBuilder {
  var width: Int
  var height: Int
  var bitDepth = 8
  /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA.
  var colorType = 2
  var isInterlaced = false
  /// Chunks between IHDR and IDAT.
  var chunks: [[UInt8]] = []
  /// Chunks between IDAT and IEND.
  var trailer: [[UInt8]] = []
  /// Bytes of one IDAT chunk; all in one when nil.
  var pictureChunkLength: Int?

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }

  /// The file with samples by column, row and channel.
  func file(_ sample: (Int, Int, Int) -> UInt16) -> [UInt8] {
    let data = Self.zlibStored(scanlines(sample))
    let length = pictureChunkLength ?? max(data.count, 1)
    var file = Self.signature + Self.chunk("IHDR", header)
    file += chunks.joined()
    for start in stride(from: 0, to: data.count, by: length) {
      file += Self.chunk("IDAT", Array(data[start..<min(start + length, data.count)]))
    }
    return file + trailer.joined() + Self.chunk("IEND", [])
  }

  var header: [UInt8] {
    Self.u32(UInt32(truncatingIfNeeded: width)) + Self.u32(UInt32(truncatingIfNeeded: height))
      + [UInt8(bitDepth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
  }

  private func scanlines(_ sample: (Int, Int, Int) -> UInt16) -> [UInt8] {
    let passes: [(Int, Int, Int, Int)] =
      isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    var bytes: [UInt8] = []
    for (column, row, columnStep, rowStep) in passes where column < width {
      for y in stride(from: row, to: height, by: rowStep) {
        bytes.append(0)
        var bits = 0
        var count = 0
        for x in stride(from: column, to: width, by: columnStep) {
          for channel in 0..<channels {
            bits = bits << bitDepth | Int(sample(x, y, channel))
            count += bitDepth
            while count >= 8 {
              bytes.append(UInt8(truncatingIfNeeded: bits >> (count - 8)))
              count -= 8
              bits &= (1 << count) - 1
            }
          }
        }
        if count > 0 { bytes.append(UInt8(truncatingIfNeeded: bits << (8 - count))) }
      }
    }
    return bytes
  }

  // MARK: - Pieces

  static func u32(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let covered = Array(type.utf8) + data
    return u32(UInt32(data.count)) + covered + u32(crc32(covered))
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crcTable[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
  }

  /// A zlib stream of stored blocks.
  static func zlibStored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    var start = 0
    repeat {
      let end = min(start + 65535, bytes.count)
      let length = UInt16(end - start)
      stream += [end == bytes.count ? 1 : 0, UInt8(length & 0xFF), UInt8(length >> 8)]
      stream += [UInt8(~length & 0xFF), UInt8(~length >> 8)]
      stream += bytes[start..<end]
      start = end
    } while start < bytes.count
    return stream + u32(b << 16 | a)
  }

  /// The chunk types and data of a file, CRCs not checked.
  static func chunks(of file: [UInt8]) -> [(type: String, data: [UInt8])] {
    var result: [(String, [UInt8])] = []
    var position = 8
    while position + 12 <= file.count {
      let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: file[position + 4..<position + 8], as: UTF8.self)
      result.append((type, Array(file[position + 8..<position + 8 + length])))
      position += 12 + length
    }
    return result
  }
}
