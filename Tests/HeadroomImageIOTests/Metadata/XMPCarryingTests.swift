import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite("XMP from container to container") struct XMPCarryingTests {
  static let carriers = ["jpeg", "png", "jxl", "heic", "avif", "exr", "tiff", "webp"]

  /// What phones, Camera Raw and Apple write about a gain map, and a title.
  private static let description = """
    <rdf:Description rdf:about="" xmlns:dc="urn:dc" xmlns:hdrgm="\(XMPNamespace.hdrGainMap)"
     xmlns:Container="\(XMPNamespace.container)" xmlns:Item="\(XMPNamespace.containerItem)"
     xmlns:HDRGainMap="\(XMPNamespace.appleGainMap)" xmlns:apdi="\(XMPNamespace.applePixelData)"
     hdrgm:Version="1.0" hdrgm:GainMapMax="2"><dc:title>kept</dc:title>
    <Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap"/></rdf:li>
    </rdf:Seq></Container:Directory><HDRGainMap:HDRGainMapVersion>131072</HDRGainMap:HDRGainMapVersion>
    <apdi:AuxiliaryImageType>urn:com:apple:photo:2020:aux:hdrgainmap</apdi:AuxiliaryImageType></rdf:Description>
    """

  static func reread(_ picture: StillImage, as name: String) throws -> StillInfo {
    let format = try #require(ImageFormats.named(name))
    let writer = format.writer
    let bytes = try #require(writer).encode(picture, options: EncodeOptions(speed: 10))
    return try format.open(FileBytes(bytes), limits: .standard).info
  }

  static func picture() throws -> StillImage {
    StillImage(base: try makeBitmap(64, 64, .rgb8) { x, y, c in UInt16(x + 2 * y + 9 * c) }, encoding: .sRGB)
  }

  @Test("Nothing is said of a gain map in a file without one", arguments: carriers)
  func staleDescriptions(_ name: String) throws {
    var picture = try Self.picture()
    picture.metadata.xmp = Array(XMPPacket.wrapped(Self.description).utf8)
    let bytes = try #require(try Self.reread(picture, as: name).metadata.xmp)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("hdr-gain-map") && !text.contains("GainMap") && !text.contains("hdrgainmap"))
    #expect(try XMPPacket(parsing: bytes)["urn:dc", "title"] == .text("kept"))
  }

  @Test("A map that is taken out of a file takes with it what XMP says of it", arguments: ["jxl", "png"])
  func removal(_ name: String) throws {
    let stated = Array(XMPPacket.wrapped(Self.description).utf8)
    var bytes: [UInt8]
    if name == "jxl" {
      bytes = try JPEGXLWriter().encode(JPEGXLGainMapTests.adaptive(), options: EncodeOptions(speed: 10))
      bytes += PNGBuilder.u32(UInt32(stated.count + 8)) + Array("xml ".utf8) + stated
    } else {
      var builder = PNGBuilder(width: 2, height: 2)
      builder.chunks = [PNGBuilder.chunk("iTXt", Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + stated)]
      bytes = builder.file { _, _, _ in 0 }
    }
    let reader = try #require(ImageFormats.open(FileBytes(bytes)) as? any CodedEditing)
    #expect(reader.info.metadata.xmp == stated)
    let left = try ImageFormats.open(FileBytes(reader.edited(by: CodedEdit(removesGainMap: true)).bytes)).info
    let packet = try XMPPacket(parsing: #require(left.metadata.xmp))
    #expect(packet["urn:dc", "title"] == .text("kept"))
    #expect(left.gainMap == nil && !GainMapXMP.announcesGainMap(packet))
  }

  @Test("A packet that says nothing else goes; one that needs no change keeps its bytes", arguments: carriers)
  func bytes(_ name: String) throws {
    var picture = try Self.picture()
    picture.metadata.xmp = GainMapXMP.ultraHDRPacket(GainMapMetadata(alternateHeadroom: 2, max: 2))
    #expect(try Self.reread(picture, as: name).metadata.xmp == nil || name == "jpeg")
    let plain = Array(XMPPacket.wrapped("<rdf:Description  xmlns:q='urn:q' q:a='1'/>").utf8)
    picture.metadata.xmp = plain
    #expect(try Self.reread(picture, as: name).metadata.xmp == plain || name == "jpeg")
  }

  @Test("A packet of 200 kB goes from container to container, through JPEG's parts and back")
  func large() throws {
    let log = String(repeating: "edited; ", count: 25_000)
    var picture = try Self.picture()
    picture.metadata.xmp = Array(
      XMPPacket.wrapped("<rdf:Description xmlns:q='urn:q' q:log='\(log)'><q:title>kept</q:title></rdf:Description>")
        .utf8)
    for name in ["jpeg", "heic", "jpeg", "jxl", "jpeg", "tiff", "png", "avif", "webp", "exr"] {
      let info = try Self.reread(picture, as: name)
      #expect(info.warnings.isEmpty)
      #expect((info.metadata.extendedXMP == nil) == (name != "jpeg"))
      picture.metadata = info.metadata
    }
    let packet = try XMPPacket(parsing: #require(picture.metadata.xmp))
    #expect(packet["urn:q", "log"] == .text(log) && packet["urn:q", "title"] == .text("kept"))
    #expect(packet[XMPNamespace.xmpNote, "HasExtendedXMP"] == nil)
  }

  @Test("What the extended packet of a JPEG says of a gain map ends with the map too")
  func staleExtension() throws {
    var picture = try Self.picture()
    let note =
      "<rdf:Description xmlns:n='\(XMPNamespace.xmpNote)' n:HasExtendedXMP='0123456789ABCDEF0123456789ABCDEF'/>"
    picture.metadata.xmp = Array(XMPPacket.wrapped(note).utf8)
    picture.metadata.extendedXMP = Array(XMPPacket.wrapped(Self.description).utf8)
    let info = try Self.reread(picture, as: "jpeg")
    let packet = try XMPPacket(parsing: #require(info.metadata.xmp))
    #expect(packet["urn:dc", "title"] == .text("kept"))
    #expect(!GainMapXMP.announcesGainMap(packet) && info.metadata.extendedXMP == nil)
  }

  @Test("The extended packet of a JPEG is joined where packets may have any size", arguments: carriers.dropFirst())
  func extended(_ name: String) throws {
    var picture = try Self.picture()
    let note = "<rdf:Description xmlns:n='\(XMPNamespace.xmpNote)' n:HasExtendedXMP='0123' xmlns:q='urn:a' q:one='1'/>"
    picture.metadata.xmp = Array(XMPPacket.wrapped(note).utf8)
    // The prefix of the other packet stands for something else here, and is declared outside the description.
    picture.metadata.extendedXMP = Array(
      "<x xmlns:q='urn:b'><r:RDF xmlns:r='\(XMPNamespace.rdf)'><r:Description q:two='2'/></r:RDF></x>".utf8)
    let packet = try XMPPacket(parsing: #require(try Self.reread(picture, as: name).metadata.xmp))
    #expect(packet["urn:a", "one"] == .text("1"))
    #expect(packet["urn:b", "two"] == .text("2"))
    #expect(packet[XMPNamespace.xmpNote, "HasExtendedXMP"] == nil)
  }
}
