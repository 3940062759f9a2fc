/// Reads big-endian numbers from the fixed layouts of HDR metadata; the caller has checked the length.
struct MetadataReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Takes the bytes of `block`, which must be exactly `length`.
  init(_ bytes: some Sequence<UInt8>, block: String, length: Int) throws(HDRMetadataError) {
    self.bytes = Array(bytes)
    guard self.bytes.count == length else {
      throw .wrongLength(block: block, expected: length, found: self.bytes.count)
    }
  }

  var remaining: Int { bytes.count - position }

  /// The next number; bytes past the end read as zero.
  mutating func read<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
    var value: Number = 0
    for _ in 0..<Number.bitWidth / 8 {
      let byte = position < bytes.count ? bytes[position] : 0
      value = value << 8 | Number(truncatingIfNeeded: byte)
      position += 1
    }
    return value
  }

  /// The next 16-bit number in units of `unit`.
  mutating func read16(unit: Double) -> Double { Double(read(UInt16.self)) * unit }

  /// The next 32-bit number in units of `unit`.
  mutating func read32(unit: Double) -> Double { Double(read(UInt32.self)) * unit }

  /// The next chromaticity, two 16-bit numbers in units of 1/`denominator`.
  mutating func readChromaticity(denominator: Double = 50000) -> Chromaticity {
    let x = Double(read(UInt16.self)) / denominator
    return Chromaticity(x: x, y: Double(read(UInt16.self)) / denominator)
  }
}

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
