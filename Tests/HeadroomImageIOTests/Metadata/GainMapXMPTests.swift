import HeadroomColor
import HeadroomContainers
import HeadroomEngine
import HeadroomImageIO
import Testing

@Suite struct GainMapXMPTests {
  private static func packet(_ descriptions: String) throws -> XMPPacket {
    try XMPPacket(parsing: Array(XMPPacket.wrapped(descriptions).utf8))
  }

  @Test func `Ultra HDR metadata survives writing and reading`() throws {
    var metadata = GainMapMetadata(
      baseHeadroom: 0.25, alternateHeadroom: 2.205275, min: -0.1, max: 2.2, gamma: 0.9, baseOffset: 1e-7,
      alternateOffset: 1.0 / 64)
    for multichannel in [false, true] {
      if multichannel {
        metadata.min = SIMD3(-0.25, 0, 0.125)
        metadata.isMultichannel = true
      }
      for isBaseHDR in [false, true] {
        if isBaseHDR { (metadata.baseHeadroom, metadata.alternateHeadroom) = (3, 0.5) }
        let packet = try XMPPacket(parsing: GainMapXMP.ultraHDRPacket(metadata))
        let findings = GainMapXMP.findings(in: packet)
        #expect(findings.ultraHDR == metadata)
        #expect(findings.warnings.isEmpty)
      }
      (metadata.baseHeadroom, metadata.alternateHeadroom) = (0.25, 2.205275)
    }
  }

  @Test func `numbers beyond all sense are refused, and written without a trap`() throws {
    let packet = try Self.packet(
      """
      <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"
       hdrgm:HDRCapacityMax="2" hdrgm:Gamma="1e300"/>
      """)
    #expect(GainMapXMP.findings(in: packet).ultraHDR == nil)
    #expect(AppleHeadroom.headroom(xmp: 1e300, makerNote33: nil, makerNote48: nil) == nil)
    let written = GainMapXMP.ultraHDRPacket(GainMapMetadata(alternateHeadroom: 2, max: 2, gamma: 1e300))
    #expect(String(decoding: written, as: UTF8.self).contains("\"1000000000000000\""))
    _ = GainMapXMP.applePacket(AppleGainMap(headroom: .infinity))
  }

  @Test func `the tone map form that iOS 18 writes gives ISO metadata`() throws {
    let packet = try Self.packet(
      """
      <rdf:Description rdf:about="" xmlns:HDRToneMap="http://ns.apple.com/HDRToneMap/1.0/"
       xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/"
       xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/">
      <HDRToneMap:Version>1</HDRToneMap:Version><HDRToneMap:BaseHeadroom>0.000000</HDRToneMap:BaseHeadroom>
      <HDRToneMap:AlternateHeadroom>2.787109</HDRToneMap:AlternateHeadroom>
      <HDRToneMap:ChannelMetadata><rdf:Seq><rdf:li rdf:parseType="Resource">
      <HDRToneMap:GainMapMin>0.000000</HDRToneMap:GainMapMin><HDRToneMap:GainMapMax>2.787109</HDRToneMap:GainMapMax>
      <HDRToneMap:Gamma>0.896973</HDRToneMap:Gamma><HDRToneMap:BaseOffset>0.000010</HDRToneMap:BaseOffset>
      <HDRToneMap:AlternateOffset>0.000010</HDRToneMap:AlternateOffset></rdf:li></rdf:Seq></HDRToneMap:ChannelMetadata>
      <HDRToneMap:BaseColorIsWorkingColor>True</HDRToneMap:BaseColorIsWorkingColor>
      <apdi:AuxiliaryImageType>urn:com:apple:photo:2020:aux:hdrgainmap</apdi:AuxiliaryImageType>
      <HDRGainMap:HDRGainMapVersion>131072</HDRGainMap:HDRGainMapVersion>
      <HDRGainMap:HDRGainMapHeadroom>6.902454</HDRGainMap:HDRGainMapHeadroom>
      </rdf:Description>
      """)
    let findings = GainMapXMP.findings(in: packet)
    let expected = GainMapMetadata(
      alternateHeadroom: 2.787109, max: 2.787109, gamma: 0.896973, baseOffset: 1e-5, alternateOffset: 1e-5)
    #expect(findings.appleToneMap == expected)
    #expect(findings.isAppleGainMap)
    #expect(findings.appleHeadroom == 6.902454)
  }

