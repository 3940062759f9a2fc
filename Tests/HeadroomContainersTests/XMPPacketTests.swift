import HeadroomColor
import HeadroomContainers
import Testing

@Suite struct XMPPacketTests {
  private static func packet(_ descriptions: String) throws -> XMPPacket {
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
}
