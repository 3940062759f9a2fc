import HeadroomContainers
import Testing

@Suite("What stays when the personal or the place goes") struct MetadataPolicyTests {
  /// A packet with one property in many forms: attribute, element, item, nested field.
  static func packet(_ namespace: String, _ name: String) -> [UInt8] {
    Array(
      XMPPacket.wrapped(
        """
        <rdf:Description rdf:about="uuid:1234" xmlns:dc="\(XMPNamespace.dublinCore)" xmlns:q="\(namespace)" q:\(name)="SECRET">
        <dc:format>image/jpeg</dc:format></rdf:Description>
        <rdf:Description rdf:about="" xmlns:q="\(namespace)"><q:\(name)><rdf:Bag><rdf:li>SECRET</rdf:li>
        <rdf:li rdf:parseType="Resource"><q:\(name)>SECRET</q:\(name)></rdf:li></rdf:Bag></q:\(name)></rdf:Description>
        """
      ).utf8)
  }

  static func says(_ bytes: [UInt8]?, _ text: String = "SECRET") -> Bool {
    String(decoding: bytes ?? [], as: UTF8.self).contains(text)
  }

  static func left(_ namespace: String, _ name: String, _ parts: MetadataParts) -> [UInt8]? {
    XMPPacket.removing(parts, from: packet(namespace, name))
  }

  @Test(
    "Names of people, keywords, suppliers and namespaces that nobody knows go with the personal",
    arguments: [
      (XMPNamespace.dublinCore, "subject"), (XMPNamespace.dublinCore, "creator"),
      (XMPNamespace.dublinCore, "publisher"),
      ("http://www.digikam.org/ns/1.0/", "TagsList"), ("http://ns.adobe.com/lightroom/1.0/", "hierarchicalSubject"),
      ("http://ns.acdsee.com/iptc/1.0/", "keywords"),
      ("http://www.metadataworkinggroup.com/schemas/regions/", "Regions"),
      ("http://www.metadataworkinggroup.com/schemas/collections/", "Collections"),
      ("http://ns.microsoft.com/photo/1.0/", "LastKeywordXMP"),
      ("http://ns.microsoft.com/photo/1.0/", "LastKeywordIPTC"),
      ("http://ns.useplus.org/ldf/xmp/1.0/", "ImageSupplierName"), ("http://ns.useplus.org/ldf/xmp/1.0/", "Licensor"),
      ("http://ns.useplus.org/ldf/xmp/1.0/", "CopyrightOwner"), ("http://ns.adobe.com/xap/1.0/rights/", "Owner"),
      ("http://ns.adobe.com/xap/1.0/mm/", "History"), ("http://ns.adobe.com/exif/1.0/aux/", "SerialNumber"),
      (XMPNamespace.photoshop, "CaptionWriter"), (XMPNamespace.photoshop, "Credit"), (XMPNamespace.tiff, "Artist"),
      (XMPNamespace.iptcExtension, "PersonInImage"), (XMPNamespace.exifExtended, "CameraOwnerName"),
      (XMPNamespace.iptcCore, "CreatorContactInfo"), ("http://example.org/own/", "person"),
      ("http://ns.adobe.com/camera-raw-settings/1.0/", "RawFileName"),
    ])
  func personalGoes(_ namespace: String, _ name: String) {
    #expect(!Self.says(Self.left(namespace, name, .personal)))
    #expect(Self.says(Self.left(namespace, name, .personal), "image/jpeg"))
    #expect(!Self.says(Self.left(namespace, name, .personal), "uuid:1234"))
    #expect(Self.says(Self.left(namespace, name, [])))
  }

  @Test("A namespace that nothing uses any more is not named either")
  func declarations() {
    #expect(!Self.says(Self.left("http://jane-doe.example/", "x", .personal), "jane-doe"))
  }

  @Test(
    "Copyright, terms, captions and what describes the pixels stay",
    arguments: [
      (XMPNamespace.dublinCore, "rights"), (XMPNamespace.dublinCore, "description"), (XMPNamespace.dublinCore, "title"),
      (XMPNamespace.rights, "UsageTerms"), (XMPNamespace.rights, "WebStatement"), (XMPNamespace.photoshop, "Headline"),
      ("http://ns.useplus.org/ldf/xmp/1.0/", "DataMining"), (XMPNamespace.iptcExtension, "DigitalSourceType"),
      (XMPNamespace.exif, "UserComment"), (XMPNamespace.tiff, "Copyright"), (XMPNamespace.tiff, "Model"),
      ("http://ns.adobe.com/camera-raw-settings/1.0/", "Exposure2012"), (XMPNamespace.panorama, "FullPanoWidthPixels"),
      (XMPNamespace.exif, "FNumber"), (XMPNamespace.exifExtended, "LensModel"),
    ])
  func publicStays(_ namespace: String, _ name: String) {
    let bytes = Self.packet(namespace, name)
    #expect(Self.says(XMPPacket.removing([.personal, .location], from: bytes)))
    // Nothing but the number of the document has changed.
    #expect(XMPPacket.removing(.location, from: bytes) == bytes)
  }

