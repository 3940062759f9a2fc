import HeadroomColor
import HeadroomImageIO
import HeadroomPixels
import Testing

/// Light metadata inside coded pictures.
@Suite struct CodedStreamMetadataTests {
  static let mastering = MasteringDisplayColorVolume(primaries: .p3D65, maximumNits: 1000, minimumNits: 0.005)
  static let lightLevel = ContentLightLevel(maxCLL: 1000, maxFALL: 400)

  /// A prefix SEI unit with mastering display, light level and ambient light: type, size, payload each, and a stop bit.
  /// Three zero bytes are kept apart by 03, as in any unit.
  static let message: [UInt8] = {
    let ambient: [UInt8] = [0, 0x2F, 0xE9, 0xA0, 0x3D, 0x13, 0x40, 0x42]
    var payload: [UInt8] = [137, 24] + mastering.seiBytes
    payload += [144, 4] + lightLevel.seiBytes
    payload += [148, 8] + ambient + [0x80]
    var unit: [UInt8] = [0x4E, 0x01]
    var zeros = 0
    for byte in payload {
      if zeros == 2, byte <= 3 {
        unit.append(3)
        zeros = 0
      }
      zeros = byte == 0 ? zeros + 1 : 0
      unit.append(byte)
    }
    return unit
  }()

  /// Metadata OBUs: header with a size, u8 kind, values, stop bit.
  static let units: [UInt8] = {
    func unit(_ kind: UInt8, _ values: [UInt8]) -> [UInt8] {
      [0x2A, UInt8(values.count + 2), kind] + values + [0x80]
    }
    return unit(2, mastering.av1Bytes) + unit(1, lightLevel.seiBytes)
  }()

  private func expect(_ hdr: HDRMetadata, from reader: any ImageReader) throws {
    #expect(reader.info.hdr.lightLevel == hdr.lightLevel)
    #expect(reader.info.hdr.mastering?.seiBytes == hdr.mastering?.seiBytes)
    #expect(reader.info.hdr.ambient?.seiBytes == hdr.ambient?.seiBytes)
    #expect(try reader.decode(DecodeRequest()).hdr == reader.info.hdr)
  }

  @Test func `HEVC messages are read in front of the picture and in the configuration`() throws {
    var expected = HDRMetadata(mastering: Self.mastering, lightLevel: Self.lightLevel)
    expected.ambient = try AmbientViewingEnvironment(seiBytes: [0, 0x2F, 0xE9, 0xA0, 0x3D, 0x13, 0x40, 0x42])
    var builder = HEIFBuilder.hevcPicture()
    try expect(HDRMetadata(), from: HEIFDecodingTests.open(builder))
    builder.items[0].data = HEIFBuilder.number(UInt32(Self.message.count)) + Self.message + builder.items[0].data
    try expect(expected, from: HEIFDecodingTests.open(builder))
    // One more array of the configuration: type, count, length, unit. The number of arrays is its 23rd byte.
    builder = .hevcPicture()
    var configuration = HEIFBuilder.hevcConfiguration
    configuration[8 + 22] += 1
    configuration += [0x80 | 39, 0, 1] + HEIFBuilder.number(UInt16(Self.message.count))
    configuration += Self.message
    builder.properties[0].box = HEIFBuilder.box("hvcC", Array(configuration.dropFirst(8)))
    try expect(expected, from: HEIFDecodingTests.open(builder))
  }

  @Test func `AV1 metadata units are read in front of the picture and in the configuration`() throws {
    let expected = HDRMetadata(mastering: Self.mastering, lightLevel: Self.lightLevel)
    var builder = HEIFBuilder.picture()
    try expect(HDRMetadata(), from: HEIFDecodingTests.open(builder))
    // Behind the delimiter and the sequence header.
    builder.items[0].data.insert(contentsOf: Self.units, at: 12)
    try expect(expected, from: HEIFDecodingTests.open(builder))
    builder = .picture()
    builder.properties[0].box = HEIFBuilder.box("av1C", Array(HEIFBuilder.colorConfiguration.dropFirst(8)) + Self.units)
    try expect(expected, from: HEIFDecodingTests.open(builder))
  }

  @Test func `properties win over the coded picture, each by itself`() throws {
    var builder = HEIFBuilder.picture()
    builder.items[0].data.insert(contentsOf: Self.units, at: 12)
    let stated = ContentLightLevel(maxCLL: 600, maxFALL: 100)
    builder.add("clli", HEIFBuilder.box("clli", stated.seiBytes))
    try expect(HDRMetadata(mastering: Self.mastering, lightLevel: stated), from: HEIFDecodingTests.open(builder))
  }

  @Test func `damaged messages say nothing`() throws {
    for count in 0..<Self.message.count {
      var builder = HEIFBuilder.hevcPicture()
      let cut = Array(Self.message[..<count])
      builder.items[0].data = HEIFBuilder.number(UInt32(cut.count)) + cut + builder.items[0].data
      let found = try HEIFDecodingTests.open(builder).info.hdr
      #expect(found.mastering == nil || found.mastering?.seiBytes == Self.mastering.seiBytes)
      #expect(found.lightLevel == nil || found.lightLevel == Self.lightLevel)
    }
    for count in 0..<Self.units.count {
      var builder = HEIFBuilder.picture()
      builder.items[0].data = Array(Self.units[..<count])
      _ = try HEIFDecodingTests.open(builder).info
    }
  }
}
