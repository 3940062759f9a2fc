import HeadroomColor
import HeadroomImageIO
import Testing

@Suite struct XMPPacketTests {
  static func packet(_ descriptions: String) throws -> XMPPacket {
    try XMPPacket(parsing: Array(XMPPacket.wrapped(descriptions).utf8))
  }

  @Test func `attributes, elements, lists and structures are read by namespace whatever the prefix`() throws {
    let packet = try Self.packet(
      """
      <rdf:Description rdf:about="" xmlns:q="urn:a" q:one="1 &amp; 2"><q:two> 2 </q:two>
      <q:three><rdf:Seq><rdf:li>3</rdf:li><rdf:li>4</rdf:li></rdf:Seq></q:three>
      <q:four rdf:parseType="Resource"><q:five>5</q:five></q:four>
      <q:six q:seven="7"/><q:eight><![CDATA[<8>]]></q:eight>
      </rdf:Description>
      <rdf:Description xmlns:r="urn:a" r:one="later" r:nine="&#x39;"/>
      """)
    #expect(packet["urn:a", "one"] == .text("1 & 2"))
    #expect(packet["urn:a", "two"] == .text("2"))
    #expect(packet["urn:a", "three"] == .list([.text("3"), .text("4")]))
    #expect(packet["urn:a", "four"]?[XMLName("urn:a", "five")] == .text("5"))
    #expect(packet["urn:a", "six"]?[XMLName("urn:a", "seven")] == .text("7"))
    #expect(packet["urn:a", "eight"] == .text("<8>"))
    #expect(packet["urn:a", "nine"] == .text("9"))
    #expect(packet["urn:b", "one"] == nil)
  }

  @Test(arguments: [
    "", "text", "<a>", "<a></b>", "<a x=1/>", "<a x='1' x='2'/>", "<p:a/>", "<a>&unknown;</a>", "<a>&#xD800;</a>",
    "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a b='", "<a><![CDATA[", "<a></a", "<", "<a", "&", "<a>&amp</a>",
    "<a><!ELEMENT b></a>",
  ])
  func `malformed XML is an error`(_ text: String) {
    #expect(throws: XMLError.self) { try XMLParser.parse(Array(text.utf8)) }
  }

  @Test func `deep nesting and endless input end in an error`() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(throws: XMLError.self) { try XMLParser.parse(Array(deep.utf8)) }
    let wide = "<a>" + String(repeating: "<b/>", count: 200_000) + "</a>"
    #expect(throws: XMLError.self) { try XMLParser.parse(Array(wide.utf8)) }
  }

  @Test func `hundreds of prefixes are declared nowhere and are an error`() throws {
    let declarations = (0..<300).map { "xmlns:p\($0)='u'" }.joined(separator: " ")
    #expect(throws: XMLError.self) { try XMLParser.parse(Array("<a \(declarations)/>".utf8)) }
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
