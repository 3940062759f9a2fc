/// Small files of the containers that are read and not written, by the container's name.
enum ReadOnlySeeds {
  static let files: [String: [[UInt8]]] = ["gif": [plainGIF, interlacedGIF], "bmp": [plainBMP, runsBMP, masksBMP]]

  // MARK: - GIF

  private static func word(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }

  private static func gif(_ blocks: [UInt8]) -> [UInt8] {
    let table: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
    return Array("GIF89a".utf8) + word(6) + word(5) + [0x81, 0, 0] + table + blocks + [0x3B]
  }

  /// A picture of colours 0 to 3 with codes of three bits: the table is cleared before it grows.
  private static func picture(_ width: Int, _ height: Int, flags: UInt8) -> [UInt8] {
    var (codes, buffer, count): ([UInt8], Int, Int) = ([], 0, 0)
    func put(_ code: Int) {
      buffer |= code << count
      count += 3
      guard count >= 8 else { return }
      codes.append(UInt8(buffer & 0xFF))
      buffer >>= 8
      count -= 8
    }
    for pixel in 0..<width * height {
      if pixel % 2 == 0 { put(4) }
      put(pixel * 5 / 3 % 4)
    }
    put(5)
    codes.append(UInt8(buffer & 0xFF))
    return [0x2C] + word(0) + word(0) + word(width) + word(height) + [flags, 2, UInt8(codes.count)] + codes + [0]
  }

  private static let plainGIF = gif([0x21, 0xFE, 2, 72, 105, 0] + picture(6, 5, flags: 0) + picture(2, 2, flags: 0))
  private static let interlacedGIF = gif([0x21, 0xF9, 4, 1, 0, 0, 3, 0] + picture(4, 5, flags: 0x40))

  // MARK: - BMP

  private static func long(_ value: Int) -> [UInt8] { word(value & 0xFFFF) + word(value >> 16 & 0xFFFF) }

  private static func bmp(header: Int, bits: Int, compression: Int, rest: [UInt8], pixels: [UInt8]) -> [UInt8] {
    let information = long(header) + long(4) + long(3) + word(1) + word(bits) + long(compression) + long(pixels.count)
    let head = information + long(2835) + long(2835) + long(0) + long(0) + rest
    let start = 14 + head.count
    return Array("BM".utf8) + long(start + pixels.count) + long(0) + long(start) + head + pixels
  }

  private static let plainBMP = bmp(
    header: 40, bits: 24, compression: 0, rest: [], pixels: (0..<36).map { UInt8($0 * 7) })
  private static let runsBMP = bmp(
    header: 40, bits: 8, compression: 1, rest: (0..<1024).map { UInt8($0 / 4) },
    pixels: [4, 9, 0, 0, 0, 3, 1, 2, 3, 0, 0, 2, 0, 1, 2, 7, 0, 1])
  private static let masksBMP = bmp(
    header: 124, bits: 32, compression: 3,
    rest: long(0xFF0000) + long(0xFF00) + long(0xFF) + long(0xFF00_0000) + Array("BGRs".utf8)
      + [UInt8](repeating: 0, count: 64),
    pixels: (0..<48).map { UInt8($0 * 5) })
}
