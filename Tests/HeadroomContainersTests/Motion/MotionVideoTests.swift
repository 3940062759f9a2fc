import HeadroomContainers
import Testing

@Suite("Videos of motion photos") struct MotionVideoTests {
  /// A movie with one track, a place in `udta` and one in `meta`, and an XMP packet in a `uuid` box.
  static func movie(handler: String = "vide") -> [UInt8] {
    let place = "+48.1370+011.5750/"
    let header = BoxBytes.fullBox("hdlr", [0, 0, 0, 0] + Array(handler.utf8) + [UInt8](repeating: 0, count: 13))
    let track = BoxBytes.box("trak", BoxBytes.fullBox("tkhd", [1, 2]) + BoxBytes.box("mdia", header))
    let user = BoxBytes.box("udta", BoxBytes.box("loci", Array(place.utf8)))
    let meta = BoxBytes.box("meta", Array("com.apple.quicktime.location.ISO6709 \(place)".utf8))
    let movie = BoxBytes.box("moov", BoxBytes.fullBox("mvhd", [3, 4]) + track + user + meta)
    return BoxBytes.box("ftyp", Array("isom".utf8) + [0, 0, 2, 0]) + movie
      + BoxBytes.box("uuid", [UInt8](repeating: 7, count: 16) + Array(place.utf8)) + BoxBytes.box("mdat", [9, 9, 9])
  }

  static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9] + [UInt8](repeating: 1, count: 60)

  private static func packet(_ text: String) throws -> XMPPacket {
    try XMPPacket(
      parsing: Array(
        XMPPacket.wrapped(
          """
          <rdf:Description rdf:about="" xmlns:GCamera="\(XMPNamespace.camera)" xmlns:Container="\(XMPNamespace.container)"
           xmlns:Item="\(XMPNamespace.containerItem)" \(text)</rdf:Description>
          """
        ).utf8))
  }

  private static func directory(_ length: Int, behind: Int? = nil) throws -> XMPPacket {
    func item(_ semantic: String, _ length: Int) -> String {
      "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"\(semantic)\" Item:Length=\"\(length)\"/></rdf:li>"
    }
    let more = behind.map { item("Depth", $0) } ?? ""
    return try packet(
      "GCamera:MotionPhoto=\"1\"><Container:Directory><rdf:Seq>" + item("Primary", 0) + item("MotionPhoto", length)
        + more
        + "</rdf:Seq></Container:Directory>")
  }

  @Test func `Google's directory, its older offset and a bare movie behind the picture are found`() throws {
    let movie = Self.movie()
    let file = FileBytes(Self.picture + movie)
    let range = Self.picture.count..<file.count
    let listed = MotionVideo.find(in: file, behind: nil, packet: try Self.directory(movie.count))
    #expect(listed?.range == range && listed?.kind == .directory && listed?.bytes == movie)
    let old = try Self.packet("GCamera:MicroVideo=\"1\" GCamera:MicroVideoOffset=\"\(movie.count)\">")
    #expect(MotionVideo.find(in: file, behind: nil, packet: old)?.kind == .microVideo)
    #expect(MotionVideo.find(in: file, behind: Self.picture.count, packet: nil)?.kind == .trailer)
    #expect(MotionVideo.find(in: file, behind: 4, packet: nil) == nil)
    let more = FileBytes(Self.picture + movie + [1, 2, 3])
    #expect(MotionVideo.find(in: more, behind: nil, packet: try Self.directory(movie.count, behind: 3))?.range == range)
  }

  @Test(arguments: [0, -1, 7, 1 << 40]) func `Lengths that lead to no movie find none`(_ length: Int) throws {
    let file = FileBytes(Self.picture + Self.movie())
    #expect(MotionVideo.find(in: file, behind: nil, packet: try Self.directory(length)) == nil)
  }

  static func samsung(_ movie: [UInt8]) -> [UInt8] {
    func little(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func block(_ type: Int, _ name: String, _ data: [UInt8]) -> [UInt8] {
      little(0, 2) + little(type, 2) + little(name.utf8.count, 4) + Array(name.utf8) + data
    }
    let blocks = [block(0x0A01, "Image_UTC_Data", Array("123".utf8)), block(0x0A30, "MotionPhoto_Data", movie)]
    var directory = Array("SEFH".utf8) + little(106, 4) + little(2, 4)
    directory +=
      little(0, 2) + little(0x0A01, 2) + little(blocks[0].count + blocks[1].count, 4) + little(blocks[0].count, 4)
    directory += little(0, 2) + little(0x0A30, 2) + little(blocks[1].count, 4) + little(blocks[1].count, 4)
    return blocks[0] + blocks[1] + directory + little(directory.count, 4) + Array("SEFT".utf8)
  }

  @Test func `Samsung's trailer is found, and kept as a whole`() throws {
    let trailer = Self.samsung(Self.movie())
    let file = FileBytes(Self.picture + trailer)
    let found = try #require(MotionVideo.find(in: file, behind: nil, packet: nil))
    #expect(found.kind == .samsung && found.bytes == Self.movie() && found.jpegBytes == trailer)
    for cut in 1..<trailer.count {
      _ = MotionVideo.find(in: FileBytes(Self.picture + trailer[cut...]), behind: nil, packet: nil)
    }
    #expect(try #require(found.withoutTags).jpegBytes.count == Self.movie().count)
  }

  @Test func `A movie in front of Samsung's marks ends where its boxes do`() throws {
    let marks: [UInt8] = [0, 0, 0x30, 0x0A, 16, 0, 0, 0] + Array("MotionPhoto_Data".utf8)
    let directory = Array("SEFH".utf8) + [107, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0x30, 0x0A, 52, 0, 0, 0, 52, 0, 0, 0]
    let file = FileBytes(Self.picture + Self.movie() + marks + directory + [24, 0, 0, 0] + Array("SEFT".utf8))
    let found = try #require(MotionVideo.find(in: file, behind: Self.picture.count, packet: nil))
    #expect(found.kind == .samsung && found.bytes == Self.movie())
    #expect(found.jpegBytes == file.copy(Self.picture.count..<file.count))
    // A movie that nothing follows, and one that is cut.
    let plain = FileBytes(Self.picture + Self.movie() + [1, 2, 3])
    #expect(MotionVideo.find(in: plain, behind: Self.picture.count, packet: nil)?.bytes == Self.movie())
  }

  @Test func `Tags become free boxes of zeros; what plays does not move`() throws {
    let movie = Self.movie()
    let video = MotionVideo(in: FileBytes(movie), at: 0..<movie.count, kind: .box)
    let cleaned = try #require(video.withoutTags).bytes
    #expect(cleaned.count == movie.count && cleaned.suffix(3) == [9, 9, 9])
    let text = String(decoding: cleaned, as: UTF8.self)
    for word in ["+48", "ISO6709", "udta", "loci", "uuid"] { #expect(!text.contains(word), "\(word)") }
    for word in ["moov", "trak", "vide", "mdat"] { #expect(text.contains(word), "\(word)") }
  }

  @Test func `A track of other data cannot be cleaned, nor can a cut movie`() {
    for movie in [Self.movie(handler: "meta"), Array(Self.movie().dropLast(2))] {
      let video = MotionVideo(in: FileBytes(movie), at: 0..<movie.count, kind: .box)
      #expect(video.withoutTags == nil)
      #expect(StillMetadata(motion: video).removing(.location).motion == nil)
      #expect(StillMetadata(motion: video).removing([]).motion == video)
    }
  }
}
