import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import Testing

/// The defects that real files have, one by one.
@Suite struct JPEGLocatingTests {
  /// The file of the tests with bytes of its multi-picture block changed; offsets count from the byte order mark.
  static func patched(_ changes: [Int: [UInt8]]) throws -> [UInt8] {
    var bytes = try JPEGFixture.file()
    let block = try #require(JPEGFixture.segments(bytes).first { $0.payload.starts(with: Array("MPF".utf8)) })
    for (offset, value) in changes {
      bytes.replaceSubrange(block.offset + 8 + offset..<block.offset + 8 + offset + value.count, with: value)
    }
    return bytes
  }

  static func expectMap(_ bytes: [UInt8]) throws {
    let still = try JPEGFixture.open(bytes).decode(DecodeRequest())
    #expect(still.gainMap?.metadata == JPEGFixture.metadata)
    #expect(still.contentHeadroom == 4)
  }

  @Test func `stale offsets and sizes do not hide the map`() throws {
    try Self.expectMap(Self.patched([0x32 + 24: [0, 0, 3, 0xA0]]))
    try Self.expectMap(Self.patched([0x32 + 24: [0xFF, 0xFF, 0xFF, 0xFF]]))
    try Self.expectMap(Self.patched([0x32 + 4: [0, 0, 1, 0]]))
    try Self.expectMap(Self.patched([0x32 + 20: [0, 0, 0, 0]]))
  }

  @Test func `a broken or missing multi-picture block does not hide the map`() throws {
    try Self.expectMap(Self.patched([0: [0x58, 0x58]]))
    try Self.expectMap(Self.patched([4: [0x7F, 0xFF, 0xFF, 0xFF]]))
    try Self.expectMap(Self.patched([8: [0xFF, 0xFF]]))
    try Self.expectMap(Self.patched([-4: [0x58]]))
  }

