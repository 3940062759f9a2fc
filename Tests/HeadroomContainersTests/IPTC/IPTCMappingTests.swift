import HeadroomContainers
import Testing

@Suite("IPTC as XMP and back") struct IPTCMappingTests {
  static func block(_ values: [(UInt8, String)]) -> IPTCBlock {
    var block = IPTCBlock()
    for (number, text) in values {
      let key = IPTCBlock.Key(2, number)
      block.setTexts(block.texts(key) + [text], for: key)
    }
    return block
  }

  private static func packet(_ bytes: [UInt8]?) throws -> XMPPacket { try XMPPacket(parsing: #require(bytes)) }

  @Test("Each field becomes the property that IPTC names for it, in its shape")
  func toXMP() throws {
    let block = Self.block([
      (5, "title"), (12, "IPR:15000000:SPO::"), (25, "a & b"), (25, "c"), (55, "20260314"), (60, "101112+0200"),
      (80, "First"), (80, "Second"), (90, "Bern"), (95, "BE"), (116, "(c) <me>"), (120, "A caption é"),
      (4, "010:Feature"),
    ])
    let packet = try Self.packet(XMPPacket.adding(block, to: nil))
    #expect(packet[XMPNamespace.dublinCore, "title"] == .list([.text("title")]))
    #expect(packet[XMPNamespace.dublinCore, "subject"] == .list([.text("a & b"), .text("c")]))
    #expect(packet[XMPNamespace.dublinCore, "creator"] == .list([.text("First"), .text("Second")]))
    #expect(packet[XMPNamespace.dublinCore, "rights"] == .list([.text("(c) <me>")]))
    #expect(packet[XMPNamespace.photoshop, "City"] == .text("Bern"))
    #expect(packet[XMPNamespace.photoshop, "DateCreated"] == .text("2026-03-14T10:11:12+02:00"))
    #expect(packet[XMPNamespace.iptcCore, "SubjectCode"] == .list([.text("15000000")]))
    #expect(packet[XMPNamespace.iptcCore, "IntellectualGenre"] == .text("Feature"))
  }

  @Test("XMP wins where it has a value")
  func conflict() throws {
    let existing = Array(
      XMPPacket.wrapped(
        "<rdf:Description rdf:about=\"\" xmlns:photoshop=\"\(XMPNamespace.photoshop)\" photoshop:City=\"Basel\"/>"
      ).utf8)
    let packet = try Self.packet(XMPPacket.adding(Self.block([(90, "Bern"), (95, "BE")]), to: existing))
    #expect(packet[XMPNamespace.photoshop, "City"]?.text == "Basel")
    #expect(packet[XMPNamespace.photoshop, "State"]?.text == "BE")
    #expect(XMPPacket.adding(Self.block([(90, "Bern")]), to: existing) == existing)
  }

  @Test("Values are set in the place of those there, and taken out")
  func setting() throws {
    let first = XMPPacket.adding(Self.block([(90, "Bern"), (25, "a")]), to: nil)
    let city = try #require(IPTCMapping.of(.init(2, 90)))
    let packet = try Self.packet(XMPPacket.setting([(city, ["Chur"])], in: first))
    #expect(packet[XMPNamespace.photoshop, "City"]?.text == "Chur")
    let without = try Self.packet(XMPPacket.setting([(city, [])], in: first))
    #expect(without[XMPNamespace.photoshop, "City"] == nil && without[XMPNamespace.dublinCore, "subject"] != nil)
  }

  @Test("A packet of all fields becomes the same block again")
  func back() throws {
    let block = Self.block([
      (5, "title"), (25, "a"), (25, "b"), (55, "20260314"), (60, "101112+0200"), (62, "20250000"), (80, "First"),
      (90, "Bern"), (116, "(c)"), (120, "caption"),
    ])
    let packet = try Self.packet(XMPPacket.adding(block, to: nil))
    let again = packet.iptc
    for field in IPTCField.all { #expect(again.texts(field.key) == block.texts(field.key), "\(field.name)") }
  }

  @Test("Control characters and odd dates make no broken XML")
  func oddities() throws {
    let block = Self.block([(5, "a\u{1}b]]>"), (55, "xx"), (62, "20250230"), (63, "9")])
    let packet = try Self.packet(XMPPacket.adding(block, to: nil))
    #expect(packet[XMPNamespace.dublinCore, "title"] == .list([.text("ab]]>")]))
    #expect(packet[XMPNamespace.photoshop, "DateCreated"] == nil)
    #expect(packet[XMPNamespace.basic, "CreateDate"]?.text == "2025-02-30")
  }
}
