/// The HDR entries of Apple's maker note.
///
/// ```
/// 'Apple iOS' 00 | 00 01 | 'MM' | u16 n | n x (u16 tag, u16 type, u32 count, u32 value or offset)
/// ```
/// Offsets count from the start of the maker note.
package struct AppleMakerNote: Hashable, Sendable {
  /// Tag 0x0021, HDRHeadroom. Not the headroom itself: see `AppleHeadroom`.
  package var headroom: Double?
  /// Tag 0x0030, HDRGain.
  package var gain: Double?

  private static let signature = Array("Apple iOS\0".utf8)
  private static let headroomTag: UInt16 = 0x0021
  private static let gainTag: UInt16 = 0x0030

  /// Reads a maker note; nil when it is another maker's or damaged.
  package init?(parsing bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature) else { return nil }
    var reader = ByteReader(FileBytes(bytes), part: "MakerNote")
    do throws(ImageIOError) {
      try reader.seek(to: Self.signature.count + 2)
      reader.byteOrder = try reader.u16() == 0x4949 ? .little : .big
      for _ in 0..<(try reader.u16()) {
        let (tag, type, count) = (try reader.u16(), try reader.u16(), try reader.u32())
        let offset = try reader.u32()
        guard type == 10 || type == 5, count == 1, tag == Self.headroomTag || tag == Self.gainTag else { continue }
        var value = reader
        try value.seek(to: Int(offset))
        let (numerator, denominator) = (try value.s32(), try value.s32())
        guard denominator != 0 else { continue }
        let number = Double(numerator) / Double(denominator)
        if tag == Self.headroomTag { headroom = number } else { gain = number }
      }
    } catch {
      // Fields read before the damage are kept.
    }
  }
}

extension EXIFBlock {
  /// Apple's maker note, when the block has one.
  package var appleMakerNote: AppleMakerNote? {
    exif[Tag.makerNote]?.opaqueBytes.flatMap(AppleMakerNote.init(parsing:))
  }
}
