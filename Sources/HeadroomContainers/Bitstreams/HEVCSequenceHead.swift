/// What a sequence parameter set of H.265 begins with, up to the depths of codes.
struct HEVCSequenceHead {
  /// Temporal layers beside the lowest.
  let layers: Int
  let id: UInt32
  let hasSeparatePlanes: Bool

  /// Reads on from the start of the NAL unit, without emulation prevention.
  init(_ bits: inout BitReader) {
    bits.skip(16 + 4)
    layers = Int(bits.bits(3))
    bits.skip(1)
    HEVCSequence.skipProfile(&bits, layers: layers)
    id = bits.unsignedGolomb()
    hasSeparatePlanes = bits.unsignedGolomb() == 3 && bits.flag()
    for _ in 0..<2 { _ = bits.unsignedGolomb() }
    if bits.flag() { for _ in 0..<4 { _ = bits.unsignedGolomb() } }
    for _ in 0..<2 { _ = bits.unsignedGolomb() }
  }
}
