/// Bytes being written, numbers in big-endian order.
struct BigEndianBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ more: [UInt8]) { bytes += more }

  mutating func append(_ value: UInt32) {
    for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func append(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  /// An `s15Fixed16Number`; saturates, NaN becomes 0.
  mutating func append(fixed value: Double) { append(Self.fixed(value)) }

  static func fixed(_ value: Double) -> UInt32 {
    let scaled = value.isNaN ? 0 : (value * 65536).rounded()
    return UInt32(bitPattern: Int32(min(max(scaled, Double(Int32.min)), Double(Int32.max))))
  }

  mutating func append(xyz: SIMD3<Double>) {
    append(fixed: xyz.x)
    append(fixed: xyz.y)
    append(fixed: xyz.z)
  }

  /// A number 0...1 in 16 bits; saturates, NaN becomes 0.
  mutating func append(unit value: Double) {
    append(UInt16((min(max(value.isNaN ? 0 : value, 0), 1) * 65535).rounded()))
  }

  mutating func pad(to multiple: Int) {
    while bytes.count % multiple != 0 { bytes.append(0) }
  }
}
