// Layout (big-endian); signed numerators are marked s32:
//
//   0 u16 minimum_version | 2 u16 writer_version | 4 u8 flags | 5 base headroom u32/u32 | 13 alternate headroom u32/u32
//   then per channel (1, or 3 with flag 0x80), 40 bytes:
//   min s32/u32 | max s32/u32 | gamma u32/u32 | base offset s32/u32 | alternate offset s32/u32
//
// libultrahdr writes another form, of an early draft, with flag 0x08, whenever all denominators are equal:
//
//   5 u32 denominator | 9 u32 base headroom | 13 u32 alternate headroom
//   then per channel, 20 bytes: min s32 | max s32 | gamma u32 | base offset s32 | alternate offset s32

extension GainMapMetadata {
  private static let multichannelFlag: UInt8 = 0x80
  private static let useBaseColorSpaceFlag: UInt8 = 0x40
  private static let commonDenominatorFlag: UInt8 = 0x08

  /// Reads the payload of a JPEG APP2 segment, a PNG `gmAP` chunk or a JPEG XL `jhgm` box.
  ///
  /// Bytes after the last field are ignored: later versions may put something there.
  public init(parsing bytes: [UInt8]) throws(GainMapError) { try self.init(parsing: bytes[...]) }

  /// Reads the payload of a JPEG APP2 segment, a PNG `gmAP` chunk or a JPEG XL `jhgm` box.
  ///
  /// Bytes after the last field are ignored: later versions may put something there.
  public init(parsing bytes: ArraySlice<UInt8>) throws(GainMapError) {
    var reader = FieldReader(bytes: bytes)
    let minimum = try reader.unsigned16()
    let writer = try reader.unsigned16()
    guard minimum == 0 else { throw .unsupportedVersion(minimum: minimum) }
    guard writer >= minimum else { throw .inconsistentVersions(minimum: minimum, writer: writer) }
    let flags = try reader.unsigned8()
    let channels = flags & Self.multichannelFlag == 0 ? 1 : 3
    if flags & Self.commonDenominatorFlag != 0, bytes.count != 21 + 40 * channels {
      // Bit 0x08 is reserved in the standard, so a payload of the standard's exact size is read in the standard's form.
      reader.commonDenominator = try reader.denominator(.commonDenominator, 0)
    }
    let baseHeadroom = try reader.unsigned(.baseHeadroom, 0)
    let alternateHeadroom = try reader.unsigned(.alternateHeadroom, 0)
    var blocks: [ChannelBlock] = []
    for channel in 0..<channels { blocks.append(try ChannelBlock(&reader, channel: channel)) }
    let (first, second, third) = (blocks[0], blocks[channels / 2], blocks[channels - 1])
    self.init(
      baseHeadroom: baseHeadroom, alternateHeadroom: alternateHeadroom,
      min: SIMD3(first.min, second.min, third.min), max: SIMD3(first.max, second.max, third.max),
      gamma: SIMD3(first.gamma, second.gamma, third.gamma),
      baseOffset: SIMD3(first.baseOffset, second.baseOffset, third.baseOffset),
      alternateOffset: SIMD3(first.alternateOffset, second.alternateOffset, third.alternateOffset),
      useBaseColorSpace: flags & Self.useBaseColorSpaceFlag != 0, isMultichannel: channels == 3)
    try validate()
  }

  /// Reads the payload of a `tmap` item of HEIF or AVIF, which has a version byte in front.
  public init(parsingTmap bytes: [UInt8]) throws(GainMapError) { try self.init(parsingTmap: bytes[...]) }

  /// Reads the payload of a `tmap` item of HEIF or AVIF, which has a version byte in front.
  public init(parsingTmap bytes: ArraySlice<UInt8>) throws(GainMapError) {
    guard let version = bytes.first else { throw .truncated(offset: 0, needed: 1, available: 0) }
    guard version == 0 else { throw .unsupportedItemVersion(version) }
    try self.init(parsing: bytes.dropFirst())
  }
}

/// The parameters of one channel.
private struct ChannelBlock {
  let min, max, gamma, baseOffset, alternateOffset: Double

  init(_ reader: inout FieldReader, channel: Int) throws(GainMapError) {
    min = try reader.signed(.gainMin, channel)
    max = try reader.signed(.gainMax, channel)
    gamma = try reader.unsigned(.gamma, channel)
    baseOffset = try reader.signed(.baseOffset, channel)
    alternateOffset = try reader.signed(.alternateOffset, channel)
  }
}

/// Reads big-endian numbers and fractions in order.
private struct FieldReader {
  let bytes: ArraySlice<UInt8>
  var offset = 0
  /// The denominator of all fractions in libultrahdr's form.
  var commonDenominator: Double?

  init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  private mutating func number(_ count: Int) throws(GainMapError) -> UInt32 {
    guard bytes.count - offset >= count else {
      throw .truncated(offset: offset, needed: count, available: bytes.count - offset)
    }
    var value: UInt32 = 0
    for index in 0..<count { value = value << 8 | UInt32(bytes[bytes.startIndex + offset + index]) }
    offset += count
    return value
  }

  mutating func unsigned8() throws(GainMapError) -> UInt8 { UInt8(truncatingIfNeeded: try number(1)) }

  mutating func unsigned16() throws(GainMapError) -> UInt16 { UInt16(truncatingIfNeeded: try number(2)) }

  mutating func denominator(_ field: GainMapError.Field, _ channel: Int) throws(GainMapError) -> Double {
    if let commonDenominator { return commonDenominator }
    let place = offset
    let value = try number(4)
    guard value != 0 else { throw .zeroDenominator(field: field, channel: channel, offset: place) }
    return Double(value)
  }

  mutating func unsigned(_ field: GainMapError.Field, _ channel: Int) throws(GainMapError) -> Double {
    let numerator = try number(4)
    return Double(numerator) / (try denominator(field, channel))
  }

  mutating func signed(_ field: GainMapError.Field, _ channel: Int) throws(GainMapError) -> Double {
    let numerator = Int32(bitPattern: try number(4))
    return Double(numerator) / (try denominator(field, channel))
  }
}
