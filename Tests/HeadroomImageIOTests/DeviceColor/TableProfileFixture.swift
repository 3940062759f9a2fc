/// A profile that has nothing but a table of 16 bits from a device to L*a*b*, made without the library: the colours of the
/// corners, between which colours go along straight lines.
struct TableProfileFixture: Sendable {
  /// `GRAY`, `RGB ` or `CMYK`.
  var space = "CMYK"
  var channels = 4
  var tag = "A2B0"
  var name = "Four inks"
  /// L*, a*, b* of a corner, whose components are 0 or 1.
  var lab: @Sendable ([Int]) -> [Double] = { TableProfileFixture.inks($0) }

  /// What each ink adds to L*, a*, b*: any way of interpolation gives the sum.
  static let pulls: [[Double]] = [[-20, -36, -48], [-25, 70, -4], [-6, -6, 88], [-45, 2, 2]]

  /// Paper, and inks that darken it and pull it into their direction.
  static func inks(_ corner: [Int]) -> [Double] {
    var result = [100.0, 0, 0]
    for (ink, pull) in zip(corner, pulls) where ink == 1 { for index in 0..<3 { result[index] += pull[index] } }
    return result
  }

  /// Red and green exchanged: no matrix of primaries, since black is not dark and white is yellowish.
  static func exchanged(_ corner: [Int]) -> [Double] {
    let colors: [[Double]] = [
      [10, 0, 0], [30, 60, -80], [55, 75, 60], [60, 90, -50], [85, -75, 70], [90, -40, -10], [95, -15, 85],
      [100, 0, 0],
    ]
    return colors[corner.reduce(0) { $0 << 1 | $1 }]
  }

  static let rgb = TableProfileFixture(
    space: "RGB ", channels: 3, tag: "A2B1", name: "A scanner", lab: { exchanged($0) })
  static let gray = TableProfileFixture(space: "GRAY", channels: 1, name: "Sepia") { corner in
    corner[0] == 1 ? [100, 0, 0] : [20, 12, 20]
  }

  var bytes: [UInt8] {
    var table = Array("mft2".utf8) + word(0, 4) + [UInt8(channels), 3, 2, 0]
    for index in 0..<9 { table += word(index % 4 == 0 ? 0x1_0000 : 0, 4) }
    table += word(2, 2) + word(2, 2)
    for _ in 0..<channels { table += word(0, 2) + word(65535, 2) }
    for corner in 0..<(1 << channels) {
      let lab = lab((0..<channels).map { corner >> (channels - 1 - $0) & 1 })
      // The legacy code of L*a*b*: 0xFF00 is 100, 0x8000 is 0.
      table += word(Int((lab[0] * 652.8).rounded()), 2)
      table += word(Int(((lab[1] + 128) * 256).rounded()), 2) + word(Int(((lab[2] + 128) * 256).rounded()), 2)
    }
    for _ in 0..<3 { table += word(0, 2) + word(65535, 2) }
    var description = Array("desc".utf8) + word(0, 4) + word(name.utf8.count + 1, 4) + Array(name.utf8) + [0]
    description += [UInt8](repeating: 0, count: 78)
    while description.count % 4 != 0 { description.append(0) }
    let place = 132 + 24
    let size = place + description.count + table.count
    var header = word(size, 4) + word(0, 4) + word(0x0240_0000, 4) + Array("prtr\(space)Lab ".utf8)
    header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28) + word(0xF6D6, 4) + word(0x1_0000, 4) + word(0xD32D, 4)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    header += word(2, 4) + Array("desc".utf8) + word(place, 4) + word(description.count, 4)
    header += Array(tag.utf8) + word(place + description.count, 4) + word(table.count, 4)
    return header + description + table
  }

  private func word(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }
}
