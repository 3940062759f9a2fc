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

  /// An Exp-Golomb number.
  private static func golomb(_ value: UInt8) -> String {
    let bits = String(Int(value) + 1, radix: 2)
    return String(repeating: "0", count: bits.count - 1) + bits
  }

  /// A sequence parameter set of 16x16, 4:2:0, whose VUI says nothing but where chroma lies.
  static func sequenceSet(chromaLocation place: UInt8) -> [UInt8] {
    // Video set, layers, nesting; profile and level.
    var bits = "00000001" + String(repeating: "1", count: 96)
    // Set, chroma format, width, height, no window, depths, order count; one layer's buffers.
    bits += [0, 1, 16, 16].map(golomb).joined() + "0" + "111" + "1" + "111"
    // Block sizes; neither scaling lists, partitions, offsets, nor PCM; no reference sets, no others; the VUI.
    bits += "111111" + "0" + "00" + "0" + "1" + "0" + "00" + "1"
    bits += "000" + "1" + golomb(place) + golomb(place) + "1"
    bits += String(repeating: "0", count: (8 - bits.count % 8) % 8)
    let body = stride(from: 0, to: bits.count, by: 8).map { start in
      UInt8(bits.dropFirst(start).prefix(8), radix: 2) ?? 0
    }
    return [0x42, 0x01] + body
  }

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
