import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomPictures
import HeadroomPixels
import Testing

@Suite("Metadata tags")
struct CGImageMetadataTests {
  private static let packet = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
      xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:my="urn:mine" xmp:Rating="4" xmp:CreatorTool="a &amp; b">
    <d:title><rdf:Alt><rdf:li xml:lang="x-default">Sea</rdf:li><rdf:li xml:lang="fr-FR">Mer</rdf:li></rdf:Alt></d:title>
    <d:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag></d:subject>
    <exif:Flash rdf:parseType="Resource"><exif:Fired>True</exif:Fired><my:Note>x</my:Note></exif:Flash>
    <my:List><rdf:Seq><rdf:li rdf:parseType="Resource"><my:Deep>1</my:Deep></rdf:li></rdf:Seq></my:List>
    </rdf:Description></rdf:RDF></x:xmpmeta>
    """

  private static func read() throws -> CGImageMetadata {
    try #require(CGImageMetadataCreateFromXMPData(Data(packet.utf8)))
  }

  @Test("tags of a packet are found by path, whatever prefixes the file has")
  func paths() throws {
    let metadata = try Self.read()
    func text(_ path: String) -> String? { CGImageMetadataCopyStringValueWithPath(metadata, nil, path) }
    #expect(text("xmp:Rating") == "4")
    #expect(text("xmp:CreatorTool") == "a & b")
    #expect(text("dc:title") == "Sea")
    #expect(text("dc:title[fr-fr]") == "Mer")
    #expect(text("dc:subject[1]") == "two")
    #expect(text("exif:Flash.Fired") == "True")
    #expect(text("exif:Flash.exif:Fired") == "True")
    #expect(text("exif:Flash.my:Note") == "x")
    #expect(text("my:List[0].Deep") == "1")
    for path in [
      "", "xmp:", ":Rating", "Rating", "xmp:Nothing", "no:Rating", "dc:subject[2]", "dc:subject[-1]", "dc:subject[",
      "dc:subject[0", "exif:Flash.", "exif:Flash..Fired", "xmp:Rating.x", "a:b:c", "[0]",
      String(repeating: "dc:a.", count: 100),
    ] { #expect(text(path) == nil) }
    let flash = try #require(CGImageMetadataCopyTagWithPath(metadata, nil, "exif:Flash"))
    #expect(CGImageMetadataTagGetType(flash) == .structure)
    #expect(CGImageMetadataCopyStringValueWithPath(metadata, flash, "Fired") == "True")
    let subject = try #require(CGImageMetadataCopyTagWithPath(metadata, nil, "dc:subject"))
    #expect(CGImageMetadataTagGetType(subject) == .arrayUnordered)
    #expect((CGImageMetadataTagCopyValue(subject) as? [CGImageMetadataTag])?.count == 2)
    #expect(CGImageMetadataTagCopyNamespace(subject) == kCGImageMetadataNamespaceDublinCore)
    #expect(CGImageMetadataTagCopyName(subject) == "subject")
    let title = try #require(CGImageMetadataCopyTagWithPath(metadata, nil, "dc:title"))
    #expect(CGImageMetadataTagGetType(title) == .alternateText)
    let texts = CGImageMetadataTagCopyValue(title) as? [CGImageMetadataTag]
    let first = try #require(texts?.first)
    let language = try #require(CGImageMetadataTagCopyQualifiers(first)?.first as? CGImageMetadataTag)
    #expect(CGImageMetadataTagCopyValue(language) as? String == "x-default")
  }

  @Test("all tags are walked, and every path that is given leads to its tag")
  func enumeration() throws {
    let metadata = try Self.read()
    var top: [String] = []
    CGImageMetadataEnumerateTagsUsingBlock(metadata, nil, nil) { path, _ in
      top.append(path)
      return true
    }
    #expect(top == ["xmp:Rating", "xmp:CreatorTool", "d:title", "d:subject", "exif:Flash", "my:List"])
    #expect(CGImageMetadataCopyTags(metadata)?.count == 6)
    var all: [String] = []
    CGImageMetadataEnumerateTagsUsingBlock(metadata, nil, [kCGImageMetadataEnumerateRecursively: true]) { path, tag in
      all.append(path)
      #expect(CGImageMetadataCopyTagWithPath(metadata, nil, path) == tag)
      return true
    }
    #expect(all.contains("d:title[fr-FR]") && all.contains("exif:Flash.my:Note") && all.contains("my:List[0].Deep"))
    #expect(all.count == 14)
    var some = 0
    CGImageMetadataEnumerateTagsUsingBlock(metadata, "d:subject", nil) { _, _ in
      some += 1
      return some < 1
    }
    #expect(some == 1)
  }

  @Test("what is set can be read, in the form of its schema")
  func setting() throws {
    let metadata = CGImageMetadataCreateMutable()
    #expect(CGImageMetadataCopyTags(metadata) == nil)
    #expect(CGImageMetadataCreateXMPData(metadata, nil) == nil)
    func set(_ path: String, _ value: Any) -> Bool { CGImageMetadataSetValueWithPath(metadata, nil, path, value) }
    func text(_ path: String) -> String? { CGImageMetadataCopyStringValueWithPath(metadata, nil, path) }
    func register(_ metadata: CGMutableImageMetadata, _ namespace: String, _ prefix: String) -> Bool {
      CGImageMetadataRegisterNamespaceForPrefix(metadata, namespace, prefix, nil)
    }
    func type(_ path: String) -> CGImageMetadataType? {
      CGImageMetadataCopyTagWithPath(metadata, nil, path).map { CGImageMetadataTagGetType($0) }
    }
    #expect(set("dc:title", "Sea") && type("dc:title") == .alternateText && text("dc:title") == "Sea")
    #expect(set("dc:title[de]", "Meer") && set("dc:title", "The sea"))
    #expect(text("dc:title[de]") == "Meer" && text("dc:title[x-default]") == "The sea")
    #expect(set("dc:creator", "Me") && type("dc:creator") == .arrayOrdered && text("dc:creator") == "Me")
    #expect(set("dc:subject", ["b", "a"]) && type("dc:subject") == .arrayUnordered && text("dc:subject[0]") == "b")
    #expect(set("dc:subject[2]", "c") && !set("dc:subject[9]", "z"))
    #expect(set("xmp:Rating", 5) && text("xmp:Rating") == "5")
    #expect(set("exif:Flash.Fired", true) && text("exif:Flash.Fired") == "True")
    #expect(set("exif:Flash", ["exif:Mode": 1, "Return": "0"]) && text("exif:Flash.Return") == "0")
    #expect(
      !set("my:Tag", "x") && !set("xmp:Rating.x", 1) && !set("xmp:Rating", Date()) && !set("xmp:Rating", Double.nan))
    #expect(register(metadata, "urn:mine", "my"))
    #expect(!register(metadata, "urn:other", "my"))
    #expect(!register(metadata, "urn:x", "a b"))
    #expect(set("my:Tag", "<&>\"\u{1}") && text("my:Tag") == "<&>\"\u{1}")
    let tag = try #require(CGImageMetadataTagCreate("urn:new", "new", "Made", .arrayUnordered, ["x", "y"]))
    #expect(CGImageMetadataTagCreate("urn:new", "new", "Made", .structure, "x") == nil)
    #expect(CGImageMetadataTagCreate("urn:new", "new", "no name", .default, "x") == nil)
    #expect(CGImageMetadataTagCreate("urn:new", nil, "Made", .default, "x") == nil)
    #expect(register(metadata, "urn:new", "new"))
    #expect(CGImageMetadataSetTagWithPath(metadata, nil, "new:Made", tag))
    #expect(!CGImageMetadataSetTagWithPath(metadata, nil, "new:Other", tag))
    #expect(CGImageMetadataRemoveTagWithPath(metadata, nil, "dc:title[de]") && text("dc:title[de]") == nil)
    #expect(!CGImageMetadataRemoveTagWithPath(metadata, nil, "dc:title[de]"))
    let data = try #require(CGImageMetadataCreateXMPData(metadata, nil))
    let back = try #require(CGImageMetadataCreateFromXMPData(data))
    for path in ["dc:title", "dc:creator[0]", "dc:subject[2]", "xmp:Rating", "exif:Flash.Mode", "new:Made[1]"] {
      #expect(CGImageMetadataCopyStringValueWithPath(back, nil, path) == text(path))
    }
    #expect(CGImageMetadataCopyStringValueWithPath(back, nil, "my:Tag") == "<&>\"")
    let copy = try #require(CGImageMetadataCreateMutableCopy(metadata))
    CGImageMetadataSetValueWithPath(copy, nil, "xmp:Rating", 1)
    #expect(text("xmp:Rating") == "5")
  }

  @Test("a packet that is written again says the same")
  func roundTrip() throws {
    let metadata = try Self.read()
    let data = try #require(CGImageMetadataCreateXMPData(metadata, nil))
    let back = try #require(CGImageMetadataCreateFromXMPData(data))
    let (before, after) = (CGImageMetadataCopyTags(metadata), CGImageMetadataCopyTags(back))
    #expect(before as? [CGImageMetadataTag] == after as? [CGImageMetadataTag])
    for broken in ["", "<x", "<a/>", "text"] { #expect(CGImageMetadataCreateFromXMPData(Data(broken.utf8)) == nil) }
  }

  private static let types = [
    "public.jpeg", "public.png", "public.tiff", "public.heic", "public.avif", "public.jpeg-xl",
  ]

  @Test("metadata that is added with an image is in the file, in every container that holds XMP", arguments: types)
  func writing(type: String) throws {
    let metadata = CGImageMetadataCreateMutable()
    CGImageMetadataSetValueWithPath(metadata, nil, "dc:title", "Sea & sky")
    CGImageMetadataSetValueWithPath(metadata, nil, "dc:subject", ["one", "two"])
    CGImageMetadataSetValueWithPath(metadata, nil, "tiff:Orientation", 6)
    CGImageMetadataSetValueWithPath(metadata, nil, "tiff:Make", "Maker")
    CGImageMetadataSetValueWithPath(metadata, nil, "exif:ExposureTime", "1/125")
    CGImageMetadataSetValueWithPath(metadata, nil, "exif:ISOSpeedRatings", [200])
    CGImageMetadataSetValueWithPath(metadata, nil, "exif:DateTimeOriginal", "2024-05-01T10:20:30")
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, type, 1, nil))
    let image = try makeAsymmetricImage(width: 16, height: 12)
    CGImageDestinationAddImageAndMetadata(
      destination, image, metadata, [kCGImageDestinationLossyCompressionQuality: 0.5])
    #expect(CGImageDestinationFinalize(destination))
    let source = try #require(CGImageSourceCreateWithData(data as Data, nil))
    let back = try #require(CGImageSourceCopyMetadataAtIndex(source, 0, nil))
    #expect(CGImageMetadataCopyStringValueWithPath(back, nil, "dc:title") == "Sea & sky")
    #expect(CGImageMetadataCopyStringValueWithPath(back, nil, "dc:subject[1]") == "two")
    let properties = try source.properties(at: 0)
    #expect(properties[kCGImagePropertyOrientation] as? Int == 6)
    let exif = try #require(properties[kCGImagePropertyExifDictionary] as? CFDictionary)
    #expect(abs((exif[kCGImagePropertyExifExposureTime] as? Double ?? 0) - 0.008) < 1e-9)
    #expect(exif[kCGImagePropertyExifISOSpeedRatings] as? [Int] == [200])
    #expect(exif[kCGImagePropertyExifDateTimeOriginal] as? String == "2024:05:01 10:20:30")
    let tiff = properties[kCGImagePropertyTIFFDictionary] as? CFDictionary
    #expect(tiff?[kCGImagePropertyTIFFMake] as? String == "Maker")
  }

  @Test("EXIF fields are tags where XMP does not tell them")
  func fromEXIF() throws {
    let data = NSMutableData()
    let destination = try CGImageDestination(data: data, type: "public.jpeg")
    try destination.add(
      try makeAsymmetricImage(width: 16, height: 12),
      properties: [
        kCGImagePropertyExifDictionary: [
          kCGImagePropertyExifExposureTime: 0.004, kCGImagePropertyExifDateTimeOriginal: "2024:05:01 10:20:30",
          kCGImagePropertyExifISOSpeedRatings: [100],
        ] as CFDictionary
      ])
    try destination.finalize()
    let metadata = try CGImageSource(data: data as Data).metadata(at: 0)
    #expect(metadata["exif:ExposureTime"] == "1/250")
    #expect(metadata["exif:DateTimeOriginal"] == "2024-05-01T10:20:30")
    #expect(metadata["exif:ISOSpeedRatings[0]"] == "100")
  }

  @Test("Numbers that are no integers are left out of the properties")
  func oddNumbers() throws {
    var block = EXIFBlock()
    block.exif[0x8822] = .floats([.nan])
    block.exif[0x9207] = .doubles([1e300])
    var picture = try JPEGFixture.picture()
    picture.metadata.exif = block.serialized()
    let file = try JPEGWriter().encode(picture, options: EncodeOptions())
    let properties = try CGImageSource(bytes: FileBytes(file)).properties(at: 0)
    #expect(properties[kCGImagePropertyExifDictionary] == nil)
  }
}
