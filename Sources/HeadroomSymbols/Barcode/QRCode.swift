/// How much of a QR symbol may be damaged: about 7, 15, 25 and 30 per cent.
package enum QRCorrection: Int, Sendable, CaseIterable {
  case low = 1
  case medium = 0
  case quartile = 3
  case high = 2

  package init?(letter: String) {
    guard let index = ["L", "M", "Q", "H"].firstIndex(of: letter) else { return nil }
    self = [.low, .medium, .quartile, .high][index]
  }
}

/// A QR symbol's size and the division of its codewords (ISO/IEC 18004, tables 1, 7 and 9).
package struct QRVersion: Sendable {
  /// 1...40.
  package let number: Int
  package let correction: QRCorrection

  /// The number of modules along a side.
  package var size: Int { 17 + 4 * number }

  /// Data and correction together.
  var codewordCount: Int {
    var modules = (16 * number + 128) * number + 64
    if number >= 2 {
      let alignments = number / 7 + 2
      modules -= (25 * alignments - 10) * alignments - 55
      if number >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  var blockCount: Int { Self.blockCounts[correction]?[number - 1] ?? 1 }
  /// The number of correction codewords of each block.
  package var correctionCount: Int { Self.correctionCounts[correction]?[number - 1] ?? 0 }
  var dataCount: Int { codewordCount - blockCount * correctionCount }
  /// The number of bits that hold the count of bytes.
  var lengthBits: Int { number < 10 ? 8 : 16 }

  /// The smallest symbol that holds a number of bytes; nil where none does.
  package init?(holding byteCount: Int, correction: QRCorrection) {
    let fitting = (1...40).lazy.map { QRVersion(number: $0, correction: correction) }
      .first { 4 + $0.lengthBits + 8 * byteCount <= 8 * $0.dataCount }
    guard let fitting else { return nil }
    self = fitting
  }

  package init(number: Int, correction: QRCorrection) {
    self.number = number
    self.correction = correction
  }

  /// Rows and columns of the centres of alignment patterns.
  var alignmentCentres: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
  }

  /// The centres of alignment patterns: where such rows and columns cross, except in the corners with the large
  /// patterns.
  package var alignmentPlaces: [(x: Int, y: Int)] {
    let (centres, last) = (alignmentCentres, size - 7)
    return centres.flatMap { y in centres.map { (x: $0, y: y) } }.filter { x, y in
      !(min(x, y) == 6 && (max(x, y) == 6 || max(x, y) == last))
    }
  }

  private static let correctionCounts: [QRCorrection: [Int]] = [
    .low: [
      7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    .medium: [
      10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28,
      28,
      28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ],
    .quartile: [
      13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30,
      30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    .high: [
      17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30,
      30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
  ]

  private static let blockCounts: [QRCorrection: [Int]] = [
    .low: [
      1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19,
      19,
      20, 21, 22, 24, 25,
    ],
    .medium: [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33,
      35,
      37, 38, 40, 43, 45, 47, 49,
    ],
    .quartile: [
      1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43,
      45,
      48, 51, 53, 56, 59, 62, 65, 68,
    ],
    .high: [
      1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51,
      54,
      57, 60, 63, 66, 70, 74, 77, 81,
    ],
  ]
}

/// Builds QR symbols (ISO/IEC 18004).
package enum QRCode {
  private static let field = ReedSolomon(polynomial: 0x11D, firstRoot: 0)

  /// Bytes as data codewords, without padding.
  package static func codewords(of message: [UInt8], in version: QRVersion) -> [Int] {
    var bits = BitString()
    bits.append(0b0100, count: 4)
    bits.append(message.count, count: version.lengthBits)
    for byte in message { bits.append(Int(byte), count: 8) }
    // The terminator is four zeros, or as many as there is room for.
    bits.append(0, count: min(4, 8 * version.dataCount - bits.count))
    bits.append(0, count: (8 - bits.count % 8) % 8)
    return bits.words(of: 8)
  }

  /// The symbol of data codewords, padded where they are too few.
  ///
  /// - Parameter mask: 0...7; nil chooses the one that is easiest to read.
  package static func symbol(of codewords: [Int], in version: QRVersion, mask: Int? = nil) -> BarcodeSymbol {
    let missing = max(version.dataCount - codewords.count, 0)
    let filled = codewords + (0..<missing).map { $0.isMultiple(of: 2) ? 0xEC : 0x11 }
    let bits = BitString(words: interleaved(filled, version), size: 8)
    let frame = QRFrame(version)
    let masks = mask.map { [$0] } ?? Array(0..<8)
    let candidates = masks.map { frame.symbol(of: bits, mask: $0) }
    return candidates.min { QRPenalty.of($0) < QRPenalty.of($1) } ?? frame.symbol(of: bits, mask: 0)
  }

  /// One codeword of each block in turn, data first; the last blocks have one data codeword more.
  private static func interleaved(_ data: [Int], _ version: QRVersion) -> [Int] {
    let (count, short) = (version.blockCount, version.dataCount / version.blockCount)
    let longBlocks = version.dataCount % count
    var blocks: [[Int]] = []
    var start = 0
    for block in 0..<count {
      let end = start + short + (block >= count - longBlocks ? 1 : 0)
      blocks.append(Array(data[start..<end]))
      start = end
    }
    let corrections = blocks.map { field.correction(of: $0, count: version.correctionCount) }
    let turns = (0...short).flatMap { turn in blocks.compactMap { turn < $0.count ? $0[turn] : nil } }
    return turns + (0..<version.correctionCount).flatMap { turn in corrections.map { $0[turn] } }
  }
}
