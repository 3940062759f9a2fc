/// The record of an `hvcC` box, of items and of sample entries: parameter sets and how NAL units are framed (ISO/IEC 14496-15
/// section 8.3.3).
///
/// ```
/// u8 1 | u8 profile | u32 compatibility | 48 bits constraints | u8 level | u16 segmentation | u8 parallelism
/// u8 0xFC|chroma | u8 0xF8|luma bits - 8 | u8 0xF8|chroma bits - 8 | u16 frame rate | u8 ...|length size - 1
/// u8 arrays, each: u8 0x80|NAL type, u16 count, each: u16 length, NAL unit
/// ```
package struct HEVCConfiguration: Hashable, Sendable {
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  package let chromaFormat: UInt8
  package let lumaBits: Int
  package let chromaBits: Int
  /// Bytes of the length before each NAL unit of the item or sample: 1, 2 or 4.
  package let lengthSize: Int
  /// VPS, SPS, PPS and SEI units in file order.
  package let units: [[UInt8]]
  /// The first sequence parameter set, when it can be read. The tiles of a picture share the record, and each asks for it.
  package let sequence: HEVCSequence?

  package init(_ reader: inout ByteReader) throws(ImageIOError) {
    let start = reader.position
    guard try reader.u8() == 1 else {
      throw .unsupported(part: reader.part, text: "a configuration of this version is not known")
    }
    try reader.skip(15)
    chromaFormat = try reader.u8() & 3
    lumaBits = Int(try reader.u8() & 7) + 8
    chromaBits = Int(try reader.u8() & 7) + 8
    try reader.skip(2)
    lengthSize = Int(try reader.u8() & 3) + 1
    guard lengthSize != 3 else {
      throw .malformed(part: reader.part, text: "NAL unit lengths of 3 bytes are not allowed", offset: start)
    }
    var units: [[UInt8]] = []
    for _ in 0..<(try reader.u8()) {
      try reader.skip(1)
      for _ in 0..<(try reader.u16()) {
        let length = Int(try reader.u16())
        units.append(try reader.take(length))
      }
    }
    self.units = units
    let sets = units.lazy.filter { HEVCUnit.type($0) == HEVCUnit.sequenceParameterSet }
    sequence = sets.compactMap(HEVCSequence.init).first
  }
}
