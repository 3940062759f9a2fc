/// Bits in order, the most significant one of each number first.
package struct BitString: Hashable, Sendable {
  private(set) var bits: [Bool] = []

  var count: Int { bits.count }

  mutating func append(_ value: Int, count: Int) {
    for shift in stride(from: count - 1, through: 0, by: -1) { bits.append((value >> shift) & 1 == 1) }
  }

  /// The whole words of this size in bits; a remainder is left out.
  func words(of size: Int) -> [Int] {
    (0..<count / size).map { word in bits[word * size..<(word + 1) * size].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
  }

  init() {}

  /// Joins words of this size in bits.
  init(words: [Int], size: Int) { for word in words { append(word, count: size) } }
}
