/// The decoder configuration of an AV1 picture: the body of an `av1C` box (AV1-ISOBMFF, 2.3).
///
/// ```
/// u8 81   u8 profile (3), level (5)
/// u8 tier (1), more than 8 bits (1), 12 bits (1), monochrome (1), chroma halved across (1), down (1), position (2)
/// u8 0
/// ```
package struct AV1ConfigurationRecord: Sendable {
  package let bytes: [UInt8]
  /// The temporal unit without its delimiter, as stored in items.
  package let itemData: [UInt8]
  /// `seq_profile`: 0 Main, 1 High, 2 Professional.
  package let profile: UInt8
  /// `seq_level_idx`.
  package let level: UInt8

  /// - Parameters:
  ///   - temporalUnit: the encoder's output for a still picture with the short header.
  ///   - chromaFormat: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  ///   - chromaPosition: `chroma_sample_position`: 0 unknown, 1 left, 2 top left.
  package init(
    temporalUnit: [UInt8], chromaFormat: UInt8, bitDepth: Int, chromaPosition: UInt8
  ) throws(ImageIOError) {
    let units = Array(AV1Units(temporalUnit))
    guard units.reduce(0, { $0 + $1.whole.count }) == temporalUnit.count else {
      throw .internalError("the AV1 encoder gave a unit that is cut")
    }
    guard let sequence = units.first(where: { $0.type == AV1Units.sequenceHeader }), sequence.payload.count >= 2 else {
      throw .internalError("the AV1 encoder gave no sequence header")
    }
    // Profile (3), still picture (1), short header (1), level (5).
    let first = sequence.payload[sequence.payload.startIndex]
    let second = sequence.payload[sequence.payload.startIndex + 1]
    guard first & 0x18 == 0x18 else { throw .internalError("the AV1 encoder did not write a still picture") }
    profile = first >> 5
    level = (first & 0x07) << 2 | second >> 6
    var flags: UInt8 = bitDepth > 8 ? 0x40 : 0
    if bitDepth == 12 { flags |= 0x20 }
    if chromaFormat == 0 { flags |= 0x10 }
    if chromaFormat < 3 { flags |= 0x08 }
    if chromaFormat < 2 { flags |= 0x04 }
    if chromaFormat == 1 { flags |= chromaPosition & 0x03 }
    bytes = [0x81, profile << 5 | level, flags, 0]
    itemData = units.filter { $0.type != AV1Units.temporalDelimiter }.flatMap { Array($0.whole) }
  }
}
