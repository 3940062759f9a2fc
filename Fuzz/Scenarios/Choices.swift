/// Decisions made of bytes: a fuzzer's input, or a number for tests. Behind the last byte they go on at random, the same
/// way each time for the same bytes.
package struct Choices {
  private let bytes: [UInt8]
  private var position = 0
  private var state: UInt64

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    state = bytes.reduce(0x9E37_79B9_7F4A_7C15) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  package init(seed: UInt64) {
    self.init((0..<8).map { UInt8(truncatingIfNeeded: seed >> (8 * $0)) })
    position = 8
  }

  mutating func byte() -> UInt8 {
    if position < bytes.count {
      position += 1
      return bytes[position - 1]
    }
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return UInt8(truncatingIfNeeded: mixed ^ (mixed >> 31))
  }

  mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }

  /// A number of 0..<count, which is at most 65,536.
  mutating func index(_ count: Int) -> Int { (Int(byte()) << 8 | Int(byte())) % max(count, 1) }

  /// True once in `often` times.
  mutating func isRare(_ often: Int) -> Bool { index(often) == 0 }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[index(elements.count)] }

  mutating func bytes(upTo count: Int) -> [UInt8] { (0..<index(count + 1)).map { _ in byte() } }

  /// A number: mostly a usual one, else any, with the ones that break arithmetic among them.
  mutating func number() -> Double {
    switch index(8) {
    case 0: one(of: Self.oddNumbers)
    case 1: Double(bitPattern: word())
    case 2: Double(Float(bitPattern: UInt32(truncatingIfNeeded: word())))
    case 3: -Double(byte()) / 16
    default: Double(byte()) / 64
    }
  }

  private static let oddNumbers: [Double] = [
    .nan, .infinity, -.infinity, .signalingNaN, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .leastNonzeroMagnitude, -.leastNormalMagnitude, -0.0, 0, 1, 1e20, -1e20, 65504, 65520, 1e8, 3.4e38, 4_294_967_296,
    2_147_483_648, 9.3e18, 1.9e19, 1e-45, 10_000, 1e15,
  ]

  mutating func optional<Value>(_ make: (inout Choices) -> Value) -> Value? {
    isRare(2) ? nil : make(&self)
  }
}