  @Test(
    "Places, and what drones say of their flight, go with the location and stay with the personal where their field is known",
    arguments: [
      (XMPNamespace.exif, "GPSLatitude", true), (XMPNamespace.photoshop, "City", true),
      (XMPNamespace.photoshop, "Country", true), (XMPNamespace.iptcCore, "Location", true),
      (XMPNamespace.iptcExtension, "LocationShown", true), (XMPNamespace.dublinCore, "coverage", true),
      ("http://www.dji.com/drone-dji/1.0/", "RelativeAltitude", false),
      ("http://www.dji.com/drone-dji/1.0/", "FlightYawDegree", false),
      ("http://www.parrot.com/drone-parrot/1.0/", "CameraRollDegree", false),
      ("http://www.w3.org/2003/01/geo/wgs84_pos#", "lat", false), ("http://example.org/own/", "Location", false),
      ("http://ns.acdsee.com/iptc/1.0/", "city", false), ("http://example.org/own/", "AbsoluteAltitude", false),
    ])
  func locations(_ namespace: String, _ name: String, staysWithPersonal: Bool) {
    #expect(!Self.says(Self.left(namespace, name, .location)))
    #expect(Self.says(Self.left(namespace, name, .personal)) == staysWithPersonal)
  }

  @Test("IPTC: places with the location, names and keywords with the personal, caption and copyright stay")
  func iptc() throws {
    var block = IPTCBlock()
    let names: [UInt8: String] = [
      5: "title", 25: "keyword", 80: "byline", 90: "city", 110: "credit", 115: "source", 116: "copyright",
      118: "contact",
      120: "caption", 122: "writer", 199: "own",
    ]
    for (number, text) in names.sorted(by: { $0.key < $1.key }) { block.setTexts([text], for: .init(2, number)) }
    func left(_ parts: MetadataParts) throws -> Set<UInt8> {
      let bytes = IPTCBlock.removing(parts, from: block.serialized())
      return Set(try IPTCBlock(parsing: bytes ?? []).sets.filter { $0.key.record == 2 }.map(\.key.number))
    }
    #expect(try left(.location) == Set(names.keys).subtracting([90]))
    #expect(try left(.personal) == [5, 90, 116, 120])
    #expect(try left([.personal, .location]) == [5, 116, 120])
    #expect(try left(.all) == [])
    #expect(IPTCBlock.removing(.location, from: IPTCMappingTests.block([(25, "x")]).serialized()) != nil)
    #expect(IPTCBlock.removing(.personal, from: IPTCMappingTests.block([(25, "x")]).serialized()) == nil)
  }

  @Test("EXIF: tags that nobody knows go with the personal")
  func exif() throws {
    var block = EXIFBlock()
    block.image = [
      0x010F: .ascii("Maker"), 0x013B: .ascii("A"), 0x8298: .ascii("(c)"), 0x9C9E: .bytes([1]), 0xC62F: .ascii("1"),
    ]
    block.exif = [
      0x829A: .rationals([.init(1, 60)]), 0xA431: .ascii("1"), 0xFDE8: .ascii("Owner's Name: A"),
      0x9286: .undefined([1]),
    ]
    block.gps = [1: .ascii("N")]
    var personal = block
    personal.remove(.personal)
    #expect(Set(personal.image.keys) == [0x010F, 0x8298] && Set(personal.exif.keys) == [0x829A, 0x9286])
    #expect(personal.gps == block.gps)
    var location = block
    location.remove(.location)
    #expect(location.gps.isEmpty && location.image == block.image && location.exif == block.exif)
  }

  @Test("Texts and Photoshop's resources have tables of their own")
  func others() {
    let policy = MetadataPolicy(removing: .personal)
    for keyword in ["Copyright", "Description", "Title", "Software"] { #expect(policy.keeps(textKeyword: keyword)) }
    for keyword in ["Author", "parameters", "prompt", "Keywords", "x"] { #expect(!policy.keeps(textKeyword: keyword)) }
    #expect(!MetadataPolicy(removing: .location).keeps(textKeyword: "GPSLatitude"))
    #expect(policy.keeps(photoshopResource: 1034) && !policy.keeps(photoshopResource: 1058))
    #expect(MetadataPolicy(removing: []).keeps(photoshopResource: 1058))
  }
}
