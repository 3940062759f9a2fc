/// The decoder configuration of a HEVC picture: the body of an `hvcC` box (ISO/IEC 14496-15, 8.3.3).
///
/// ```
/// u8 1                          u8 profile space (2), tier (1), profile (5)
/// u32 compatibility flags       6 bytes constraint flags       u8 level
/// u16 F000  u8 FC  u8 FC|chroma format  u8 F8|depth-8  u8 F8|depth-8  u16 0  u8 layers, length size
/// u8 arrays; each: u8 80|type  u16 count  each: u16 length, NAL unit
/// ```
package struct HEVCConfigurationRecord: Sendable {
  package let bytes: [UInt8]
  /// `general_profile_idc`: 1 Main, 2 Main 10, 3 Main Still Picture, 4 format range extensions.
  package let profile: UInt8
  /// `general_level_idc`: 30 times the level.
  package let level: UInt8

  /// - Parameters:
  ///   - parameterSets: NAL units, each after a length of four bytes.
  ///   - chromaFormat: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  package init(parameterSets: [UInt8], chromaFormat: UInt8, bitDepth: Int) throws(ImageIOError) {
    let units = try Self.units(parameterSets)
    guard let sequence = units.first(where: { HEVCUnit.type($0) == HEVCUnit.sequenceParameterSet }) else {
      throw .internalError("the HEVC encoder gave no sequence parameter set")
    }
    // NAL header (2), parameter set id and layers (1), then profile, tier and level (12).
    let plain = HEVCUnit.withoutEmulationPrevention(sequence)
    guard plain.count >= 15 else {
      throw .internalError("the HEVC encoder gave a sequence parameter set that is too short")
    }
    var out = ByteWriter()
    out.u8(1)
    out.append(plain[3..<15])
    out.append([0xF0, 0x00, 0xFC, 0xFC | chromaFormat])
    let depth = 0xF8 | UInt8(truncatingIfNeeded: bitDepth - 8)
    // One temporal layer, nested; lengths of four bytes.
    out.append([depth, depth, 0, 0, 1 << 3 | 1 << 2 | 3])
    let types = [HEVCUnit.videoParameterSet, HEVCUnit.sequenceParameterSet, HEVCUnit.pictureParameterSet]
    let groups = types.map { type in units.filter { HEVCUnit.type($0) == type } }
    out.u8(UInt8(groups.count { !$0.isEmpty }))
    for (type, group) in zip(types, groups) where !group.isEmpty {
      out.u8(0x80 | type)
      out.u16(UInt16(group.count))
      for unit in group {
        out.u16(UInt16(truncatingIfNeeded: unit.count))
        out.append(unit)
      }
    }
    bytes = out.bytes
    profile = plain[3] & 0x1F
    level = plain[14]
  }

  private static func units(_ bytes: [UInt8]) throws(ImageIOError) -> [ArraySlice<UInt8>] {
    var units: [ArraySlice<UInt8>] = []
    var position = 0
    while position < bytes.count {
      guard position + 4 <= bytes.count else {
        throw .internalError("the HEVC encoder gave a NAL unit without a length")
      }
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - position - 4 else {
        throw .internalError("the HEVC encoder gave a NAL unit that is cut")
      }
      units.append(bytes[position + 4..<position + 4 + length])
      position += 4 + length
    }
    return units
  }
}
