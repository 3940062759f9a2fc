/// Writes big-endian numbers; values out of range take the nearest that fits.
struct MetadataWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write<Number: FixedWidthInteger>(_ value: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Number(shift)))
    }
  }

  /// Writes `value` times `scale` as `Number`, rounded; NaN as zero.
  mutating func write<Number: FixedWidthInteger>(_ value: Double, scale: Double, as _: Number.Type) {
    let scaled = (value * scale).rounded()
    write(scaled.isNaN ? 0 : Number(exactly: min(max(scaled, Double(Number.min)), Double(Number.max))) ?? .max)
  }

  /// Writes a chromaticity as two 16-bit numbers in units of 1/`denominator`.
  mutating func write(_ point: Chromaticity, denominator: Double = 50000) {
    write(point.x, scale: denominator, as: UInt16.self)
    write(point.y, scale: denominator, as: UInt16.self)
  }
}
