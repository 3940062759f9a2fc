/// Numbers in expressions and options: decimal, finite, with a point in any locale.
package enum DecimalNumber {
  /// Nil for anything else, including the hexadecimal, `inf` and `nan` forms that Swift's own initialiser accepts.
  package static func parse(_ text: some StringProtocol) -> Double? {
    let allowed = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    guard allowed, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// A whole number with an optional suffix `k`, `M` or `G`; `scale` is 1000 for counts and 1024 for bytes.
  package static func parseCount(_ text: String, scale: Int) -> Int? {
    let suffixes: [Character: Int] = ["k": 1, "K": 1, "m": 2, "M": 2, "g": 3, "G": 3]
    let power = text.last.flatMap { suffixes[$0] } ?? 0
    guard let number = parse(power > 0 ? text.dropLast() : text[...]) else { return nil }
    let value = (0..<power).reduce(number) { product, _ in product * Double(scale) }
    guard value >= 1, value < 1e18 else { return nil }
    return Int(value)
  }
}
