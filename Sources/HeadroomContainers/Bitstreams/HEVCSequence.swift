package import HeadroomColor

/// The contents of a sequence parameter set of H.265 (section 7.3.2.2): the size of pictures, and their colour
/// where the VUI states it.
package struct HEVCSequence: Hashable, Sendable {
  /// Size of the coded picture, before cropping.
  package let codedWidth: Int
  package let codedHeight: Int
  /// Size of the picture that comes out.
  package let width: Int
  package let height: Int
  package let chromaFormat: UInt8
  package let lumaBits: Int
  /// Colour of the VUI; 2 where it states none.
  package private(set) var codePoints: CICP?
  /// The position of chroma samples in 4:2:0, numbered as in H.273: 0 left, 1 centre, 2 top left, 3 top, 4 bottom left,
  /// 5 bottom; nil where the VUI does not state it, which means left.
  package private(set) var chromaLocation: UInt8?

  /// Reads a NAL unit; nil when it is damaged.
  package init?(_ unit: [UInt8]) {
    guard HEVCUnit.type(unit) == HEVCUnit.sequenceParameterSet else { return nil }
    var bits = BitReader(HEVCUnit.withoutEmulationPrevention(unit.dropFirst(2)))
    bits.skip(4)
    let layers = Int(bits.bits(3))
    bits.skip(1)
    Self.skipProfile(&bits, layers: layers)
    _ = bits.unsignedGolomb()
    let format = bits.unsignedGolomb()
    guard format <= 3 else { return nil }
    chromaFormat = UInt8(format)
    let hasSeparatePlanes = format == 3 && bits.flag()
    let (codedWidth, codedHeight) = (bits.unsignedGolomb(), bits.unsignedGolomb())
    var crop = [UInt32](repeating: 0, count: 4)
    if bits.flag() { for index in 0..<4 { crop[index] = bits.unsignedGolomb() } }
    let (across, down): (UInt64, UInt64) = format == 1 ? (2, 2) : format == 2 ? (2, 1) : (1, 1)
    let cropWidth = (UInt64(crop[0]) + UInt64(crop[1])) * across
    let cropHeight = (UInt64(crop[2]) + UInt64(crop[3])) * down
    let bitsMinus8 = bits.unsignedGolomb()
    guard !bits.isExhausted, !hasSeparatePlanes, bitsMinus8 <= 8, cropWidth < codedWidth, cropHeight < codedHeight
    else { return nil }
    self.codedWidth = Int(codedWidth)
    self.codedHeight = Int(codedHeight)
    width = Int(codedWidth) - Int(cropWidth)
    height = Int(codedHeight) - Int(cropHeight)
    lumaBits = Int(bitsMinus8) + 8
    // A damaged rest only means that the colour is not known.
    readRest(&bits, layers: layers)
  }

  /// Skips profile, tier and level (section 7.3.3).
  ///
  /// - Parameter isWhole: false where it begins with the level.
  static func skipProfile(_ bits: inout BitReader, layers: Int, isWhole: Bool = true) {
    bits.skip((isWhole ? 88 : 0) + 8)
    var present: [(profile: Bool, level: Bool)] = []
    for _ in 0..<layers { present.append((bits.flag(), bits.flag())) }
    if layers > 0 { bits.skip(2 * (8 - layers)) }
    for layer in present { bits.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
  }

  // MARK: - Up to the VUI

  private mutating func readRest(_ bits: inout BitReader, layers: Int) {
    _ = bits.unsignedGolomb()
    guard let orderBits = Self.skipToReferenceSets(&bits, layers: layers), HEVCReferenceSet.list(&bits) != nil else {
      return
    }
    if bits.flag() {
      let count = bits.unsignedGolomb()
      guard count <= 32 else { return }
      bits.skip(Int(count) * (orderBits + 1))
    }
    bits.skip(2)
    if bits.flag() { readUsability(&bits) }
  }

  /// Skips what stands between the depths of codes and the sets of references.
  ///
  /// - Returns: the bits of a place in the order of showing; nil where that is damaged.
  static func skipToReferenceSets(_ bits: inout BitReader, layers: Int) -> Int? {
    let orderBits = Int(bits.unsignedGolomb()) + 4
    guard orderBits <= 16 else { return nil }
    let first = bits.flag() ? 0 : layers
    for _ in first...layers { for _ in 0..<3 { _ = bits.unsignedGolomb() } }
    for _ in 0..<6 { _ = bits.unsignedGolomb() }
    if bits.flag(), bits.flag() { skipScalingLists(&bits) }
    bits.skip(2)
    if bits.flag() {
      bits.skip(8)
      _ = bits.unsignedGolomb()
      _ = bits.unsignedGolomb()
      bits.skip(1)
    }
    return orderBits
  }

  private static func skipScalingLists(_ bits: inout BitReader) {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard bits.flag() else {
          _ = bits.unsignedGolomb()
          continue
        }
        if size > 1 { _ = bits.unsignedGolomb() }
        for _ in 0..<min(64, 1 << (4 + size << 1)) { _ = bits.unsignedGolomb() }
      }
    }
  }

  private mutating func readUsability(_ bits: inout BitReader) {
    if bits.flag(), bits.bits(8) == 255 { bits.skip(32) }
    if bits.flag() { bits.skip(1) }
    if bits.flag() {
      bits.skip(3)
      let isFullRange = bits.flag()
      var points = CICP(
        primaries: CICP.unspecified, transfer: CICP.unspecified, matrix: CICP.unspecified, fullRange: isFullRange)
      if bits.flag() {
        points.primaries = UInt8(truncatingIfNeeded: bits.bits(8))
        points.transfer = UInt8(truncatingIfNeeded: bits.bits(8))
        points.matrix = UInt8(truncatingIfNeeded: bits.bits(8))
      }
      if !bits.isExhausted { codePoints = points }
    }
    if bits.flag() {
      let place = bits.unsignedGolomb()
      _ = bits.unsignedGolomb()
      if !bits.isExhausted { chromaLocation = place <= 5 ? UInt8(place) : nil }
    }
  }
}
