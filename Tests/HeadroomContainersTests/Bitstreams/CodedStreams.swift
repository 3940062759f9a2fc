/// Small streams of HEVC and AV1, byte by byte.
enum CodedStreams {
  static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8).map { UInt8($0 > 57 ? $0 - 87 : $0 - 48) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// VPS, SPS and PPS of a picture of 64x64, 4:2:0, 8 bits, by x265.
  static let videoSet = bytes("40010c01ffff03700000030090000003000003001eba0240")
  static let sequenceSet = bytes("42010103700000030090000003000003001ea020810596eaae9ae6e021a0c08000000c80000003008462")
  static let pictureSet = bytes("4401c173c189")

  /// The body of the `hvcC` box with these sets.
  static let hevcRecord =
    bytes("0103700000009000000000001ef000fcfdf8f800000f03") + array(32, videoSet) + array(33, sequenceSet)
    + array(34, pictureSet)

  /// NAL units of one type, as a record has them.
  static func array(_ type: UInt8, _ unit: [UInt8]) -> [UInt8] {
    [0x80 | type, 0, 1, UInt8(unit.count >> 8), UInt8(unit.count & 255)] + unit
  }

  /// A unit behind its length of four bytes.
  static func framed(_ unit: [UInt8]) -> [UInt8] {
    [0, 0, UInt8(unit.count >> 8), UInt8(unit.count & 255)] + unit
  }

  /// A delimiter, and the sequence header of a still picture of 16x16 with 4:4:4 identity, full range, by libaom.
  static let delimiter = bytes("1200")
  static let av1Sequence = bytes("0a08380cfff940808024")
}
