/// Puts small GIF files together, block by block.
struct GIFBuilder {
  struct Frame {
    var left = 0
    var top = 0
    var width: Int
    var height: Int
    /// Indices, row by row.
    var pixels: [UInt8]
    /// Red, green and blue of each colour: as many as a power of two.
    var table: [UInt8]?
    var transparent: UInt8?
    var isInterlaced = false
    var codeSize = 8
    /// What takes the place of the codes.
    var data: [UInt8]?
  }

  var version = "89a"
  var width: Int
  var height: Int
  var table: [UInt8]? = GIFBuilder.grays
  /// 0 says nothing.
  var shape: UInt8 = 0
  var frames: [Frame] = []
  /// Blocks in front of the first picture.
  var extensions: [UInt8] = []
  var trailer: [UInt8] = [0x3B]

  /// 256 colours: red n, green 255 - n, blue n / 2.
  static let grays = (0..<256).flatMap { [UInt8($0), UInt8(255 - $0), UInt8($0 / 2)] }

  func build() -> [UInt8] {
    var file = Array("GIF\(version)".utf8) + Self.word(width) + Self.word(height)
    file += [Self.tableFlags(table), 0, shape] + (table ?? []) + extensions
    for frame in frames { file += Self.picture(frame) }
    return file + trailer
  }

  static func word(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

  static func blocks(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 255).flatMap { start -> [UInt8] in
      let part = bytes[start..<min(start + 255, bytes.count)]
      return [UInt8(part.count)] + part
    } + [0]
  }

  static func comment(_ text: [UInt8]) -> [UInt8] { [0x21, 0xFE] + blocks(text) }

  static func xmp(_ packet: [UInt8]) -> [UInt8] {
    let trailer = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    return [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + trailer
  }

  private static func tableFlags(_ table: [UInt8]?) -> UInt8 {
    guard let table else { return 0 }
    return 0x80 | UInt8((table.count / 3).trailingZeroBitCount - 1)
  }

  private static func picture(_ frame: Frame) -> [UInt8] {
    var bytes: [UInt8] = []
    if let transparent = frame.transparent { bytes += [0x21, 0xF9, 4, 1, 0, 0, transparent, 0] }
    bytes += [0x2C] + word(frame.left) + word(frame.top) + word(frame.width) + word(frame.height)
    bytes += [tableFlags(frame.table) | (frame.isInterlaced ? 0x40 : 0)] + (frame.table ?? [])
    var pixels = frame.pixels
    if frame.isInterlaced {
      let rows = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: frame.height, by: $0.1)) }
      pixels = rows.flatMap { frame.pixels[$0 * frame.width..<($0 + 1) * frame.width] }
    }
    return bytes + [UInt8(frame.codeSize)] + blocks(frame.data ?? codes(pixels, size: frame.codeSize))
  }

  /// LZW with a table that is cleared when it has been full for a while.
  static func codes(_ pixels: [UInt8], size: Int, clearsAfter most: Int = 6000) -> [UInt8] {
    var (out, buffer, count): ([UInt8], UInt32, Int) = ([], 0, 0)
    let clear = 1 << size
    var (bits, next, sinceClear) = (size + 1, clear + 2, 0)
    var table: [[UInt8]: Int] = [:]
    func put(_ code: Int) {
      buffer |= UInt32(code) << UInt32(count)
      count += bits
      while count >= 8 {
        out.append(UInt8(buffer & 0xFF))
        buffer >>= 8
        count -= 8
      }
    }
    func code(_ run: [UInt8]) -> Int { run.count == 1 ? Int(run[0]) : table[run] ?? 0 }
    put(clear)
    var run: [UInt8] = []
    for pixel in pixels {
      if run.isEmpty || table[run + [pixel]] != nil {
        run.append(pixel)
        continue
      }
      put(code(run))
      sinceClear += 1
      if next < 4096 {
        table[run + [pixel]] = next
        // The decoder is one entry behind.
        if next == 1 << bits, bits < 12 { bits += 1 }
        next += 1
      } else if sinceClear > most {
        put(clear)
        table = [:]
        (bits, next, sinceClear) = (size + 1, clear + 2, 0)
      }
      run = [pixel]
    }
    if !run.isEmpty { put(code(run)) }
    // The decoder may have grown its codes with the last run.
    if next == 1 << bits, bits < 12 { bits += 1 }
    put(clear + 1)
    if count > 0 { out.append(UInt8(buffer & 0xFF)) }
    return out
  }
}
