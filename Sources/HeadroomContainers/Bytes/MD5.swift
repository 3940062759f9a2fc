internal import Foundation

/// The message digest of RFC 1321. Extended XMP and frames of films are named by it, and Photoshop marks IPTC with it; it
/// gives no security.
package struct MD5 {
  private typealias Block = InlineArray<16, UInt32>

  private var state: InlineArray<4, UInt32> = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
  /// Bytes that wait for a whole block.
  private var waiting: [UInt8] = []
  private var byteCount: UInt64 = 0

  package init() {}

  /// The digest of `message` as 32 upper case hex digits.
  static func hexDigest(_ message: [UInt8]) -> String { hexadecimal(digest(message)).uppercased() }

  /// The 16 bytes of the digest of `message`.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var hash = MD5()
    unsafe message.withUnsafeBytes { unsafe hash.update($0) }
    return hash.finish()
  }

  private static func hexadecimal(_ digest: [UInt8]) -> String {
    digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Adds bytes to the message.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var rest = unsafe bytes
    if !waiting.isEmpty {
      let taken = min(64 - waiting.count, rest.count)
      unsafe waiting.append(contentsOf: rest.prefix(taken))
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(taken))
      guard waiting.count == 64 else { return }
      unsafe waiting.withUnsafeBytes { unsafe mix($0) }
      waiting.removeAll(keepingCapacity: true)
    }
    let whole = rest.count & ~63
    unsafe mix(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)))
    unsafe waiting.append(contentsOf: rest.dropFirst(whole))
  }

  /// The digest of all that was added, as 32 lower case hex digits.
  package consuming func hexadecimal() -> String { Self.hexadecimal(finish()) }

  private consuming func finish() -> [UInt8] {
    let bits = byteCount &* 8
    var tail: [UInt8] = [0x80] + [UInt8](repeating: 0, count: (119 - waiting.count) % 64)
    tail += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
    unsafe tail.withUnsafeBytes { unsafe update($0) }
    return (0..<16).map { UInt8(truncatingIfNeeded: state[$0 / 4] >> (8 * UInt32($0 % 4))) }
  }

  // MARK: - Blocks

  /// Mixes in whole blocks.
  private mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    for start in stride(from: 0, to: bytes.count, by: 64) {
      var block = Block(repeating: 0)
      for index in 0..<16 {
        unsafe block[index] = UInt32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self))
      }
      mix(block)
    }
  }

  private mutating func mix(_ block: Block) {
    var s = state
    for index in 0..<16 {
      Self.step(&s, s[3] ^ s[1] & (s[2] ^ s[3]), block[index], index, [7, 12, 17, 22])
    }
    for index in 0..<16 {
      Self.step(&s, s[2] ^ s[3] & (s[1] ^ s[2]), block[(5 * index + 1) & 15], 16 + index, [5, 9, 14, 20])
    }
    for index in 0..<16 {
      Self.step(&s, s[1] ^ s[2] ^ s[3], block[(3 * index + 5) & 15], 32 + index, [4, 11, 16, 23])
    }
    for index in 0..<16 {
      Self.step(&s, s[2] ^ (s[1] | ~s[3]), block[7 * index & 15], 48 + index, [6, 10, 15, 21])
    }
    for index in 0..<4 { state[index] &+= s[index] }
  }

  /// The parts of one step: the round's function of the state, a word of the block, a constant, a turn.
  @inline(__always)
  private static func step(
    _ s: inout InlineArray<4, UInt32>, _ value: UInt32, _ word: UInt32, _ number: Int, _ shifts: InlineArray<4, UInt32>
  ) {
    let sum = s[0] &+ value &+ table[number] &+ word
    let shift = shifts[number & 3]
    s = [s[3], s[1] &+ (sum &<< shift | sum &>> (32 &- shift)), s[1], s[2]]
  }

  private static let table: InlineArray<64, UInt32> = {
    var table = InlineArray<64, UInt32>(repeating: 0)
    for index in 0..<64 { table[index] = UInt32((sin(Double(index + 1)).magnitude * 4_294_967_296).rounded(.down)) }
    return table
  }()
}
