internal import HeadroomColor
internal import HeadroomTestSupport
internal import Testing

@Suite("Gain map metadata as bytes")
struct GainMapMetadataTests {
  /// formats.md 8.1 and 8.2.
  static let sdrBase = bytes(
    """
    0000 0000 40 00000000 00000001 00000002 00000001 00000000 00000001 00000002 00000001 00000001 00000001
    00000001 00000040 00000001 00000040
    """)
  static let hdrBase = bytes(
    """
    0000 0000 40 00000003 00000001 00000000 00000001 ffffffff 00000002 00000003 00000001 00000001 00000001
    00000001 00000040 00000001 00000040
    """)

  static func bytes(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue ?? 0) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  @Test("The reference payloads are written byte for byte")
  func writes() throws {
    let sdr = GainMapMetadata(alternateHeadroom: 2, max: 2)
    #expect(sdr.serialized() == Self.sdrBase)
    #expect(sdr.serializedTmap() == [0] + Self.sdrBase)
    let hdr = GainMapMetadata(baseHeadroom: 3, alternateHeadroom: 0, min: -0.5, max: 3)
    #expect(hdr.serialized() == Self.hdrBase)
    #expect(hdr.isBaseHDR)
    #expect(hdr.contentHeadroom == 8)
  }

  @Test("The reference payloads are read")
  func reads() throws {
    #expect(try GainMapMetadata(parsing: Self.sdrBase) == GainMapMetadata(alternateHeadroom: 2, max: 2))
    #expect(
      try GainMapMetadata(parsingTmap: [0] + Self.hdrBase)
        == .init(
          baseHeadroom: 3, alternateHeadroom: 0, min: -0.5, max: 3))
    // Indices of a slice need not start at 0.
    #expect(try GainMapMetadata(parsing: ([1, 2, 3] + Self.sdrBase)[3...]).alternateHeadroom == 2)
  }

  @Test("Bytes behind the last field are ignored, newer writers are taken, newer readers are not")
  func versions() throws {
    var payload = Self.sdrBase + [1, 2, 3]
    #expect(try GainMapMetadata(parsing: payload).alternateHeadroom == 2)
    payload[3] = 1
    #expect(try GainMapMetadata(parsing: payload).alternateHeadroom == 2)
    payload[1] = 1
    #expect(throws: GainMapError.unsupportedVersion(minimum: 1)) { try GainMapMetadata(parsing: payload) }
    #expect(throws: GainMapError.unsupportedItemVersion(1)) { try GainMapMetadata(parsingTmap: [1] + Self.sdrBase) }
    #expect(throws: GainMapError.truncated(offset: 0, needed: 1, available: 0)) {
      try GainMapMetadata(parsingTmap: [])
    }
  }

  @Test("Every prefix is an error")
  func prefixes() {
    for count in 0..<Self.sdrBase.count {
      #expect(throws: GainMapError.self) { try GainMapMetadata(parsing: Self.sdrBase[..<count]) }
    }
  }

  @Test("Fractions without a value, gamma 0 and inverted ranges are errors that say where")
  func badValues() {
    func patched(_ offset: Int, _ word: [UInt8]) -> [UInt8] {
      var payload = Self.sdrBase
      payload.replaceSubrange(offset..<offset + word.count, with: word)
      return payload
    }
    #expect(throws: GainMapError.zeroDenominator(field: .baseHeadroom, channel: 0, offset: 9)) {
      try GainMapMetadata(parsing: patched(9, [0, 0, 0, 0]))
    }
    #expect(throws: GainMapError.zeroDenominator(field: .alternateOffset, channel: 0, offset: 57)) {
      try GainMapMetadata(parsing: patched(57, [0, 0, 0, 0]))
    }
    #expect(throws: GainMapError.nonPositiveGamma(channel: 0, value: 0)) {
      try GainMapMetadata(parsing: patched(37, [0, 0, 0, 0]))
    }
    #expect(throws: GainMapError.invertedRange(channel: 0, min: 0, max: -1)) {
      try GainMapMetadata(parsing: patched(29, [255, 255, 255, 255]))
    }
    #expect(throws: GainMapError.outOfRange(field: .gainMax, channel: 0, value: 65, limit: 64)) {
      try GainMapMetadata(parsing: patched(29, [0, 0, 0, 65]))
    }
    #expect(throws: GainMapError.outOfRange(field: .alternateHeadroom, channel: 0, value: 65, limit: 64)) {
      try GainMapMetadata(parsing: patched(13, [0, 0, 0, 65]))
    }
    #expect(throws: GainMapError.outOfRange(field: .baseOffset, channel: 0, value: -1001, limit: 1000)) {
      try GainMapMetadata(parsing: patched(45, [255, 255, 0xFC, 0x17, 0, 0, 0, 1]))
    }
  }

  @Test("libultrahdr's form with one denominator is read, a full-size payload with its bit is not taken for it")
  func commonDenominator() throws {
    let payload = Self.bytes(
      "0000 0000 0c 000003e8 00000000 00000514 00000000 00000514 000003e8 00000010 00000010")
    let metadata = try GainMapMetadata(parsing: payload)
    #expect(metadata.alternateHeadroom == 1.3)
    #expect(metadata.max == SIMD3(repeating: 1.3))
    #expect(metadata.gamma == SIMD3(repeating: 1))
    #expect(metadata.baseOffset == SIMD3(repeating: 0.016))
    #expect(!metadata.useBaseColorSpace)
    var reserved = Self.sdrBase
    reserved[4] = 0x4F
    #expect(try GainMapMetadata(parsing: reserved) == GainMapMetadata(alternateHeadroom: 2, max: 2))
    var zero = payload
    zero.replaceSubrange(5..<9, with: [0, 0, 0, 0])
    #expect(throws: GainMapError.zeroDenominator(field: .commonDenominator, channel: 0, offset: 5)) {
      try GainMapMetadata(parsing: zero)
    }
  }

  @Test("What is written reads back")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      func random(_ range: ClosedRange<Double>) -> SIMD3<Double> { .random(in: range, using: &generator) }
      let min = random(-8...2)
      let metadata = GainMapMetadata(
        baseHeadroom: .random(in: 0...4, using: &generator), alternateHeadroom: .random(in: 0...6, using: &generator),
        min: min, max: min + random(0...8), gamma: random(0.1...5), baseOffset: random(-0.1...0.1),
        alternateOffset: random(-0.1...0.1), useBaseColorSpace: Bool.random(using: &generator))
      #expect(metadata.serialized().count == 141)
      let read = try GainMapMetadata(parsing: metadata.serialized())
      #expect(isClose(read.min, metadata.min, 1e-9))
      #expect(isClose(read.max, metadata.max, 1e-9))
      #expect(isClose(read.gamma, metadata.gamma, 1e-9))
      #expect(isClose(read.baseOffset, metadata.baseOffset, 1e-9))
      #expect(isClose(read.alternateOffset, metadata.alternateOffset, 1e-9))
      #expect(isClose(read.baseHeadroom, metadata.baseHeadroom, 1e-9))
      #expect(read.useBaseColorSpace == metadata.useBaseColorSpace)
    }
  }

  @Test("Values that no fraction holds saturate and are no trap")
  func saturates() {
    let metadata = GainMapMetadata(
      baseHeadroom: -1, alternateHeadroom: .infinity, min: -.infinity, max: .nan, gamma: 1e300, baseOffset: 1e-300,
      alternateOffset: -0.0)
    #expect(metadata.serialized().count == 61)
    #expect(throws: GainMapError.self) { try metadata.validate() }
  }

  @Test(
    "A gamma that could not be written again is refused",
    arguments: [[0, 0, 0, 1, 255, 255, 255, 255], [255, 0, 0, 0, 0, 0, 0, 1]])
  func extremeGamma(fraction: [UInt8]) throws {
    // Fractions of files may have 32 bits; those that are written have 31, and 1 / (2^32 - 1) would become 0.
    var payload = Self.sdrBase
    payload.replaceSubrange(37..<45, with: fraction)
    #expect(throws: GainMapError.self) { try GainMapMetadata(parsing: payload) }
    let smallest = GainMapMetadata(alternateHeadroom: 1, max: 1, gamma: 1e-9)
    #expect(try GainMapMetadata(parsing: smallest.serialized()).gamma.x == 1e-9)
  }

  @Test("Damaged payloads give a value or an error")
  func mutations() {
    var generator = SeededGenerator(seed: 6)
    let multi = GainMapMetadata(
      baseHeadroom: 0, alternateHeadroom: 2, min: .zero, max: SIMD3(1, 2, 3), gamma: SIMD3(1, 2, 3),
      baseOffset: .zero, alternateOffset: .zero)
    for seed in [Self.sdrBase, Self.hdrBase, multi.serialized()] {
      for _ in 0..<20000 {
        var payload = seed
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          payload[Int.random(in: 0..<payload.count, using: &generator)] = .random(in: 0...255, using: &generator)
        }
        payload.removeLast(
          Int.random(in: 0...2, using: &generator) == 0 ? Int.random(in: 0...60, using: &generator) : 0)
        guard let metadata = try? GainMapMetadata(parsing: payload) else { continue }
        let result = metadata.apply(
          base: SIMD3(0, 0.5, 1), gain: SIMD3(0, 0.5, 1), weight: metadata.weight(displayHeadroomStops: 2))
        #expect(result.sum().isFinite)
        #expect((try? GainMapMetadata(parsing: metadata.serialized())) != nil || metadata.gamma.min() < 1e-9)
      }
    }
  }
}
