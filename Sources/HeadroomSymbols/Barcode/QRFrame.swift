/// The patterns of a QR symbol that do not depend on its data, and the positions that are left for data.
struct QRFrame: Sendable {
  private let version: QRVersion
  private var symbol: BarcodeSymbol
  /// Modules that are not data.
  private var fixed: BarcodeSymbol

  init(_ version: QRVersion) {
    self.version = version
    symbol = BarcodeSymbol(width: version.size, height: version.size)
    fixed = symbol
    let last = version.size - 1
    for index in 0...last {
      set(index, 6, index.isMultiple(of: 2))
      set(6, index, index.isMultiple(of: 2))
    }
    for (x, y) in [(3, 3), (last - 3, 3), (3, last - 3)] { addFinder(x, y) }
    for (x, y) in version.alignmentPlaces { addAlignment(x, y) }
    reserveFormat()
    addVersion()
  }

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    symbol[x, y] = isDark
    fixed[x, y] = true
  }

  private mutating func addFinder(_ x: Int, _ y: Int) {
    for dy in -4...4 {
      for dx in -4...4 {
        let ring = max(abs(dx), abs(dy))
        set(x + dx, y + dy, ring != 2 && ring != 4)
      }
    }
  }

  private mutating func addAlignment(_ x: Int, _ y: Int) {
    for dy in -2...2 {
      for dx in -2...2 { set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
    }
  }

  private mutating func reserveFormat() {
    for (x, y) in formatPlaces.flatMap({ $0 }) { set(x, y, false) }
    set(8, version.size - 8, true)
  }

  /// Both copies of the 15 format bits, the lowest bit first.
  private var formatPlaces: [[(Int, Int)]] {
    let size = version.size
    let corner =
      (0..<6).map { (8, $0) } + [(8, 7), (8, 8), (7, 8)] + (9..<15).map { (14 - $0, 8) }
    let edges = (0..<8).map { (size - 1 - $0, 8) } + (8..<15).map { (8, size - 15 + $0) }
    return [corner, edges]
  }

  private mutating func addVersion() {
    guard version.number >= 7 else { return }
    let bits = Self.withRemainder(version.number, digits: 12, polynomial: 0x1F25)
    for index in 0..<18 {
      let isDark = (bits >> index) & 1 == 1
      let (long, short) = (version.size - 11 + index % 3, index / 3)
      set(long, short, isDark)
      set(short, long, isDark)
    }
  }

  /// A number followed by the remainder of its division.
  private static func withRemainder(_ number: Int, digits: Int, polynomial: Int) -> Int {
    var rest = number << digits
    let degree = Int.bitWidth - 1 - polynomial.leadingZeroBitCount
    for shift in stride(from: Int.bitWidth - 2, through: degree, by: -1) where (rest >> shift) & 1 == 1 {
      rest ^= polynomial << (shift - degree)
    }
    return number << digits | rest
  }

  /// The symbol with its data, which a mask inverts in part.
  func symbol(of bits: BitString, mask: Int) -> BarcodeSymbol {
    var result = symbol
    let format = Self.withRemainder(version.correction.rawValue << 3 | mask, digits: 10, polynomial: 0x537) ^ 0x5412
    for copy in formatPlaces {
      for (index, place) in copy.enumerated() { result[place.0, place.1] = (format >> index) & 1 == 1 }
    }
    var next = 0
    forEachDataPlace { x, y in
      // Modules left over at the end are light, and masked like the rest.
      let bit = next < bits.count && bits.bits[next]
      result[x, y] = bit != Self.isMasked(x, y, mask)
      next += 1
    }
    return result
  }

  /// Columns in pairs from the right, upwards and downwards in turn, past the vertical timing pattern.
  private func forEachDataPlace(_ body: (_ x: Int, _ y: Int) -> Void) {
    let size = version.size
    var isUpward = true
    for pair in stride(from: size - 1, through: 1, by: -2) {
      let right = pair <= 6 ? pair - 1 : pair
      for step in 0..<size {
        let y = isUpward ? size - 1 - step : step
        for x in [right, right - 1] where !fixed[x, y] { body(x, y) }
      }
      isUpward.toggle()
    }
  }

  private static func isMasked(_ x: Int, _ y: Int, _ mask: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }
}

/// The penalty for features that make a QR symbol hard to read (ISO/IEC 18004, 7.8.3); the mask with the lowest penalty
/// is chosen.
enum QRPenalty {
  static func of(_ symbol: BarcodeSymbol) -> Int {
    let lines = (0..<symbol.height).flatMap { index in
      [(0..<symbol.width).map { symbol[$0, index] }, (0..<symbol.height).map { symbol[index, $0] }]
    }
    return lines.reduce(blocks(symbol) + balance(symbol)) { $0 + runs($1) + falseFinders($1) }
  }

  /// Five or more modules alike in a line.
  private static func runs(_ line: [Bool]) -> Int {
    var (sum, length) = (0, 0)
    var last: Bool?
    for module in line {
      length = module == last ? length + 1 : 1
      last = module
      if length == 5 { sum += 3 } else if length > 5 { sum += 1 }
    }
    return sum
  }

  /// Patterns that look like a finder pattern: 1:1:3:1:1 with four light modules on a side.
  private static func falseFinders(_ line: [Bool]) -> Int {
    let (before, after) = (0b0000_1011101, 0b1011101_0000)
    var (window, sum) = (0, 0)
    for (index, module) in line.enumerated() {
      window = (window << 1 | (module ? 1 : 0)) & 0x7FF
      if index >= 10, window == before || window == after { sum += 40 }
    }
    return sum
  }

  /// Blocks of two by two modules alike.
  private static func blocks(_ symbol: BarcodeSymbol) -> Int {
    var sum = 0
    for y in 0..<symbol.height - 1 {
      for x in 0..<symbol.width - 1 {
        let corner = symbol[x, y]
        if symbol[x + 1, y] == corner, symbol[x, y + 1] == corner, symbol[x + 1, y + 1] == corner { sum += 3 }
      }
    }
    return sum
  }

  /// Ten for each 5 % by which the share of dark modules differs from half.
  private static func balance(_ symbol: BarcodeSymbol) -> Int {
    let dark = symbol.modules.count { $0 }
    let total = symbol.modules.count
    return abs(dark * 20 - total * 10) / total * 10
  }
}