  @Test func `little-endian blocks are read`() throws {
    let bytes = try JPEGFixture.file()
    let block = try #require(JPEGFixture.segments(bytes).first { $0.payload.starts(with: Array("MPF".utf8)) })
    let map = try JPEGFixture.mapOffset(bytes)
    func little(_ number: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(number >> (8 * $0) & 0xFF) } }
    var swapped: [UInt8] = [0x49, 0x49, 42, 0] + little(8, 4) + little(3, 2)
    swapped += little(0xB000, 2) + little(7, 2) + little(4, 4) + Array("0100".utf8)
    swapped += little(0xB001, 2) + little(4, 2) + little(1, 4) + little(2, 4)
    swapped += little(0xB002, 2) + little(7, 2) + little(32, 4) + little(0x32, 4) + little(0, 4)
    swapped += little(0x30000, 4) + little(map, 4) + little(0, 8)
    swapped += little(0, 4) + little(bytes.count - map, 4) + little(map - block.offset - 8, 4) + little(0, 4)
    try Self.expectMap(Self.patched([0: swapped]))
  }

  @Test func `a preview between picture and map is passed over and listed`() throws {
    let bytes = try JPEGFixture.file()
    let map = try JPEGFixture.mapOffset(bytes)
    let withPreview = Array(bytes[..<map]) + JPEGSamples.full444 + Array(bytes[map...])
    // The entry now points at the preview.
    try Self.expectMap(withPreview)
    #expect(try JPEGFixture.open(withPreview).info.auxiliary == ["preview 19x13"])
  }

  @Test func `trailers are ignored`() throws {
    let noise = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 167) }
    try Self.expectMap(JPEGFixture.file() + noise)
    try Self.expectMap(JPEGFixture.file() + [0xFF, 0xD8, 0xFF, 0xE0, 0, 1] + noise)
  }

  @Test func `a gap before the map is bridged`() throws {
    let bytes = try JPEGFixture.file()
    let map = try JPEGFixture.mapOffset(bytes)
    try Self.expectMap(Array(bytes[..<map]) + [0, 0xFF, 0, 0xFF] + Array(bytes[map...]))
  }

  @Test func `an announced map that is not there is a warning`() throws {
    let bytes = try JPEGFixture.file()
    let still = try JPEGFixture.open(Array(bytes[..<JPEGFixture.mapOffset(bytes)])).decode(DecodeRequest())
    #expect(still.gainMap == nil)
    #expect(still.warnings == ["gain map: announced by the metadata, but the file holds none"])
  }

  @Test func `a map of another shape is rejected with the reason`() throws {
    var picture = try JPEGFixture.picture()
    picture.gainMap?.bitmap = try JPEGFixture.bitmap(16, 24, .gray8) { x, y, _ in x + y }
    let info = try JPEGFixture.open(JPEGWriter().encode(picture, options: EncodeOptions())).info
    #expect(info.gainMap == nil)
    #expect(info.kind == .sdr)
    #expect(info.contentHeadroom == 1)
    #expect(info.warnings.first?.contains("shape 16x24") == true)
  }

  @Test func `bad ISO metadata falls back to the XMP beside it, then to the base`() throws {
    let bytes = try JPEGFixture.file()
    let map = try JPEGFixture.mapOffset(bytes)
    let segments = JPEGFixture.segments(Array(bytes[map...]))
    let iso = try #require(segments.first { $0.payload.starts(with: Array("urn:iso".utf8)) })
    var broken = bytes
    // A minimum version above 0 asks for a newer reader.
    broken[map + iso.offset + 4 + 28 + 1] = 1
    let info = try JPEGFixture.open(broken).info
    #expect(info.gainMap?.kinds == [.ultraHDR])
    #expect(info.warnings.count == 1)
    let xmp = try #require(segments.first { $0.marker == 0xE1 })
    broken[map + xmp.offset + 6] = 0
    let plain = try JPEGFixture.open(broken).info
    #expect(plain.gainMap == nil)
    #expect(plain.kind == .sdr)
  }

  @Test func `a file of iOS 18 whose only description is the map's own XMP is read`() throws {
    let bytes = try JPEGFixture.file()
    let map = try JPEGFixture.mapOffset(bytes)
    let field = { (name: String, value: String) in "<HDRToneMap:\(name)>\(value)</HDRToneMap:\(name)>" }
    let channel =
      field("GainMapMin", "0.000000") + field("GainMapMax", "2.5") + field("Gamma", "0.75")
      + field("BaseOffset", "0.00001") + field("AlternateOffset", "0.00001")
    let xmp = XMPPacket.wrapped(
      "<rdf:Description xmlns:HDRToneMap=\"\(XMPNamespace.appleToneMap)\">" + field("AlternateHeadroom", "2.5")
        + field("ChannelMetadata", "<rdf:Seq><rdf:li rdf:parseType=\"Resource\">\(channel)</rdf:li></rdf:Seq>")
        + "</rdf:Description>")
    let payload = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)
    let segments = JPEGFixture.segments(Array(bytes[map...]))
    let firstTable = try #require(segments.first { $0.marker < 0xE0 }).offset
    let length = [UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xFF)]
    // The primary keeps nothing but the multi-picture block.
    var primary = Array(bytes[..<map])
    for segment in JPEGFixture.segments(primary).reversed() where (0xE1...0xE2).contains(segment.marker) {
      if segment.payload.starts(with: Array("MPF".utf8)) { continue }
      primary.removeSubrange(segment.offset..<segment.offset + 4 + segment.payload.count)
    }
    let file = primary + [0xFF, 0xD8, 0xFF, 0xE1] + length + payload + Array(bytes[(map + firstTable)...])
    let info = try JPEGFixture.open(file).info
    #expect(info.gainMap?.kinds == [.iso])
    #expect(
      info.gainMap?.formula
        == .iso(GainMapMetadata(alternateHeadroom: 2.5, max: 2.5, gamma: 0.75, baseOffset: 1e-5, alternateOffset: 1e-5))
    )
  }

  @Test func `MakerNote headroom is used where Apple's XMP has none`() throws {
    func note(_ first: (Int32, Int32), _ second: (Int32, Int32)?) -> [UInt8] {
      func number(_ value: Int32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * Int32($0))) }
      }
      let count = second == nil ? 1 : 2
      let values = 14 + 2 + 12 * count + 4
      var bytes = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D, 0, UInt8(count)]
      bytes += [0, 0x21, 0, 10, 0, 0, 0, 1] + number(Int32(values))
      if second != nil { bytes += [0, 0x30, 0, 10, 0, 0, 0, 1] + number(Int32(values + 8)) }
      bytes += [0, 0, 0, 0] + number(first.0) + number(first.1)
      if let second { bytes += number(second.0) + number(second.1) }
      return bytes
    }
    let both = try #require(AppleMakerNote(parsing: note((101, 100), (2_693_225, 10_000_000))))
    #expect(both.headroom == 1.01)
    #expect(both.gain == 0.2693225)
    let one = try #require(AppleMakerNote(parsing: note((1, 2), nil)))
    #expect(one.headroom == 0.5 && one.gain == nil)
    #expect(AppleMakerNote(parsing: Array("Nikon".utf8)) == nil)
    let bytes = note((1, 2), (1, 1))
    for count in 0..<bytes.count { _ = AppleMakerNote(parsing: Array(bytes[..<count])) }
  }

  @Test func `all eight orientations are read`() throws {
    for orientation in CGImagePropertyOrientation.allCases {
      var picture = try JPEGFixture.picture()
      picture.orientation = orientation
      #expect(
        try JPEGFixture.open(JPEGWriter().encode(picture, options: EncodeOptions())).info.orientation == orientation)
    }
  }
}
