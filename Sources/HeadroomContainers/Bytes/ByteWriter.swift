/// Collects bytes, numbers most significant byte first.
package struct ByteWriter: Sendable {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []

  package init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Number of bytes written.
  package var count: Int { bytes.count }

  package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Appends the bytes of a file in `range`, cut to the file, without another copy of them.
  package mutating func append(_ range: Range<Int>, of file: FileBytes) {
    let inside = range.clamped(to: 0..<file.count)
    unsafe file.withUnsafeBytes { unsafe bytes.append(contentsOf: $0[inside]) }
  }

  package mutating func u8(_ value: UInt8) { bytes.append(value) }
  package mutating func u16(_ value: UInt16) { bytes.append(contentsOf: [UInt8(value >> 8), UInt8(value & 0xFF)]) }
  package mutating func u32(_ value: UInt32) {
    u16(UInt16(truncatingIfNeeded: value >> 16))
    u16(UInt16(truncatingIfNeeded: value))
  }
  package mutating func u64(_ value: UInt64) {
    u32(UInt32(truncatingIfNeeded: value >> 32))
    u32(UInt32(truncatingIfNeeded: value))
  }

  /// Overwrites bytes written before, from `offset` on.
  package mutating func replace(at offset: Int, with newBytes: [UInt8]) {
    bytes.replaceSubrange(offset..<offset + newBytes.count, with: newBytes)
  }
}
