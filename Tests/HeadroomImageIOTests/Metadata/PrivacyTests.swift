import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomPictures
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite("Previews and private metadata") struct PrivacyTests {
  static let containers = ["jpeg", "heic", "avif", "png", "jxl", "tiff", "exr", "webp"]
  /// Those that carry the whole EXIF block.
  static let carriers = ["jpeg", "heic", "avif", "png", "jxl", "webp"]

  /// A JPEG picture as cameras embed it, of random pixels, so that no other picture has its bytes.
  static func thumbnail(seed: UInt64, width: Int = 40) throws -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    let noise = (0..<width * 30 * 3).map { _ in UInt16.random(in: 0...255, using: &generator) }
    let bitmap = try makeBitmap(width, 30, .rgb8) { x, y, c in noise[(y * width + x) * 3 + c] }
    return try JPEGWriter().encode(StillImage(base: bitmap, encoding: .sRGB), options: EncodeOptions(quality: 60))
  }

  /// Bytes from the end of a picture's data, where no table stands that other pictures have too.
  static func mark(_ picture: [UInt8]) -> Data { Data(picture[(picture.count - 34)..<(picture.count - 2)]) }

  /// A block with a preview, a maker note that holds another, names, numbers and a place.
  static func block(_ preview: [UInt8], inMakerNote hidden: [UInt8]) -> EXIFBlock {
    var block = EXIFBlock()
    block.image[EXIFBlock.Tag.make] = .ascii("Maker")
    block.image[0x013B] = .ascii("SECRET-ARTIST")
    block.image[0x8298] = .ascii("COPYRIGHT-KEPT")
    block.image[EXIFBlock.Tag.orientation] = .shorts([1])
    block.exif[0x829A] = .rationals([.init(1, 125)])
    block.exif[0xA430] = .ascii("SECRET-OWNER")
    block.exif[0xA431] = .ascii("SECRET-SERIAL")
    block.exif[EXIFBlock.Tag.makerNote] = .undefined(Array("Maker\0II".utf8) + hidden + Array("end".utf8))
    block.gps[1] = .ascii("N")
    block.gps[2] = .rationals([.init(48, 1), .init(51, 1), .init(0, 1)])
    block.gps[0x1B] = .ascii("SECRET-GPS")
    block.preview[EXIFBlock.Tag.compression] = .shorts([6])
    block.previewBytes = preview
    return block
  }

  static let description = """
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
     xmlns:xmpGImg="http://ns.adobe.com/xap/1.0/g/img/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
     xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
     xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
     xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
     exif:GPSLatitude="SECRET-LATITUDE" aux:SerialNumber="SECRET-AUX" photoshop:City="SECRET-CITY"
     xmpMM:DocumentID="SECRET-ID" xmp:Rating="4">
    <dc:rights>RIGHTS-KEPT</dc:rights><dc:creator><rdf:Seq><rdf:li>SECRET-CREATOR</rdf:li></rdf:Seq></dc:creator>
    <xmp:Thumbnails><rdf:Alt><rdf:li rdf:parseType="Resource"><xmpGImg:image>SECRETIMAGE</xmpGImg:image></rdf:li>
    </rdf:Alt></xmp:Thumbnails>
    <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag><rdf:li mwg-rs:Name="SECRET-FACE"/></rdf:Bag>
    </mwg-rs:RegionList></mwg-rs:Regions></rdf:Description>
    """

  static func metadata(_ preview: [UInt8], inMakerNote hidden: [UInt8]) -> StillMetadata {
    StillMetadata(
      exif: block(preview, inMakerNote: hidden).serialized(), xmp: Array(XMPPacket.wrapped(description).utf8))
  }

  static func file(_ metadata: StillMetadata, as name: String) throws -> Data {
    var picture = try HEIFSamples.picture(64, 48)
    if name == "exr" {
      picture = StillImage(
        base: try makeFloatBitmap(8, 8, .rgbFloat) { x, y, _ in Float(x + y) }, encoding: .linearSRGB)
    }
    picture.metadata = metadata
    let writer = try #require(ImageFormats.named(name)).writer
    return Data(try #require(writer).encode(picture, options: EncodeOptions(speed: 10)))
  }

  static func block(in file: Data) throws -> EXIFBlock {
    try EXIFBlock(parsing: #require(ImageFormats.open(FileBytes(file)).info.metadata.exif))
  }

  // MARK: Previews

  @Test("Rendered pixels leave every preview behind", arguments: containers)
  func previews(_ name: String) throws {
    let (preview, hidden) = (try Self.thumbnail(seed: 1), try Self.thumbnail(seed: 2))
    let metadata = Self.metadata(preview, inMakerNote: hidden)
    let marks = [Self.mark(preview), Self.mark(hidden), Data("SECRETIMAGE".utf8), Data("SECRET-FACE".utf8)]
    if Self.carriers.contains(name) {
      // The same file does hold them where pixels are those of the source: the search below can find them.
      let kept = try Self.file(metadata, as: name)
      for mark in marks { #expect(kept.range(of: mark) != nil) }
      #expect(try Self.block(in: kept).previewBytes == preview)
    }
    let rendered = try Self.file(metadata.ofRenderedPixels, as: name)
    for mark in marks { #expect(rendered.range(of: mark) == nil) }
    let block = try Self.block(in: rendered)
    #expect(block.previewBytes == nil && block.preview.isEmpty)
    #expect(block.image[EXIFBlock.Tag.make]?.text == "Maker")
    #expect(block.exif[0x829A]?.numbers.first.map { ($0 - 0.008).magnitude < 1e-6 } == true)
    guard Self.carriers.contains(name) else { return }
    // The maker note keeps its length and its place; only the picture in it is blank.
    let note = block.exif[EXIFBlock.Tag.makerNote]?.opaqueBytes
    #expect(note?.count == hidden.count + 11 && note?.prefix(5) == Array("Maker".utf8)[...])
    #expect(block.gps[0x1B]?.text == "SECRET-GPS")
    let info = try ImageFormats.open(FileBytes(rendered)).info
    #expect(try XMPPacket(parsing: #require(info.metadata.xmp))["http://ns.adobe.com/xap/1.0/", "Rating"]?.text == "4")
  }

  @Test("Uncompressed previews, sub-directories and previews with a spoilt first byte go too")
  func otherPreviews() throws {
    let hidden = try Self.thumbnail(seed: 3)
    var spoilt = hidden
    spoilt[0] = 0x02
    // II, IFD 0 with a maker note and a SubIFD, IFD 1 with two strips.
    let (firstCount, stripBytes) = (3, [UInt8](repeating: 0xAB, count: 40))
    func little(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      little(tag, 2) + little(type, 2) + little(count, 4) + little(value, 4)
    }
    let second = 8 + 2 + 12 * firstCount + 4
    let sub = second + 2 + 24 + 4
    let note = sub + 2 + 24 + 4
    let offsets = note + spoilt.count
    let strips = offsets + 16
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + little(firstCount, 2)
    bytes += entry(0x0112, 3, 1, 6) + entry(0x014A, 4, 1, sub) + entry(0xC634, 7, spoilt.count, note)
    bytes += little(second, 4)
    bytes += little(2, 2) + entry(0x0111, 4, 2, offsets) + entry(0x0117, 4, 2, offsets + 8) + little(0, 4)
    bytes += little(2, 2) + entry(0x0201, 4, 1, strips + 40) + entry(0x0202, 4, 1, 9) + little(0, 4)
    bytes += spoilt + little(strips, 4) + little(strips + 20, 4) + little(20, 4) + little(20, 4)
    bytes += stripBytes + Array("SUBSUBSUB".utf8)
    let cleaned = EXIFBlock.removingPreviews(from: bytes)
    #expect(Data(cleaned).range(of: Self.mark(hidden)) == nil)
    #expect(!cleaned.contains(0xAB) && Data(cleaned).range(of: Data("SUB".utf8)) == nil)
    #expect(cleaned.count == strips)
    let block = try EXIFBlock(parsing: cleaned)
    #expect(block.orientation == 6 && block.image[0x014A] == nil && block.preview.isEmpty)
    #expect(block.image[0xC634]?.opaqueBytes?.count == spoilt.count)
  }

  @Test("Damaged blocks are no trap, and a clean one stays as it is")
  func damage() throws {
    let bytes = Self.block(try Self.thumbnail(seed: 4), inMakerNote: try Self.thumbnail(seed: 5)).serialized()
    for end in stride(from: 0, to: bytes.count, by: 37) { _ = EXIFBlock.removingPreviews(from: Array(bytes[..<end])) }
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<2000 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        mutated[Int.random(in: 0..<min(400, bytes.count), using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      let once = EXIFBlock.removingPreviews(from: mutated)
      #expect(once.count <= mutated.count)
    }
    var plain = EXIFBlock()
    plain.image[EXIFBlock.Tag.make] = .ascii("Maker of cameras")
    #expect(EXIFBlock.removingPreviews(from: plain.serialized()) == plain.serialized())
    let metadata = StillMetadata(exif: plain.serialized(), xmp: Array("<not xml".utf8))
    #expect(metadata.ofRenderedPixels == metadata)
  }

  // MARK: Parts

  @Test("Places go, names stay", arguments: containers)
  func location(_ name: String) throws {
    let metadata = Self.metadata(try Self.thumbnail(seed: 1), inMakerNote: [1, 2, 3])
    let file = try Self.file(metadata.removing(.location), as: name)
    for text in ["SECRET-GPS", "SECRET-LATITUDE", "SECRET-CITY"] { #expect(file.range(of: Data(text.utf8)) == nil) }
    #expect(file.range(of: Data("SECRET-CREATOR".utf8)) != nil && file.range(of: Data("RIGHTS-KEPT".utf8)) != nil)
  }

  /// The picture's places, then the address of who made it.
  @Test("Places of the picture are location, the creator's address is personal")
  func placesAndAddresses() throws {
    let places = [
      #"photoshop:City="X""#, #"photoshop:State="X""#, #"photoshop:Country="X""#, #"core:Location="X""#,
      #"core:CountryCode="X""#, #"dc:coverage="X""#,
    ]
    // In namespaces that go altogether with the personal.
    let others = [#"acdsee:city="X""#, #"media:Location="X""#, #"dm:shotLocation="X""#]
    let elements = ["LocationShown", "LocationCreated"].map {
      "<ext:\($0)><rdf:Bag><rdf:li ext:City=\"X\"/></rdf:Bag></ext:\($0)>"
    }
    let contact = #"<core:CreatorContactInfo core:CiAdrCity="X" core:CiEmailWork="X"/>"#
    func packet(_ attribute: String, _ element: String) -> [UInt8] {
      Array(
        XMPPacket.wrapped(
          """
          <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
           xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:core="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
           xmlns:acdsee="http://ns.acdsee.com/iptc/1.0/" xmlns:media="http://ns.iview-ms.com/mediapro/1.0/"
           xmlns:dm="http://ns.adobe.com/xmp/1.0/DynamicMedia/" dc:format="kept" \(attribute)>\(element)</rdf:Description>
          """
        ).utf8)
    }
    func keeps(_ packet: [UInt8], _ parts: MetadataParts) -> Bool {
      let left = StillMetadata(xmp: packet).removing(parts).xmp ?? []
      return Data(left).range(of: Data("\"X\"".utf8)) != nil
    }
    for place in places.map({ packet($0, "") }) + elements.map({ packet("", $0) }) {
      #expect(!keeps(place, .location) && keeps(place, .personal), "\(String(decoding: place, as: UTF8.self))")
    }
    for place in others.map({ packet($0, "") }) { #expect(!keeps(place, .location) && !keeps(place, .personal)) }
    #expect(keeps(packet("", contact), .location) && !keeps(packet("", contact), .personal))
  }

  @Test("Names, numbers and histories go; copyright and exposure stay", arguments: containers)
  func personal(_ name: String) throws {
    let metadata = Self.metadata(try Self.thumbnail(seed: 1), inMakerNote: [1, 2, 3])
    let file = try Self.file(metadata.removing([.location, .personal]).ofRenderedPixels, as: name)
    #expect(file.range(of: Data("SECRET".utf8)) == nil)
    #expect(file.range(of: Data("RIGHTS-KEPT".utf8)) != nil)
    let block = try Self.block(in: file)
    #expect(block.exif[EXIFBlock.Tag.makerNote] == nil && block.gps.isEmpty)
    #expect(block.exif[0x829A] != nil)
    if name != "exr" { #expect(block.image[0x8298]?.text == "COPYRIGHT-KEPT") }
  }

  @Test("Apple's maker note, whose offsets are its own, survives without a place")
  func appleMakerNote() throws {
    var block = EXIFBlock()
    var note = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D, 0, 1, 0, 0x21, 0, 10, 0, 0, 0, 1, 0, 0, 0, 32]
    note += [UInt8](repeating: 0, count: 32 - note.count) + [0, 0, 0, 3, 0, 0, 0, 2]
    block.exif[EXIFBlock.Tag.makerNote] = .undefined(note)
    block.gps[1] = .ascii("N")
    let metadata = StillMetadata(exif: block.serialized())
    let left = try EXIFBlock(parsing: #require(metadata.removing(.location).exif))
    #expect(left.gps.isEmpty && left.appleMakerNote?.headroom == 1.5)
    #expect(metadata.removing([.location, .personal]).exif == nil)
    #expect(metadata.removing(.all) == StillMetadata())
  }

  @Test("An extended packet is searched too, and joins the main one where it changes")
  func extendedPacket() throws {
    let note = "<rdf:Description rdf:about=\"\" xmlns:n=\"\(XMPNamespace.xmpNote)\" n:HasExtendedXMP=\"0\"/>"
    let metadata = StillMetadata(
      xmp: Array(XMPPacket.wrapped(note).utf8), extendedXMP: Array(XMPPacket.wrapped(Self.description).utf8))
    let left = metadata.ofRenderedPixels.removing([.location, .personal])
    let text = String(decoding: try #require(left.xmp), as: UTF8.self)
    #expect(left.extendedXMP == nil && text.contains("RIGHTS-KEPT") && !text.contains("SECRET"))
  }

  // MARK: The destination

  @Test("A picture made smaller carries its own thumbnail or none", arguments: ["public.jpeg", "public.heic"])
  func destination(_ type: String) throws {
    let preview = try Self.thumbnail(seed: 7)
    var picture = try HEIFSamples.picture(600, 300)
    picture.metadata = Self.metadata(preview, inMakerNote: [])
    let source = CGImageSource(data: Data(try JPEGWriter().encode(picture, options: EncodeOptions())))
    func made(_ properties: CFDictionary) throws -> Data {
      let data = NSMutableData()
      let destination = try CGImageDestination(data: data, type: type)
      try destination.add(from: source, index: 0, properties: properties)
      try destination.finalize()
      return data as Data
    }
    let small = try made([kCGImageDestinationImageMaxPixelSize: 400, kCGImageMetadataShouldExcludeGPS: true])
    #expect(small.range(of: Self.mark(preview)) == nil && small.range(of: Data("SECRET-LATITUDE".utf8)) == nil)
    #expect(CGImageSourceCreateThumbnailAtIndex(CGImageSource(data: small), 0, nil) == nil)
    let remade = try made([kCGImageDestinationImageMaxPixelSize: 400, kCGImageDestinationEmbedThumbnail: true])
    #expect(remade.range(of: Self.mark(preview)) == nil)
    let thumbnail = try #require(CGImageSourceCreateThumbnailAtIndex(CGImageSource(data: remade), 0, nil))
    // The new one shows the gradient of the picture, not noise.
    let row = unsafe thumbnail.bitmap.rowAddress(thumbnail.height / 2).assumingMemoryBound(to: UInt8.self)
    let channels = thumbnail.bitmap.format.channelCount
    let reds = (0..<thumbnail.width).map { unsafe Int(row[$0 * channels]) }
    #expect(zip(reds, reds.dropFirst()).allSatisfy { $1 - $0 > -12 } && reds[thumbnail.width - 1] - reds[0] > 150)
  }
}
