import HeadroomContainers
import Testing

@Suite("IPTC-IIM blocks") struct IPTCBlockTests {
  /// A data set as bytes, with a length of `extended` bytes where that is given.
  static func dataSet(_ record: UInt8, _ number: UInt8, _ bytes: [UInt8], extended: Int? = nil) -> [UInt8] {
    let head: [UInt8] = [0x1C, record, number]
    guard let extended else { return head + [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes }
    let length = (0..<extended).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> (8 * min($0, 7))) }
    return head + [0x80, UInt8(extended)] + length + bytes
  }

  static let utf8Mark = dataSet(1, 90, [0x1B, 0x25, 0x47])

  @Test("What is read is written again byte for byte, unknown records too")
  func roundTrip() throws {
    let bytes =
      Self.utf8Mark + Self.dataSet(2, 25, Array("alpha".utf8)) + Self.dataSet(2, 25, Array("é".utf8))
      + Self.dataSet(7, 10, [1, 2, 3]) + Self.dataSet(2, 80, Array("A Photographer".utf8))
    let block = try IPTCBlock(parsing: bytes)
    #expect(block.serialized() == bytes)
    #expect(block.texts(.init(2, 25)) == ["alpha", "é"])
    #expect(block.sets.count == 5 && block[.init(7, 10)] == [[1, 2, 3]])
  }

  @Test("Long data sets have lengths of their own size", arguments: [1, 2, 4, 8])
  func extendedLengths(_ size: Int) throws {
    let bytes = Self.dataSet(2, 120, [UInt8](repeating: 0x41, count: 200), extended: size)
    #expect(try IPTCBlock(parsing: bytes).texts(.init(2, 120)) == [String(repeating: "A", count: 200)])
  }

  @Test("A text of 40,000 bytes survives")
  func longText() throws {
    var block = IPTCBlock()
    let text = String(repeating: "long ", count: 8000) + "."
    block.setTexts([text], for: .init(2, 120))
    #expect(try IPTCBlock(parsing: block.serialized()).texts(.init(2, 120)) == [text])
  }

  @Test("Texts are Latin or UTF-8, as 1:90 says, and by their look where it says nothing")
  func characters() throws {
    let latin = Self.dataSet(2, 90, [0x5A, 0xFC, 0x72, 0x69, 0x63, 0x68, 0x96])
    #expect(try IPTCBlock(parsing: latin).texts(.init(2, 90)) == ["Zürich–"])
    let utf8 = Self.dataSet(2, 90, Array("Zürich".utf8))
    #expect(try IPTCBlock(parsing: utf8).texts(.init(2, 90)) == ["Zürich"])
    let stated = Self.dataSet(1, 90, [0x1B, 0x2E, 0x41]) + Self.dataSet(2, 90, Array("ü".utf8))
    #expect(try IPTCBlock(parsing: stated).texts(.init(2, 90)) == ["Ã¼"])
  }

  @Test("A text that is put into a Latin block makes all of it UTF-8")
  func changingCharacters() throws {
    var block = try IPTCBlock(parsing: Self.dataSet(2, 80, [0x4A, 0xF6, 0x72, 0x67]))
    block.setTexts(["東京"], for: .init(2, 90))
    let again = try IPTCBlock(parsing: block.serialized())
    #expect(again.characterSet == .utf8)
    #expect(again.texts(.init(2, 80)) == ["Jörg"] && again.texts(.init(2, 90)) == ["東京"])
  }

  @Test("Fields are cut between characters to what the specification allows, and only some repeat")
  func fields() throws {
    var block = IPTCBlock()
    let city = try #require(IPTCField.all.first { $0.name == "City" })
    let keywords = try #require(IPTCField.all.first { $0.name == "Keywords" })
    block.setTexts([String(repeating: "ü", count: 20), "second"], for: city)
    block.setTexts(["a", "b"], for: keywords)
    #expect(block.texts(city.key) == [String(repeating: "ü", count: 16)])
    #expect(block.texts(keywords.key) == ["a", "b"])
    #expect(block.sets.map(\.key.number) == [90, 25, 25, 90])
  }

  @Test("Damage is an error with its place, and what stands before it is kept")
  func damage() throws {
    let good = Self.dataSet(2, 25, Array("kept".utf8))
    for rest in [[0x1C, 2, 25, 0, 9, 1], [0x1D, 2, 25, 0, 0], [0x1C], Self.dataSet(2, 1, [1], extended: 9)] {
      let (block, damage) = IPTCBlock.reading(good + rest)
      #expect(block.texts(.init(2, 25)) == ["kept"])
      #expect(damage?.facts.offset.map { $0 >= good.count } == true)
      #expect(throws: ImageIOError.self) { try IPTCBlock(parsing: good + rest) }
    }
    let huge: [UInt8] = [0x1C, 2, 25, 0x80, 8] + [UInt8](repeating: 0xFF, count: 8)
    #expect(throws: ImageIOError.self) { try IPTCBlock(parsing: huge) }
    #expect(throws: ImageIOError.self) {
      try IPTCBlock(parsing: good, limits: DecodeLimits(maxMetadataBytes: 4))
    }
    let many = (0...IPTCBlock.mostSets).flatMap { _ in Self.dataSet(2, 25, []) }
    #expect(IPTCBlock.reading(many).damage != nil)
    // TIFF's padding is none.
    #expect(try IPTCBlock(parsing: good + [0, 0, 0]).serialized() == good)
  }
}

@Suite("Photoshop's image resources") struct PhotoshopResourcesTests {
  @Test("Resources, their names and their pads are written as they were read")
  func roundTrip() throws {
    let bytes =
      Array("8BIM".utf8) + [0x04, 0x04, 0, 0, 0, 0, 0, 3, 1, 2, 3, 0] + Array("8BIM".utf8)
      + [0x04, 0x0A, 2, 0x61, 0x62, 0, 0, 0, 0, 2, 9, 9]
    let resources = try PhotoshopResources(parsing: bytes)
    #expect(resources.serialized() == bytes)
    #expect(resources.iptc == [1, 2, 3] && resources[1034] == [9, 9])
    #expect(resources.resources[1].name == Array("ab".utf8))
  }

  @Test("The digest of IPTC follows IPTC")
  func digest() throws {
    var resources = PhotoshopResources()
    resources.iptc = [1]
    #expect(resources[1061] == nil)
    resources.set([0], for: 1061)
    resources.iptc = Array("abc".utf8)
    // MD5 of "abc" by RFC 1321.
    let expected: [UInt8] = [
      0x90, 0x01, 0x50, 0x98, 0x3C, 0xD2, 0x4F, 0xB0, 0xD6, 0x96, 0x3F, 0x7D, 0x28, 0xE1, 0x7F, 0x72,
    ]
    #expect(resources[1061] == expected)
    resources.iptc = nil
    #expect(resources.isEmpty)
  }

  @Test("Damage is an error, and what stands before it is kept")
  func damage() throws {
    let good = Array("8BIM".utf8) + [0x04, 0x04, 0, 0, 0, 0, 0, 1, 7, 0]
    for rest in [Array("8BIM".utf8) + [4], Array("8BIX".utf8), Array("8BIM".utf8) + [4, 5, 0, 0, 0xFF, 0xFF, 0, 0]] {
      let (resources, damage) = PhotoshopResources.reading(good + rest)
      #expect(resources.iptc == [7] && damage != nil)
    }
  }
}
