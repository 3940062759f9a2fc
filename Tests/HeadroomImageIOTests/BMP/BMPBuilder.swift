/// Puts small BMP files together.
struct BMPBuilder {
  /// Bytes of the header: 12, 40, 52, 56, 64, 108 or 124.
  var header = 40
  var width: Int
  /// Negative for rows from the top.
  var height: Int
  var bits: Int
  var compression: UInt32 = 0
  /// Red, green, blue and, where there are four, alpha.
  var masks: [UInt32] = []
  /// Red, green and blue of each colour.
  var table: [UInt8] = []
  /// What the rows hold, filled up already, or runs.
  var pixels: [UInt8]
  var density: Int32 = 0
  var colorSpace: UInt32 = 0x7352_4742
  /// XYZ of red, green and blue, and the exponents.
  var endpoints = [Double](repeating: 0, count: 9)
  var gammas = [Double](repeating: 0, count: 3)
  var profile: [UInt8] = []
  /// Nil states what is right.
  var offset: Int?

  static func u16(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
  static func u32(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) } }

  func build() -> [UInt8] {
    var head = Self.u32(UInt32(header))
    if header == 12 {
      head += Self.u16(width) + Self.u16(height) + Self.u16(1) + Self.u16(bits)
    } else {
      head += Self.u32(UInt32(width)) + Self.u32(UInt32(bitPattern: Int32(height))) + Self.u16(1) + Self.u16(bits)
      head += Self.u32(compression) + Self.u32(0) + Self.u32(UInt32(bitPattern: density))
      head += Self.u32(UInt32(bitPattern: density)) + Self.u32(0) + Self.u32(0)
      let inside = max(min((header - 40) / 4, 4), 0)
      if header != 64 { head += (masks + [0, 0, 0, 0]).prefix(inside).flatMap(Self.u32) }
    }
    if header >= 108 {
      head += Self.u32(colorSpace)
      for endpoint in endpoints { head += Self.u32(UInt32(bitPattern: Int32(endpoint * 1_073_741_824))) }
      head += gammas.flatMap { Self.u32(UInt32($0 * 65_536)) }
    }
    let outside = header == 40 && compression != 0 && bits > 8 ? masks.flatMap(Self.u32) : []
    var entries: [UInt8] = []
    for index in stride(from: 0, to: table.count, by: 3) {
      entries += [table[index + 2], table[index + 1], table[index]]
      if header != 12 { entries.append(0) }
    }
    let start = 14 + header + outside.count + entries.count
    if header == 124 {
      let place = UInt32(start - 14 + pixels.count)
      for number in [0, place, UInt32(profile.count), 0] { head += Self.u32(number) }
    }
    head += [UInt8](repeating: 0, count: header - head.count)
    let size = UInt32(start + pixels.count + profile.count)
    var file = Array("BM".utf8)
    for number in [size, 0, UInt32(offset ?? start)] { file += Self.u32(number) }
    for part in [head, outside, entries, pixels, profile] { file += part }
    return file
  }
}
