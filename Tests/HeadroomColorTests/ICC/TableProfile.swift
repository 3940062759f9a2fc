internal import HeadroomColor

/// A profile that has nothing but a table, made without the library's own writer: colours to XYZ through a grid of two
/// points, which is a matrix, and curves before it.
struct TableProfile {
  private let encoding: ColorEncoding
  private let type: String

  init(_ encoding: ColorEncoding, _ type: String) {
    self.encoding = encoding
    self.type = type
  }

  var bytes: [UInt8] {
    var tag = Array(type.utf8) + [0, 0, 0, 0]
    switch type {
    case "mft1": tag += [3, 3, 2, 0] + matrix + curves(256, 1) + grid(1) + identity(256, 1)
    case "mft2": tag += [3, 3, 2, 0] + matrix + word(1024, 2) + word(2, 2) + curves(1024, 2) + grid(2) + identity(2, 2)
    default:
      let first = Array("curv".utf8) + [0, 0, 0, 0] + word(1024, 4) + samples(1024, 2)
      let straight = Array("curv".utf8) + [0, 0, 0, 0] + word(0, 4)
      let after = straight + straight + straight
      let table = [2, 2, 2] + [UInt8](repeating: 0, count: 13) + [2, 0, 0, 0] + grid(2)
      let (start, middle) = (32 + after.count, 32 + after.count + table.count)
      tag += [3, 3, 0, 0] + word(32, 4) + word(0, 4) + word(0, 4) + word(start, 4) + word(middle, 4)
      tag += after + table + first + first + first
    }
    let size = 144 + tag.count
    var header = word(size, 4) + [0, 0, 0, 0] + word(0x0420_0000, 4) + Array("mntrRGB XYZ ".utf8)
    header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + word(1, 4) + Array("A2B0".utf8) + word(144, 4) + word(tag.count, 4) + tag
  }

  private var matrix: [UInt8] { (0..<9).flatMap { word($0 % 4 == 0 ? 0x1_0000 : 0, 4) } }

  private func word(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  private func number(_ value: Double, _ size: Int) -> [UInt8] {
    word(Int((min(max(value, 0), 1) * (size == 1 ? 255 : 65535)).rounded()), size)
  }

  private func samples(_ count: Int, _ size: Int) -> [UInt8] {
    (0..<count).flatMap { number(encoding.transfer.decode(Double($0) / Double(count - 1)), size) }
  }

  private func curves(_ count: Int, _ size: Int) -> [UInt8] { (0..<3).flatMap { _ in samples(count, size) } }

  private func identity(_ count: Int, _ size: Int) -> [UInt8] {
    (0..<3).flatMap { _ in (0..<count).flatMap { number(Double($0) / Double(count - 1), size) } }
  }

  /// XYZ 0...1.99997 is coded as 0...1; blue changes fastest.
  private func grid(_ size: Int) -> [UInt8] {
    let toXYZ = encoding.primaries.toProfileConnectionSpace
    return (0..<8).flatMap { corner in
      let xyz = toXYZ.apply(SIMD3(Double(corner >> 2 & 1), Double(corner >> 1 & 1), Double(corner & 1)))
      return (0..<3).flatMap { number(xyz[$0] * 32768 / 65535, size) }
    }
  }
}
