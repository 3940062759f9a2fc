package import HeadroomColor

/// The contents of a sequence header of AV1 (AV1 specification section 5.5).
package struct AV1Sequence: Hashable, Sendable {
  /// Largest size of a frame.
  package private(set) var width = 0
  package private(set) var height = 0
  package private(set) var bits = 8
  package private(set) var chromaFormat: UInt8 = 1
  package private(set) var codePoints = CICP(
    primaries: CICP.unspecified, transfer: CICP.unspecified, matrix: CICP.unspecified, fullRange: false)
  /// The position of chroma samples, numbered as in H.273: 0 left, 2 top left; nil where the header does not state it.
  package private(set) var chromaLocation: UInt8?

  /// Reads the first sequence header among OBUs; nil when there is none that can be read.
  package init?(in units: [UInt8]) {
    guard let header = AV1Units(units).first(where: { $0.type == AV1Units.sequenceHeader }) else { return nil }
    self.init(payload: Array(header.payload))
  }

  private init?(payload: [UInt8]) {
    var bits = BitReader(payload)
    let profile = bits.bits(3)
    bits.skip(1)
    let isReduced = bits.flag()
    if isReduced {
      bits.skip(5)
    } else {
      Self.skipOperatingPoints(&bits)
    }
    let (widthBits, heightBits) = (Int(bits.bits(4)) + 1, Int(bits.bits(4)) + 1)
    width = Int(bits.bits(widthBits)) + 1
    height = Int(bits.bits(heightBits)) + 1
    if !isReduced, bits.flag() { bits.skip(7) }
    bits.skip(3)
    if !isReduced { Self.skipTools(&bits) }
    bits.skip(3)
    readColor(&bits, profile: profile)
    guard !bits.isExhausted else { return nil }
  }

  private static func skipOperatingPoints(_ bits: inout BitReader) {
    var hasModel = false
    var delayBits = 0
    if bits.flag() {
      bits.skip(64)
      if bits.flag() { _ = bits.variableLength() }
      hasModel = bits.flag()
      if hasModel {
        delayBits = Int(bits.bits(5)) + 1
        bits.skip(42)
      }
    }
    let hasDelays = bits.flag()
    for _ in 0...bits.bits(5) {
      bits.skip(12)
      if bits.bits(5) > 7 { bits.skip(1) }
      if hasModel, bits.flag() { bits.skip(2 * delayBits + 1) }
      if hasDelays, bits.flag() { bits.skip(4) }
    }
  }

  private static func skipTools(_ bits: inout BitReader) {
    bits.skip(4)
    let hasOrderHint = bits.flag()
    if hasOrderHint { bits.skip(2) }
    let choosesContentTools = bits.flag()
    let forcesContentTools = choosesContentTools ? 2 : bits.bits(1)
    if forcesContentTools > 0 {
      let choosesMotion = bits.flag()
      if !choosesMotion { bits.skip(1) }
    }
    if hasOrderHint { bits.skip(3) }
  }

  private mutating func readColor(_ bits: inout BitReader, profile: UInt32) {
    let isDeep = bits.flag()
    self.bits = profile == 2 && isDeep ? (bits.flag() ? 12 : 10) : isDeep ? 10 : 8
    let isMonochrome = profile != 1 && bits.flag()
    if bits.flag() {
      codePoints.primaries = UInt8(truncatingIfNeeded: bits.bits(8))
      codePoints.transfer = UInt8(truncatingIfNeeded: bits.bits(8))
      codePoints.matrix = UInt8(truncatingIfNeeded: bits.bits(8))
    }
    if isMonochrome {
      codePoints.fullRange = bits.flag()
      chromaFormat = 0
      return
    }
    if codePoints.primaries == 1, codePoints.transfer == 13, codePoints.matrix == 0 {
      codePoints.fullRange = true
      chromaFormat = 3
      return
    }
    codePoints.fullRange = bits.flag()
    var (acrossHalved, downHalved) = (profile == 0, profile == 0)
    if profile == 2 {
      acrossHalved = self.bits < 12 || bits.flag()
      downHalved = self.bits == 12 && acrossHalved && bits.flag()
    }
    chromaFormat = acrossHalved ? (downHalved ? 1 : 2) : 3
    if acrossHalved, downHalved {
      let position = bits.bits(2)
      chromaLocation = position == 1 ? 0 : position == 2 ? 2 : nil
    }
  }
}
