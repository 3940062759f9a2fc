internal import HeadroomContainers

/// The decoder configuration of an AV1 picture: the body of an `av1C` box (AV1-ISOBMFF, 2.3).
///
/// ```
/// u8 81   u8 profile (3), level (5)
/// u8 tier (1), more than 8 bits (1), 12 bits (1), monochrome (1), chroma halved across (1), down (1), position (2)
/// u8 0
/// ```
struct AV1ConfigurationRecord: Sendable {
  let bytes: [UInt8]
  /// The temporal unit without its delimiter, as items hold it.
  let itemData: [UInt8]
  /// `seq_profile`: 0 Main, 1 High, 2 Professional.
  let profile: UInt8
  /// `seq_level_idx`.
  let level: UInt8

  init(
    temporalUnit: [UInt8], subsampling: YCbCrPlanes.Subsampling, bitDepth: Int, chromaPosition: UInt8
  ) throws(ImageIOError) {
    let units = try Self.units(temporalUnit)
    guard let sequence = units.first(where: { $0.type == 1 }), sequence.payload.count >= 2 else {
      throw .internalError("libaom gave no sequence header")
    }
    // Profile (3), still picture (1), short header (1), level (5).
    let first = sequence.payload[sequence.payload.startIndex]
    let second = sequence.payload[sequence.payload.startIndex + 1]
    guard first & 0x18 == 0x18 else { throw .internalError("libaom did not write a still picture") }
    profile = first >> 5
    level = (first & 0x07) << 2 | second >> 6
    let isMonochrome = subsampling == .monochrome
    var flags: UInt8 = bitDepth > 8 ? 0x40 : 0
    if bitDepth == 12 { flags |= 0x20 }
    if isMonochrome { flags |= 0x10 }
    if isMonochrome || subsampling.horizontal == 2 { flags |= 0x08 }
    if isMonochrome || subsampling.vertical == 2 { flags |= 0x04 }
    if subsampling == .quarter { flags |= chromaPosition & 0x03 }
    bytes = [0x81, profile << 5 | level, flags, 0]
    itemData = units.filter { $0.type != 2 }.flatMap { Array($0.whole) }
  }

  private typealias Unit = (type: UInt8, whole: ArraySlice<UInt8>, payload: ArraySlice<UInt8>)

  /// The open bitstream units: type (4 bits of the first byte), a size in base 128, and the payload.
  private static func units(_ bytes: [UInt8]) throws(ImageIOError) -> [Unit] {
    var units: [Unit] = []
    var position = 0
    while position < bytes.count {
      let start = position
      let header = bytes[position]
      position += header & 0x04 != 0 ? 2 : 1
      guard header & 0x02 != 0 else { throw .internalError("libaom gave a unit without a size") }
      var (size, shift) = (0, 0)
      while true {
        guard position < bytes.count, shift < 56 else { throw .internalError("libaom gave a unit that is cut") }
        let byte = bytes[position]
        position += 1
        size |= Int(byte & 0x7F) << shift
        shift += 7
        if byte & 0x80 == 0 { break }
      }
      guard size <= bytes.count - position else { throw .internalError("libaom gave a unit that is cut") }
      units.append((header >> 3 & 0x0F, bytes[start..<position + size], bytes[position..<position + size]))
      position += size
    }
    return units
  }
}
