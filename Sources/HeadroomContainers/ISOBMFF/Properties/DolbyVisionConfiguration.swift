/// The record of a Dolby Vision stream (`dvcC` up to profile 7, `dvvC` 8 to 10, `dvwC` beyond).
///
/// ```
/// u8 major, u8 minor | u7 profile, u6 level, u1 RPU, u1 enhancement layer, u1 base layer | u4 compatibility, u28 0
/// 16 bytes 0
/// ```
package struct DolbyVisionConfiguration: Hashable, Sendable {
  /// The types of the box.
  package static let boxTypes: Set<FourCC> = ["dvcC", "dvvC", "dvwC"]

  package var profile: Int
  package var level: Int
  /// What the base layer is without the rest: 0 nothing, 1 HDR10, 2 SDR, 4 HLG.
  package var compatibility: Int
  package var hasRPU: Bool
  package var hasEnhancementLayer: Bool
  package var hasBaseLayer: Bool

  package init(
    profile: Int, level: Int, compatibility: Int, hasRPU: Bool, hasEnhancementLayer: Bool, hasBaseLayer: Bool
  ) {
    (self.profile, self.level, self.compatibility) = (profile, level, compatibility)
    (self.hasRPU, self.hasEnhancementLayer, self.hasBaseLayer) = (hasRPU, hasEnhancementLayer, hasBaseLayer)
  }

  /// Reads the payload of the box. Old records end before the compatibility, which is 0 then.
  package init(_ reader: inout ByteReader) throws(ImageIOError) {
    try reader.skip(2)
    let word = try reader.u16()
    let last = reader.isAtEnd ? 0 : try reader.u8()
    self.init(
      profile: Int(word >> 9), level: Int(word >> 3 & 63), compatibility: Int(last >> 4), hasRPU: word & 4 != 0,
      hasEnhancementLayer: word & 2 != 0, hasBaseLayer: word & 1 != 0)
  }
}
