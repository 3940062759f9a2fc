/// Reads bits of parameter sets, most significant first. Beyond the end it returns zeros and remembers that.
package struct BitReader {
  private let bytes: [UInt8]
  /// Bits read or skipped so far.
  package private(set) var position = 0
  /// Whether more was read than there is.
  package private(set) var isExhausted = false

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads 0 to 32 bits.
  package mutating func bits(_ count: Int) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count { value = value << 1 | bit() }
    return value
  }

  /// Reads one bit as a flag.
  package mutating func flag() -> Bool { bit() == 1 }

  /// Skips any number of bits.
  package mutating func skip(_ count: Int) {
    position += min(max(count, 0), bytes.count * 8 + 1)
    if position > bytes.count * 8 { isExhausted = true }
  }

  /// Skips what is left of a byte that is begun.
  package mutating func skipToByte() { position = (position + 7) / 8 * 8 }

  /// Reads an unsigned Exp-Golomb number (ue(v) of H.265); at most 32 leading zeros.
  package mutating func unsignedGolomb() -> UInt32 {
    var zeros = 0
    while !flag() {
      zeros += 1
      guard zeros <= 32, !isExhausted else {
        isExhausted = true
        return 0
      }
    }
    guard zeros > 0 else { return 0 }
    let rest = UInt64(bits(min(zeros, 32)))
    return UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(zeros)) - 1 + rest)
  }

  /// Reads a number of AV1's variable length (uvlc).
  package mutating func variableLength() -> UInt32 { unsignedGolomb() }

  private mutating func bit() -> UInt32 {
    guard position < bytes.count * 8 else {
      isExhausted = true
      return 0
    }
    defer { position += 1 }
    return UInt32(bytes[position / 8] >> UInt8(7 - position % 8)) & 1
  }
}
