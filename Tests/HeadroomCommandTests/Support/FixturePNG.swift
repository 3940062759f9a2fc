/// A PNG written here, byte by byte and without compression, so that the tests do not trust the writer they test.
struct FixturePNG {
  var width: Int
  var height: Int
  /// 8 or 16.
  var bitDepth = 16
  /// Red, green and blue codes for each pixel, top row first.
  var codes: [UInt16]
  var chunks: [(type: String, body: [UInt8])] = []

  /// A picture of one colour for each pixel by its position.
  init(width: Int, height: Int, bitDepth: Int = 16, color: (Int, Int) -> (UInt16, UInt16, UInt16)) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    codes = (0..<height).flatMap { y in
      (0..<width).flatMap { x in
        let (red, green, blue) = color(x, y)
        return [red, green, blue]
      }
    }
  }

  func adding(_ type: String, _ body: [UInt8]) -> FixturePNG {
    var copy = self
    copy.chunks.append((type, body))
    return copy
  }

  /// With BT.2100 PQ code points.
  var pq: FixturePNG { adding("cICP", [9, 16, 0, 1]) }
  /// With BT.2100 HLG code points.
  var hlg: FixturePNG { adding("cICP", [9, 18, 0, 1]) }
  var sRGB: FixturePNG { adding("sRGB", [0]) }

  var bytes: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk("IHDR", Self.word(width) + Self.word(height) + [UInt8(bitDepth), 2, 0, 0, 0])
    for chunk in chunks { file += Self.chunk(chunk.type, chunk.body) }
    file += Self.chunk("IDAT", Self.stored(rows))
    return file + Self.chunk("IEND", [])
  }

  /// Signature, header and a few bytes of data: enough to see the declared size.
  var headerOnly: [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + Self.chunk("IHDR", Self.word(width) + Self.word(height) + [UInt8(bitDepth), 2, 0, 0, 0])
      + Self.chunk("IDAT", Self.stored([0])) + Self.chunk("IEND", [])
  }

  private var rows: [UInt8] {
    (0..<height).flatMap { row -> [UInt8] in
      let samples = codes[(row * width * 3)..<((row + 1) * width * 3)]
      return [0] + samples.flatMap { bitDepth == 16 ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0)] }
    }
  }

  private static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8((value >> $0) & 0xFF) }
  }

  private static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
    let content = Array(type.utf8) + body
    return word(body.count) + content + word(Int(checksum(content)))
  }

  /// zlib's format around blocks that are stored as they are.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let count = min(65_535, data.count - start)
      let isLast: UInt8 = start + count == data.count ? 1 : 0
      stream += [isLast, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8((~count >> 8) & 0xFF)]
      stream += data[start..<(start + count)]
      start += count
    } while start < data.count
    var low = 1
    var high = 0
    for byte in data {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + word(high << 16 | low)
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