  @Test(arguments: [
    "GainMapMax=\"-1\" h:HDRCapacityMax=\"1\"", "GainMapMax=\"1\" h:HDRCapacityMax=\"0\"",
    "GainMapMax=\"1\" h:Gamma=\"0\"", "GainMapMax=\"nan\"", "GainMapMax=\"1e300\"", "GainMapMax=\"one\"",
    "GainMapMax=\"1\" h:OffsetSDR=\"inf\"",
  ])
  func `values that make no sense are refused with a reason`(_ attributes: String) throws {
    let packet = try Self.packet(
      "<rdf:Description xmlns:h=\"\(XMPNamespace.hdrGainMap)\" h:Version=\"1.0\" h:\(attributes)/>")
    let findings = GainMapXMP.findings(in: packet)
    #expect(findings.ultraHDR == nil)
    #expect(findings.warnings.count == 1)
  }

  @Test func `every prefix and every byte mutation is read or refused`() throws {
    let bytes = GainMapXMP.ultraHDRPacket(GainMapMetadata(alternateHeadroom: 2, max: 2.3))
    let closing = Array("</x:xmpmeta>".utf8)
    let end = try #require(bytes.indices.first { bytes[$0...].starts(with: closing) }) + closing.count
    for count in 0..<end { #expect(throws: XMLError.self) { try XMPPacket(parsing: Array(bytes[..<count])) } }
    for index in bytes.indices {
      for value: UInt8 in [0, 0x26, 0x3C, 0x3E, 0x22, 0xFF] {
        var changed = bytes
        changed[index] = value
        _ = try? XMPPacket(parsing: changed)
      }
    }
  }

  @Test func `writing keeps foreign properties and drops what a changed file makes untrue`() throws {
    let source = XMPPacket.wrapped(
      """
      <rdf:Description rdf:about="" xmlns:dc="urn:dc" xmlns:h="http://ns.adobe.com/hdr-gain-map/1.0/"
       xmlns:g="http://ns.google.com/photos/1.0/camera/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
       xmlns:n="http://ns.adobe.com/xmp/note/" n:HasExtendedXMP="00" h:Version="1.0" g:MotionPhoto="1" g:Kept="a&quot;b"
       tiff:Orientation="6"><dc:title>T &lt; U</dc:title></rdf:Description>
      """)
    let written = try #require(
      XMPPacket.forPrimary(existing: Array(source.utf8), gainMapSize: 1234, orientation: 1))
    let packet = try XMPPacket(parsing: written)
    #expect(packet["urn:dc", "title"] == .text("T < U"))
    #expect(packet[XMPNamespace.camera, "Kept"] == .text("a\"b"))
    #expect(packet[XMPNamespace.camera, "MotionPhoto"] == nil)
    #expect(packet[XMPNamespace.xmpNote, "HasExtendedXMP"] == nil)
    #expect(packet[XMPNamespace.tiff, "Orientation"] == .text("1"))
    #expect(packet[XMPNamespace.hdrGainMap, "Version"] == .text("1.0"))
    let items = GainMapXMP.containerItems(packet)
    #expect(items.count == 2)
    #expect(items.last?[XMLName(XMPNamespace.containerItem, "Length")] == .text("1234"))
    let plain = try #require(XMPPacket.forPrimary(existing: written, gainMapSize: nil, orientation: 1))
    #expect(!GainMapXMP.announcesGainMap(try XMPPacket(parsing: plain)))
    #expect(XMPPacket.forPrimary(existing: nil, gainMapSize: nil, orientation: 1) == nil)
  }
}
