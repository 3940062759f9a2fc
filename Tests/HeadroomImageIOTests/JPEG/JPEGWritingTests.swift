import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite struct JPEGWritingTests {
  @Test func `segments come in the order that all readers accept`() throws {
    let bytes = try JPEGFixture.file()
    let primary = JPEGFixture.segments(bytes).prefix { $0.marker >= 0xE0 }
    let names = primary.map { segment in
      "\(String(segment.marker, radix: 16)) \(String(decoding: segment.payload.prefix { $0 >= 0x20 }.prefix(12), as: UTF8.self))"
    }
    #expect(
      names == [
        "e0 JFIF", "e1 Exif", "e1 http://ns.ad", "e2 ICC_PROFILE", "e2 urn:iso:std:", "e2 MPF",
      ])
    let iso = try #require(primary.dropLast().last)
    #expect(
      Array(bytes[iso.offset..<iso.offset + 36])
        == [0xFF, 0xE2, 0x00, 0x22] + Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0, 0, 0])
    let map = try JPEGFixture.mapOffset(bytes)
    let second = JPEGFixture.segments(Array(bytes[map...])).prefix { $0.marker >= 0xE0 }
    #expect(second.map(\.marker) == [0xE1, 0xE2])
    #expect(second.last.map { $0.payload.count + 2 } == 91)
  }

  @Test func `a map has one quantiser step for all frequencies, the base the standard's tables`() throws {
    func tables(_ bytes: [UInt8]) -> [[UInt8]] {
      JPEGFixture.segments(bytes).filter { $0.marker == 0xDB }.map { Array($0.payload) }
    }
    for (quality, step) in [(100.0, 1), (90, 6), (50, 32), (1, 255)] as [(Double, UInt8)] {
      let bytes = try JPEGFixture.file(options: EncodeOptions(gainMapQuality: quality))
      let map = tables(Array(bytes[try JPEGFixture.mapOffset(bytes)...]))
      #expect(map == [[0] + [UInt8](repeating: step, count: 64)])
      #expect(try #require(tables(bytes).first)[1...] != [UInt8](repeating: step, count: 64)[...])
    }
  }

  @Test func `the multi-picture block has its 90 bytes and points at the map`() throws {
    let bytes = try JPEGFixture.file()
    let block = try #require(JPEGFixture.segments(bytes).first { $0.payload.starts(with: Array("MPF".utf8)) })
    let map = try JPEGFixture.mapOffset(bytes)
    func hex(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) } }
    let expected: [UInt8] =
      [
        0xFF, 0xE2, 0x00, 0x58, 0x4D, 0x50, 0x46, 0x00, 0x4D, 0x4D, 0x00, 0x2A, 0, 0, 0, 8, 0, 3, 0xB0, 0, 0, 7, 0, 0,
        0,
        4, 0x30, 0x31, 0x30, 0x30, 0xB0, 0x01, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2, 0xB0, 0x02, 0, 7, 0, 0, 0, 0x20, 0, 0, 0,
        0x32, 0, 0, 0, 0, 0, 3, 0, 0,
      ] + hex(map) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + hex(bytes.count - map)
      + hex(map - block.offset - 8) + [0, 0, 0, 0]
    #expect(Array(bytes[block.offset..<block.offset + 90]) == expected)
    #expect(bytes[map - 2] == 0xFF && bytes[map - 1] == 0xD9)
    #expect(Array(bytes[map..<map + 3]) == [0xFF, 0xD8, 0xFF])
    #expect(bytes.suffix(2) == [0xFF, 0xD9])
  }

  @Test func `the container directory states the map's length`() throws {
    let bytes = try JPEGFixture.file()
    let info = try JPEGFixture.open(bytes).info
    let packet = try XMPPacket(parsing: #require(info.metadata.xmp))
    let item = try #require(GainMapXMP.containerItems(packet).last)
    let length = try JPEGFixture.mapOffset(bytes)
    #expect(item[XMLName(XMPNamespace.containerItem, "Length")] == .text(String(bytes.count - length)))
  }

  @Test func `what is written is read back`() throws {
    let reader = try JPEGFixture.open(JPEGFixture.file())
    let info = reader.info
    #expect(info.warnings.isEmpty)
    #expect(info.orientation == .right)
    #expect(info.cameraMake == "Maker" && info.cameraModel == "Model 1")
    #expect(info.encoding == .displayP3)
    #expect(info.kind == .gainMap)
    #expect(info.contentHeadroom == 4)
    #expect(info.gainMap?.kinds == [.iso, .ultraHDR])
    #expect(info.gainMap?.formula == .iso(JPEGFixture.metadata))
    let still = try reader.decode(DecodeRequest())
    let source = try JPEGFixture.picture()
    for (x, y) in [(0, 0), (13, 7), (23, 15)] {
      let wanted = try JPEGFixture.pixel(#require(source.gainMap).bitmap, x: x, y: y)
      let found = try JPEGFixture.pixel(#require(still.gainMap).bitmap, x: x, y: y)
      #expect(zip(wanted, found).allSatisfy { ($0 - $1).magnitude <= 4 })
    }
  }

  @Test func `equal input gives equal bytes`() throws {
    #expect(try JPEGFixture.file() == JPEGFixture.file())
  }

  @Test func `colour maps, HDR bases and foreign working spaces are written and read`() throws {
    var metadata = GainMapMetadata(
      baseHeadroom: 0, alternateHeadroom: 2, min: SIMD3(-0.25, 0, 0.125), max: SIMD3(2, 2.25, 1.5),
      gamma: SIMD3(1, 0.75, 1.25), baseOffset: SIMD3(repeating: 0.015625), alternateOffset: SIMD3(0.015625, 0.1, 0))
    var picture = try JPEGFixture.picture(mapChannels: 3, metadata: metadata)
    var info = try JPEGFixture.open(JPEGWriter().encode(picture, options: EncodeOptions())).info
    let written = try #require(info.gainMap)
    #expect(written.kinds == [.iso, .ultraHDR])
    #expect(written.channels == 3)
    guard case .iso(let read) = written.formula else { throw ImageIOError.internalError("no ISO metadata") }
    #expect((read.alternateOffset - metadata.alternateOffset).x.magnitude < 1e-9)
    #expect((read.gamma - metadata.gamma).y.magnitude < 1e-9)

    (metadata.baseHeadroom, metadata.alternateHeadroom) = (2, 0)
    picture = try JPEGFixture.picture(mapChannels: 3, metadata: metadata)
    info = try JPEGFixture.open(JPEGWriter().encode(picture, options: EncodeOptions())).info
    #expect(info.gainMap?.formula.baseHeadroomStops == 2)
    #expect(info.contentHeadroom == 4)

    (metadata.baseHeadroom, metadata.alternateHeadroom, metadata.useBaseColorSpace) = (0, 2, false)
    picture = try JPEGFixture.picture(mapChannels: 3, metadata: metadata)
    picture.gainMap?.description.alternateEncoding = .itur2020SRGBGamma
    info = try JPEGFixture.open(JPEGWriter().encode(picture, options: EncodeOptions())).info
    #expect(info.gainMap?.kinds == [.iso])
    #expect(info.gainMap?.alternateEncoding?.primaries == .bt2020)
    #expect(info.warnings.isEmpty)
  }

  @Test func `an Apple map is encoded anew for ISO readers`() throws {
    var picture = try JPEGFixture.picture()
    let apple = AppleGainMap(headroom: 4)
    picture.gainMap?.description.formula = .apple(apple)
    let source = try #require(picture.gainMap)
    let converted = try source.reencodedAsISO()
    let metadata = try #require(converted.metadata)
    #expect(metadata.alternateHeadroom == 2)
    #expect(metadata.gamma.x == 1)
    for (x, y) in [(0, 0), (5, 9), (23, 15)] {
      let old = Double(JPEGFixture.pixel(source.bitmap, x: x, y: y)[0]) / 255
      let new = Double(JPEGFixture.pixel(converted.bitmap, x: x, y: y)[0]) / 255
      let step = metadata.max.x / 255
      #expect((metadata.logGain(new, channel: 0) - apple.logGain(old)).magnitude <= step / 2 + 1e-9)
    }
    let info = try JPEGFixture.open(JPEGWriter().encode(picture, options: EncodeOptions())).info
    #expect(info.gainMap?.kinds == [.iso, .ultraHDR])
  }

  @Test func `options are honoured`() throws {
    let small = try JPEGWriter().encode(JPEGFixture.picture(), options: EncodeOptions(quality: 10, gainMapQuality: 10))
    let large = try JPEGWriter().encode(
      JPEGFixture.picture(), options: EncodeOptions(quality: 100, gainMapQuality: 100))
    #expect(small.count < large.count)
    for chroma in EncodeOptions.Chroma.allCases {
      let bytes = try JPEGWriter().encode(JPEGFixture.picture(), options: EncodeOptions(chroma: chroma))
      #expect(try JPEGFixture.open(bytes).info.chroma == chroma.rawValue)
    }
    let stripped = try JPEGFixture.open(JPEGFixture.file(options: EncodeOptions(stripsMetadata: true))).info
    #expect(stripped.cameraMake == nil)
    #expect(stripped.orientation == .right)
    let progressive = try JPEGFixture.file(options: EncodeOptions(isProgressive: true))
    #expect(JPEGFixture.segments(progressive).contains { $0.marker == 0xC2 })
  }

  @Test func `PQ and HLG are refused`() throws {
    var picture = try JPEGFixture.picture()
    for encoding in [ColorEncoding.itur2100PQ, .itur2100HLG] {
      picture.encoding = encoding
      #expect(throws: ImageIOError.self) { try JPEGWriter().encode(picture, options: EncodeOptions()) }
    }
  }

  @Test func `metadata of the source survives, made true for the new picture`() throws {
    var exif = EXIFBlock()
    exif.image[EXIFBlock.Tag.make] = .ascii("Maker")
    exif.orientation = 6
    exif.exif[0xA002] = .longs([4000])
    exif.exif[0xA003] = .shorts([3000])
    exif.previewBytes = [0xFF, 0xD8, 0xFF, 0xD9]
    exif.preview[0x0103] = .shorts([6])
    var picture = try JPEGFixture.picture()
    picture.metadata.exif = exif.serialized()
    picture.metadata.xmp = Array(
      XMPPacket.wrapped("<rdf:Description xmlns:dc=\"urn:dc\" dc:title=\"kept\"/>").utf8)
    let info = try JPEGFixture.open(JPEGWriter().encode(picture, options: EncodeOptions())).info
    let block = try EXIFBlock(parsing: #require(info.metadata.exif))
    #expect(block.orientation == 1)
    #expect(block.image[EXIFBlock.Tag.make] == .ascii("Maker"))
    #expect(block.exif[0xA002]?.integers == [48])
    #expect(block.exif[0xA003]?.integers == [32])
    #expect(block.previewBytes == nil)
    let packet = try XMPPacket(parsing: #require(info.metadata.xmp))
    #expect(packet["urn:dc", "title"] == .text("kept"))
  }

  @Test func `large profiles and extended XMP are split and joined`() throws {
    var picture = try JPEGFixture.picture()
    let guid = "0123456789ABCDEF0123456789ABCDEF"
    picture.metadata.xmp = Array(
      XMPPacket.wrapped(
        "<rdf:Description xmlns:n=\"\(XMPNamespace.xmpNote)\" n:HasExtendedXMP=\"\(guid)\"/>"
      ).utf8)
    picture.metadata.extendedXMP = (0..<150_000).map { UInt8($0 % 251) }
    let profile = try #require(ICCProfile.data(for: .displayP3))
    picture.iccProfile = profile + [UInt8](repeating: 7, count: 200_000)
    let info = try JPEGFixture.open(JPEGWriter().encode(picture, options: EncodeOptions())).info
    #expect(info.metadata.extendedXMP == picture.metadata.extendedXMP)
    #expect(info.iccProfile == picture.iccProfile)
    #expect(info.encoding == .displayP3)
  }

  @Test func `XMP of any size is carried, the part that is too large under its digest`() throws {
    var picture = try JPEGFixture.picture()
    let text = String(repeating: "history ", count: 20_000)
    picture.metadata.xmp = Array(XMPPacket.wrapped("<rdf:Description xmlns:q=\"urn:q\" q:log=\"\(text)\"/>").utf8)
    let info = try JPEGFixture.open(JPEGWriter().encode(picture, options: EncodeOptions())).info
    #expect(info.warnings.isEmpty)
    #expect(info.gainMap?.kinds == [.iso, .ultraHDR])
    let main = try XMPPacket(parsing: #require(info.metadata.xmp))
    #expect(GainMapXMP.containerItems(main).count == 2)
    let extended = try #require(info.metadata.extendedXMP)
    #expect(try XMPPacket(parsing: extended)["urn:q", "log"] == .text(text))
    // The digest that Python's hashlib gives of the same text.
    let parts = XMPPacket.split(Array(XMPPacket.wrapped("abc").utf8), gainMapSize: nil)
    #expect(String(decoding: parts.main, as: UTF8.self).contains("8FB34EC892A31049F1947A8D79D264F6"))
  }
}
