import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomEngine
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite("IPTC, density and texts from container to container") struct IPTCCarryingTests {
  static let others = ["png", "jxl", "heic", "avif", "exr", "webp"]

  static func block() -> IPTCBlock {
    var block = IPTCBlock()
    for (number, texts) in [
      (25, ["alpha", "beta"]), (80, ["A Photographer"]), (90, ["Bern"]), (116, ["(c) Example"]), (120, ["A caption é"]),
    ] as [(UInt8, [String])] { block.setTexts(texts, for: .init(2, number)) }
    return block
  }

  private static func picture() throws -> StillImage {
    var picture = try XMPCarryingTests.picture()
    picture.metadata.iptc = Self.block().serialized()
    return picture
  }

  @Test("JPEG and TIFF keep IPTC byte for byte, and nothing is added to XMP", arguments: ["jpeg", "tiff"])
  func kept(_ name: String) throws {
    let metadata = try XMPCarryingTests.reread(try Self.picture(), as: name).metadata
    #expect(metadata.iptc == Self.block().serialized() && metadata.xmp == nil)
  }

  @Test("Other containers get it as XMP, where that says nothing yet", arguments: others)
  func asXMP(_ name: String) throws {
    var picture = try Self.picture()
    let city = "<rdf:Description rdf:about=\"\" xmlns:p=\"\(XMPNamespace.photoshop)\" p:City=\"Basel\"/>"
    picture.metadata.xmp = Array(XMPPacket.wrapped(city).utf8)
    let metadata = try XMPCarryingTests.reread(picture, as: name).metadata
    let packet = try XMPPacket(parsing: #require(metadata.xmp))
    #expect(packet[XMPNamespace.dublinCore, "subject"] == .list([.text("alpha"), .text("beta")]))
    #expect(packet[XMPNamespace.dublinCore, "rights"] == .list([.text("(c) Example")]))
    #expect(packet[XMPNamespace.dublinCore, "description"] == .list([.text("A caption é")]))
    #expect(packet[XMPNamespace.photoshop, "City"]?.text == "Basel")
  }

  @Test("Blocks beyond a segment's size go into several, Photoshop's other resources beside them")
  func segments() throws {
    var picture = try XMPCarryingTests.picture()
    var block = Self.block()
    block.setTexts([String(repeating: "long ", count: 30_000) + "."], for: .init(2, 120))
    picture.metadata.iptc = block.serialized()
    var resources = PhotoshopResources()
    resources.set([1], for: 1034)
    picture.metadata.photoshop = resources.serialized()
    let metadata = try XMPCarryingTests.reread(picture, as: "jpeg").metadata
    #expect(metadata.iptc == block.serialized() && metadata.photoshop == resources.serialized())
    let tiff = try XMPCarryingTests.reread(picture, as: "tiff").metadata
    #expect(tiff.iptc == block.serialized() && tiff.photoshop == resources.serialized())
  }

  @Test(
    "A city goes with the place, a byline with the personal, also where IPTC became XMP", arguments: ["jpeg", "png"])
  func stripping(_ name: String) throws {
    var picture = try Self.picture()
    picture.metadata = picture.metadata.removing([.location, .personal])
    let left = try XMPCarryingTests.reread(picture, as: name).metadata
    let texts = [left.iptc, left.xmp].compactMap { $0 }.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(!texts.contains("Bern") && !texts.contains("Photographer") && !texts.contains("alpha"))
    #expect(texts.contains("(c) Example") && texts.contains("A caption"))
  }

  @Test("PNG's raw profile of IPTC is read, with Photoshop's resources around it or without")
  func rawProfile() throws {
    var resources = PhotoshopResources()
    resources.iptc = Self.block().serialized()
    for bytes in [resources.serialized(), Self.block().serialized()] {
      let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      var builder = PNGBuilder(width: 2, height: 2)
      let text = "\niptc\n    \(bytes.count)\n\(digits)\n"
      builder.chunks = [PNGBuilder.chunk("tEXt", Array("Raw profile type iptc\0".utf8) + Array(text.utf8))]
      let info = try ImageFormats.open(FileBytes(builder.file { _, _, _ in 0 })).info
      #expect(info.metadata.iptc == Self.block().serialized() && info.metadata.texts.isEmpty)
    }
  }

  // MARK: Density

  @Test("Density goes from JPEG to PNG to TIFF and back", arguments: [72, 150, 300, 600])
  func density(_ perInch: Int) throws {
    var picture = try XMPCarryingTests.picture()
    picture.metadata.density = PixelDensity(x: Double(perInch), y: 2 * Double(perInch), unit: .inch)
    for name in ["jpeg", "png", "tiff", "jpeg", "tiff", "png", "jpeg"] {
      let info = try XMPCarryingTests.reread(picture, as: name)
      picture.metadata = info.metadata
    }
    #expect(picture.metadata.density == PixelDensity(x: Double(perInch), y: 2 * Double(perInch), unit: .inch))
  }

  @Test(
    "EXIF's density is stated where the container's is not known; pixels that are not square are said without a unit")
  func otherDensities() throws {
    var picture = try XMPCarryingTests.picture()
    var block = EXIFBlock()
    block.image[EXIFBlock.Tag.xResolution] = .rationals([.init(240, 1)])
    block.image[EXIFBlock.Tag.yResolution] = .rationals([.init(240, 1)])
    picture.metadata.exif = block.serialized()
    let jpeg = try XMPCarryingTests.reread(picture, as: "jpeg").metadata.density
    #expect(jpeg == PixelDensity(x: 240, y: 240, unit: .inch))
    picture.metadata = StillMetadata()
    picture.metadata.density = PixelDensity(x: 2, y: 1, unit: .none)
    for name in ["jpeg", "png"] {
      #expect(try XMPCarryingTests.reread(picture, as: name).metadata.density == picture.metadata.density)
    }
    #expect(try XMPCarryingTests.reread(try XMPCarryingTests.picture(), as: "jpeg").metadata.density == nil)
  }

  // MARK: PNG's texts

  @Test("Texts of a PNG stay in PNG, of all three kinds")
  func texts() throws {
    var picture = try XMPCarryingTests.picture()
    var description = MetadataText(keyword: "Description", utf8: Array("a déscription".utf8))
    description.language = "fr"
    description.translatedKeyword = "Déscription"
    var workflow = MetadataText(keyword: "workflow", utf8: Array(String(repeating: "{}", count: 4000).utf8))
    workflow.isCompressed = true
    picture.metadata.texts = [
      MetadataText(keyword: "parameters", utf8: Array("steps: 20".utf8)), description, workflow,
      MetadataText(keyword: "parameters", utf8: Array("again".utf8)),
    ]
    let file = try #require(ImageFormats.named("png")?.writer).encode(picture, options: EncodeOptions())
    #expect(try ImageFormats.open(FileBytes(file)).info.metadata.texts == picture.metadata.texts)
    for type in ["tEXt", "iTXt", "zTXt"] { #expect(WrittenFile(file).contains(text: type)) }
    let left = picture.metadata.removing(.personal).texts.map(\.keyword)
    #expect(left == ["Description"])
    #expect(try XMPCarryingTests.reread(picture, as: "jpeg").metadata.texts.isEmpty)
  }

  private static let ownTexts = [
    ("Title", "A title"), ("Author", "Ann"), ("author", "Bob"), ("Description", " <lines>\n& more "),
    ("Copyright", "© Ann"), ("Software", "GIMP"), ("Comment", "no comment"), ("Disclaimer", "as it is"),
    ("Creation Time", "Mon, 6 May 2024 07:08:09 +0200"), ("Source", "a scanner"), ("parameters", "steps: 20"),
  ].map { MetadataText(keyword: $0.0, utf8: Array($0.1.utf8)) }

  @Test("Texts of a PNG become XMP elsewhere", arguments: others.filter { $0 != "png" } + ["jpeg", "tiff"])
  func textsAsXMP(_ name: String) throws {
    var picture = try XMPCarryingTests.picture()
    picture.metadata.texts = Self.ownTexts
    let packet = try XMPPacket(parsing: #require(try XMPCarryingTests.reread(picture, as: name).metadata.xmp))
    let (dc, basic) = (XMPNamespace.dublinCore, XMPNamespace.basic)
    #expect(packet[dc, "title"] == .list([.text("A title")]))
    #expect(packet[dc, "creator"] == .list([.text("Ann"), .text("Bob")]))
    #expect(packet[dc, "description"] == .list([.text("<lines>\n& more")]))
    #expect(packet[dc, "rights"] == .list([.text("© Ann")]))
    #expect(packet[basic, "CreatorTool"]?.text == "GIMP")
    #expect(packet[basic, "CreateDate"]?.text == "2024-05-06T07:08:09+02:00")
    #expect(packet[XMPNamespace.exif, "UserComment"] == .list([.text("no comment")]))
    #expect(packet[XMPNamespace.rights, "UsageTerms"] == .list([.text("as it is")]))
    #expect(packet.properties.keys.allSatisfy { $0.local != "parameters" && $0.local != "source" })
  }

  @Test("XMP's own values win over texts, and IPTC's do")
  func textsBesideOthers() throws {
    var picture = try XMPCarryingTests.picture()
    picture.metadata.texts = Self.ownTexts
    let own = "<rdf:Description rdf:about=\"\" xmlns:d=\"\(XMPNamespace.dublinCore)\" d:title=\"Mine\"/>"
    picture.metadata.xmp = Array(XMPPacket.wrapped(own).utf8)
    picture.metadata.iptc = Self.block().serialized()
    for name in ["jpeg", "webp"] {
      let metadata = try XMPCarryingTests.reread(picture, as: name).metadata
      let packet = try XMPPacket(parsing: #require(metadata.xmp))
      #expect(packet[XMPNamespace.dublinCore, "title"]?.text == "Mine")
      let creator = packet[XMPNamespace.dublinCore, "creator"]
      #expect(creator == (name == "jpeg" ? nil : .list([.text("A Photographer")])))
      #expect(packet[XMPNamespace.basic, "CreatorTool"]?.text == "GIMP")
    }
    let png = try XMPCarryingTests.reread(picture, as: "png").metadata
    #expect(png.texts == Self.ownTexts)
    #expect(try XMPPacket(parsing: #require(png.xmp))[XMPNamespace.basic, "CreatorTool"] == nil)
  }

  @Test("An author goes with the personal, all of them with all", arguments: ["jpeg", "heic"])
  func strippedTexts(_ name: String) throws {
    var picture = try XMPCarryingTests.picture()
    picture.metadata.texts = Self.ownTexts
    picture.metadata = picture.metadata.removing(.personal)
    let left = try #require(try XMPCarryingTests.reread(picture, as: name).metadata.xmp)
    let text = String(decoding: left, as: UTF8.self)
    #expect(!text.contains("Bob") && text.contains("A title") && text.contains("no comment"))
    // What was kept of the texts is what would be kept of the properties.
    #expect(XMPPacket.removing(.personal, from: left) == left)
    picture.metadata.texts = Self.ownTexts
    picture.metadata = picture.metadata.removing(.all)
    #expect(try XMPCarryingTests.reread(picture, as: name).metadata.xmp == nil)
  }

  @Test(
    "Dates are those of ISO 8601; what is none is left out",
    arguments: [
      ("2024-05-06", "2024-05-06"), ("2024-05-06 07:08:09", "2024-05-06T07:08:09"),
      ("2024-05-06T07:08:09.5Z", "2024-05-06T07:08:09.5Z"), ("2024:05:06 07:08:09", "2024-05-06T07:08:09"),
      ("6 May 2024 07:08 GMT", "2024-05-06T07:08:00Z"), ("Mon, 06 May 2024 07:08:09", "2024-05-06T07:08:09"),
      ("yesterday", nil), ("06/05/2024", nil), ("32 May 2024 07:08:09 GMT", nil), ("2024-05-06T<x>", nil), ("", nil),
    ] as [(String, String?)])
  func dates(_ text: String, _ wanted: String?) throws {
    let packet = XMPPacket.adding([MetadataText(keyword: "Creation Time", utf8: Array(text.utf8))], to: nil)
    let found = try packet.map { try XMPPacket(parsing: $0)[XMPNamespace.basic, "CreateDate"]?.text }
    #expect(found ?? nil == wanted)
  }

  @Test("Keywords that are none of PNG's are left out, and very many texts are not kept")
  func oddTexts() throws {
    var picture = try XMPCarryingTests.picture()
    picture.metadata.texts = ["", "東京", String(repeating: "k", count: 80), "a\u{1}"].map {
      MetadataText(keyword: $0, utf8: [65])
    }
    #expect(try XMPCarryingTests.reread(picture, as: "png").metadata.texts.isEmpty)
    var builder = PNGBuilder(width: 2, height: 2)
    builder.chunks = (0..<1100).map { PNGBuilder.chunk("tEXt", Array("key\($0)\0text".utf8)) }
    let info = try ImageFormats.open(FileBytes(builder.file { _, _, _ in 0 })).info
    #expect(info.metadata.texts.count == 1000 && info.warnings.count == 1)
  }

  // MARK: Sizes in XMP

  @Test("XMP says the written file's size, turn and type", arguments: XMPCarryingTests.carriers)
  func sizes(_ name: String) throws {
    var picture = try XMPCarryingTests.picture()
    picture.metadata.xmp = Array(
      XMPPacket.wrapped(
        """
        <rdf:Description rdf:about="" xmlns:tiff="\(XMPNamespace.tiff)" xmlns:exif="\(XMPNamespace.exif)"
         xmlns:dc="\(XMPNamespace.dublinCore)" tiff:ImageWidth="1000" dc:format="image/x-raw">
        <tiff:ImageLength>500</tiff:ImageLength><exif:PixelXDimension>1000</exif:PixelXDimension></rdf:Description>
        """
      ).utf8)
    let packet = try XMPPacket(parsing: #require(try XMPCarryingTests.reread(picture, as: name).metadata.xmp))
    #expect(
      packet[XMPNamespace.tiff, "ImageWidth"]?.text == "64" && packet[XMPNamespace.tiff, "ImageLength"]?.text == "64")
    #expect(packet[XMPNamespace.exif, "PixelXDimension"]?.text == "64")
    #expect(packet[XMPNamespace.exif, "PixelYDimension"] == nil)
    let types = ["jpeg": "image/jpeg", "png": "image/png", "exr": "image/x-exr", "heic": "image/heic"]
    if let type = types[name] { #expect(packet[XMPNamespace.dublinCore, "format"]?.text == type) }
  }
}
