internal import HeadroomContainers

extension JPEGXL {
  /// Reads the fields of codestream headers: bits from the least significant one of each byte on (18181-1 annex B).
  struct BitReader: Sendable {
    private let bytes: [UInt8]
    /// Bits read.
    private(set) var position = 0
    /// Whether fields lay beyond the end; they read as 0.
    private(set) var isOverrun = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func bits(_ count: Int) -> UInt32 {
      var value: UInt32 = 0
      for bit in 0..<count {
        guard position < bytes.count * 8 else {
          isOverrun = true
          return value
        }
        value |= UInt32(bytes[position / 8] >> UInt8(position % 8) & 1) << UInt32(bit)
        position += 1
      }
      return value
    }

    mutating func bool() -> Bool { bits(1) == 1 }

    /// U32 of four ranges, chosen with two bits.
    mutating func u32(_ ranges: [(bits: Int, offset: UInt32)]) -> UInt32 {
      let range = ranges[Int(bits(2))]
      return range.offset + bits(range.bits)
    }

    mutating func enumerated() -> UInt32 { u32(FieldRanges.enumerated) }

    /// A chromaticity coordinate in millionths; the sign is the last bit.
    mutating func coordinate() -> Double {
      let packed = u32(FieldRanges.coordinate)
      let magnitude = Int32(packed >> 1)
      return Double(packed & 1 == 0 ? magnitude : -magnitude - 1) / 1e6
    }
  }

  /// Writes the fields that ``BitReader`` reads.
  struct BitWriter: Sendable {
    /// The bytes; the last is filled up with zeros.
    private(set) var bytes: [UInt8] = []
    /// Bits written.
    private(set) var count = 0

    mutating func bits(_ value: UInt32, _ count: Int) {
      for bit in 0..<count {
        if self.count % 8 == 0 { bytes.append(0) }
        bytes[self.count / 8] |= UInt8(value >> UInt32(bit) & 1) << UInt8(self.count % 8)
        self.count += 1
      }
    }

    mutating func bool(_ value: Bool) { bits(value ? 1 : 0, 1) }

    /// The first range that holds the value. The ranges used here hold every value that is written.
    mutating func u32(_ value: UInt32, _ ranges: [(bits: Int, offset: UInt32)]) {
      let index = ranges.firstIndex { value >= $0.offset && UInt64(value - $0.offset) < UInt64(1) << UInt64($0.bits) }
      guard let index else { preconditionFailure("\(value) is in none of the ranges") }
      bits(UInt32(index), 2)
      bits(value - ranges[index].offset, ranges[index].bits)
    }

    mutating func enumerated(_ value: UInt32) { u32(value, FieldRanges.enumerated) }

    /// - Parameter value: within ±2.
    mutating func coordinate(_ value: Double) {
      let millionths = Int32(max(-2e6, min(value * 1e6, 2e6)).rounded())
      let packed = millionths >= 0 ? UInt32(millionths) << 1 : (UInt32(-(millionths + 1)) << 1 | 1)
      u32(packed, FieldRanges.coordinate)
    }
  }

  private enum FieldRanges {
    static let enumerated: [(bits: Int, offset: UInt32)] = [(0, 0), (0, 1), (4, 2), (6, 18)]
    static let coordinate: [(bits: Int, offset: UInt32)] = [(19, 0), (19, 524_288), (20, 1_048_576), (21, 2_097_152)]
  }
}
