import HeadroomContainers

/// Lays out TIFF files of any kind, so that DNGs with exactly known contents can be made.
struct TestTIFF {
  enum Value {
    case bytes([UInt8])
    case undefined([UInt8])
    case ascii(String)
    case shorts([Int])
    case longs([Int])
    case rationals([(Int, Int)])
    case signedRationals([(Int, Int)])
    case floats([Float])
    case doubles([Double])
  }

  let order: ByteReader.ByteOrder
  let isBig: Bool
  private(set) var bytes: [UInt8]

  init(_ order: ByteReader.ByteOrder = .little, isBig: Bool = false) {
    self.order = order
    self.isBig = isBig
    let mark: [UInt8] = order == .little ? [0x49, 0x49] : [0x4D, 0x4D]
    bytes = mark
    bytes += number(isBig ? 43 : 42, 2)
    if isBig { bytes += number(8, 2) + number(0, 2) }
    bytes += [UInt8](repeating: 0, count: isBig ? 8 : 4)
  }

  /// A number in the file's byte order.
  func number(_ value: Int, _ size: Int) -> [UInt8] {
    let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return order == .little ? little : little.reversed()
  }

  mutating func append(_ data: [UInt8]) -> Int {
    if bytes.count % 2 != 0 { bytes.append(0) }
    defer { bytes += data }
    return bytes.count
  }

  mutating func directory(_ fields: [UInt16: Value]) -> Int {
    let word = isBig ? 8 : 4
    var table = number(fields.count, isBig ? 8 : 2)
    for (tag, value) in fields.sorted(by: { $0.key < $1.key }) {
      let (type, count, data) = encoded(value)
      table += number(Int(tag), 2) + number(type, 2) + number(count, word)
      table += data.count <= word ? data + [UInt8](repeating: 0, count: word - data.count) : number(append(data), word)
    }
    return append(table + number(0, word))
  }

  /// Makes a directory the first one.
  mutating func finish(_ offset: Int) -> FileBytes {
    let start = isBig ? 8 : 4
    bytes.replaceSubrange(start..<start + (isBig ? 8 : 4), with: number(offset, isBig ? 8 : 4))
    return FileBytes(bytes)
  }

  private func encoded(_ value: Value) -> (type: Int, count: Int, data: [UInt8]) {
    switch value {
    case .bytes(let list): (1, list.count, list)
    case .undefined(let list): (7, list.count, list)
    case .ascii(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
    case .shorts(let list): (3, list.count, list.flatMap { number($0, 2) })
    case .longs(let list): (4, list.count, list.flatMap { number($0, 4) })
    case .rationals(let list): (5, list.count, list.flatMap { number($0.0, 4) + number($0.1, 4) })
    case .signedRationals(let list): (10, list.count, list.flatMap { number($0.0, 4) + number($0.1, 4) })
    case .floats(let list): (11, list.count, list.flatMap { number(Int($0.bitPattern), 4) })
    case .doubles(let list): (12, list.count, list.flatMap { number(Int(bitPattern: UInt($0.bitPattern)), 8) })
    }
  }
}
