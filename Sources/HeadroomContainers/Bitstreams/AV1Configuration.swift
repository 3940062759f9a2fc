package import HeadroomColor

/// The record of an `av1C` box, of items and of sample entries: a summary of the sequence header, and the header itself
/// (AV1 in ISOBMFF section 2.3).
///
/// ```
/// u8 0x81 | u3 profile u5 level | u1 tier u1 high_bitdepth u1 twelve_bit u1 mono u1 sub_x u1 sub_y u2 position
/// u8 presentation delay | OBUs
/// ```
package struct AV1Configuration: Hashable, Sendable {
  package let bits: Int
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  package let chromaFormat: UInt8
  /// The sequence header of the OBUs, when there is one that can be read.
  package let sequence: AV1Sequence?
  /// The contents of the metadata OBUs.
  package let metadata: HDRMetadata

  package init(_ reader: inout ByteReader) throws(ImageIOError) {
    let start = reader.position
    guard try reader.u8() == 0x81 else {
      throw .malformed(part: reader.part, text: "no AV1 configuration of version 1", offset: start)
    }
    try reader.skip(1)
    let flags = try reader.u8()
    try reader.skip(1)
    let isDeep = flags & 0x40 != 0
    bits = isDeep ? (flags & 0x20 != 0 ? 12 : 10) : 8
    let isMonochrome = flags & 0x10 != 0
    chromaFormat = isMonochrome ? 0 : flags & 0x08 == 0 ? 3 : flags & 0x04 == 0 ? 2 : 1
    let units = reader.rest
    sequence = AV1Sequence(in: units)
    metadata = CodedStreamMetadata.av1(units)
  }
}
