/// The layers of a stream of H.265, by its video parameter set (sections 7.3.2.1 and F.7.3.2.1): beside the pictures that
/// every decoder shows there may be those of another eye, of opacity or of depth.
package struct HEVCLayers: Hashable, Sendable {
  package let count: Int
  /// Whether some are other views.
  package private(set) var hasViews = false
  /// Whether some are auxiliary pictures: opacity or depth.
  package private(set) var hasAuxiliaries = false

  /// Reads the first video parameter set among NAL units; nil where there is none that can be read.
  package init?(_ units: [[UInt8]]) {
    guard let unit = units.first(where: { HEVCUnit.type($0) == HEVCUnit.videoParameterSet }) else { return nil }
    var bits = BitReader(HEVCUnit.withoutEmulationPrevention(unit.dropFirst(2)))
    bits.skip(4)
    let hasOwnBase = bits.flag()
    bits.skip(1)
    count = Int(bits.bits(6)) + 1
    let sublayers = Int(bits.bits(3))
    bits.skip(17)
    guard !bits.isExhausted else { return nil }
    if count > 1 { readExtension(&bits, hasOwnBase: hasOwnBase, sublayers: sublayers) }
  }

  /// As far as the kinds of scalability. Nothing behind it is needed, and before it only streams with a model of the
  /// decoder's buffer have what is not read here.
  private mutating func readExtension(_ bits: inout BitReader, hasOwnBase: Bool, sublayers: Int) {
    HEVCSequence.skipProfile(&bits, layers: sublayers)
    let first = bits.flag() ? 0 : sublayers
    for _ in first...sublayers { for _ in 0..<3 { _ = bits.unsignedGolomb() } }
    let layerCount = Int(bits.bits(6)) + 1
    let sets = bits.unsignedGolomb()
    guard sets < 1024 else { return }
    bits.skip(Int(sets) * layerCount)
    if bits.flag() {
      bits.skip(64)
      if bits.flag() { _ = bits.unsignedGolomb() }
      guard bits.unsignedGolomb() == 0 else { return }
    }
    guard bits.flag() else { return }
    bits.skipToByte()
    if hasOwnBase { HEVCSequence.skipProfile(&bits, layers: sublayers, isWhole: false) }
    bits.skip(1)
    let mask = bits.bits(16)
    guard !bits.isExhausted else { return }
    // Bit 0 depth, 1 views, 2 size or quality, 3 auxiliary pictures, counted from the first.
    (hasViews, hasAuxiliaries) = (mask & 0x4000 != 0, mask & 0x9000 != 0)
  }
}
