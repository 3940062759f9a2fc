/// A random secret of 256 bits.
package struct SecretText: Sendable {
  package let text: String

  package init() {
    var source = SystemRandomNumberGenerator()
    let words = (0..<4).map { _ in UInt64.random(in: .min ... .max, using: &source) }
    text = words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Whether a text is the secret. The time it takes reveals nothing about how much of the text is right.
  func matches(_ other: some StringProtocol) -> Bool {
    let (own, given) = (Array(text.utf8), Array(other.utf8))
    guard own.count == given.count else { return false }
    return zip(own, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
