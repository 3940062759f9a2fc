/// A size and a rate at which a screen shows pictures.
package struct DisplayMode: Hashable, Sendable {
  /// Pixels in a row.
  package var width: Int
  /// Rows of a whole picture, also where it is sent in two halves.
  package var height: Int
  /// Pictures, or half pictures, per second; nil where unknown.
  package var refreshRate: Double?

  package init(width: Int, height: Int, refreshRate: Double? = nil) {
    self.width = width
    self.height = height
    self.refreshRate = refreshRate
  }
}

extension DisplayMode {
  /// The detailed timing at a position of a base block (E-EDID A.2, 3.10.2); nil where there is something else.
  init?(_ block: EDIDBlock, at start: Int) {
    let clock = Double(block.word(start)) * 10_000
    guard clock > 0 else { return nil }
    func active(_ low: Int, _ high: Int) -> Int { Int(block[start + low]) | Int(block[start + high] >> 4) << 8 }
    func blank(_ low: Int, _ high: Int) -> Int { Int(block[start + low]) | Int(block[start + high] & 15) << 8 }
    let (width, rows) = (active(2, 4), active(5, 7))
    guard width > 0, rows > 0 else { return nil }
    let isInterlaced = block[start + 17] & 0x80 != 0
    let total = Double((width + blank(3, 4)) * (rows + blank(6, 7)))
    self.init(width: width, height: isInterlaced ? rows * 2 : rows, refreshRate: clock / total)
  }

  /// A line of a connector's list of modes, such as `1920x1080` or `1920x1080i`.
  init?(line: some StringProtocol) {
    let sides = line.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Self.side(sides[0]), let height = Self.side(sides[1].prefix { $0.isNumber })
    else { return nil }
    self.init(width: width, height: height)
  }

  /// Sizes that no screen has are ignored.
  private static func side(_ text: some StringProtocol) -> Int? { Int(text).flatMap { 1...65_535 ~= $0 ? $0 : nil } }
}
