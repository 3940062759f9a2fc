import HeadroomContainers
import HeadroomImageIO
import Testing

/// Files that are legal in each part and ask for work that grows with the square of their size.
@Suite struct JPEGEffortTests {
  private static func big(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
  }

  private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(payload.count + 2, 2) + payload
  }

  @Test(.timeLimit(.minutes(1)))
  func `an extended packet in very many pieces is put together in one pass`() throws {
    let digest = "0123456789ABCDEF0123456789ABCDEF"
    let note =
      "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
      + "<rdf:Description xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='\(digest)'/></rdf:RDF></x:xmpmeta>"
    let text = Array("<?xpacket?>".utf8) + [UInt8](repeating: 0x20, count: 40_000)
    var file = Array(JPEGSamples.full444[..<2])
    file += Self.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(note.utf8))
    let head = Array("http://ns.adobe.com/xmp/extension/\0\(digest)".utf8) + Self.big(text.count, 4)
    for (offset, byte) in text.enumerated() { file += Self.segment(0xE1, head + Self.big(offset, 4) + [byte]) }
    file += JPEGSamples.full444[2...]
    #expect(try JPEGFixture.open(file).info.metadata.extendedXMP == text)
  }

  @Test(.timeLimit(.minutes(1)))
  func `thousands of listed pictures that overlap are not all walked`() throws {
    let count = 4000
    // Each picture is a segment that steps over the others into the same long tail.
    let pictures: [UInt8] = (0..<count).flatMap { index -> [UInt8] in
      [0xFF, 0xD8, 0xFF, 0xE1] + Self.big((count - index) * 6, 2)
    }
    let tail = [UInt8](repeating: 0, count: 4 << 20)
    var block = Array("MPF\0MM".utf8) + Self.big(42, 2) + Self.big(8, 4) + Self.big(1, 2)
    block += Self.big(0xB002, 2) + Self.big(7, 2) + Self.big(16 * count, 4) + Self.big(26, 4) + Self.big(0, 4)
    let first = JPEGSamples.full444.count + 4 + 4 + 26 + 16 * count - 10
    for index in 0..<count {
      block += Self.big(0, 4) + Self.big(100, 4) + Self.big(index == 0 ? 0 : first + 6 * index, 4) + Self.big(0, 4)
    }
    let primary = JPEGSamples.full444[..<2] + Self.segment(0xE2, block) + JPEGSamples.full444[2...]
    let reader = try JPEGFixture.open(Array(primary) + pictures + tail)
    #expect(reader.info.gainMap == nil)
    #expect(reader.info.width == 19)
  }
}
