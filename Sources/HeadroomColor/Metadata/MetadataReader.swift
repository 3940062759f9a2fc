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

  /// The next 32-bit number in units of `unit`.
  mutating func read32(unit: Double) -> Double { Double(read(UInt32.self)) * unit }

  /// The next chromaticity, two 16-bit numbers in units of 1/`denominator`.
  mutating func readChromaticity(denominator: Double = 50000) -> Chromaticity {
    let x = Double(read(UInt16.self)) / denominator
    return Chromaticity(x: x, y: Double(read(UInt16.self)) / denominator)
  }
}

extension MetadataReader {
  /// Takes a box body of `payload` bytes with or without the four bytes of version and flags in front: some writers
  /// make plain boxes of `ndwt` and `reve`.
  init(fullBoxBody: some Sequence<UInt8>, block: String, payload: Int) throws(HDRMetadataError) {
    let bytes = Array(fullBoxBody)
    if bytes.count == payload {
      try self.init(bytes, block: block, length: payload)
    } else {
      try self.init(bytes, block: block, length: payload + 4)
      _ = read(UInt32.self)
    }
  }
}
