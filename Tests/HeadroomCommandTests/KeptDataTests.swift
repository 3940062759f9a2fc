import Foundation
import Headroom
import Testing

/// What conversions keep beside the pixels, and what they say of it.
@Suite struct KeptDataTests {
  private static let picture = FixturePNG(width: 64, height: 32, bitDepth: 8) { x, y in
    (UInt16(x * 3), UInt16(y * 7), 90)
  }.sRGB

  private static func text(_ keyword: String, _ text: String) -> [UInt8] {
    Array(keyword.utf8) + [0] + Array(text.utf8)
  }

  /// Boxes of a movie with a place in `udta`, and with or without a track that is neither picture nor sound.
  private static func movie(hasData: Bool = false) -> [UInt8] {
    let handler = BoxBytes.fullBox(
      "hdlr", [0, 0, 0, 0] + Array((hasData ? "meta" : "vide").utf8) + [UInt8](repeating: 0, count: 13))
    let place = BoxBytes.box("udta", BoxBytes.box("loci", Array("+48.1370+011.5750/".utf8)))
    let movie = BoxBytes.box("moov", BoxBytes.box("trak", BoxBytes.box("mdia", handler)) + place)
    return BoxBytes.box("ftyp", Array("isom".utf8) + [0, 0, 2, 0]) + movie
      + BoxBytes.box("mdat", [UInt8](repeating: 5, count: 4000))
  }

  /// A JPEG with a movie behind it.
  private static func motionPhoto(in scratch: Scratch, hasData: Bool = false) throws -> String {
    let png = try scratch.write(picture.bytes, to: "still.png")
    let still = scratch.file("still.jpg")
    #expect(try Headroom.run("convert", png, still.path, "--overwrite").status == 0)
    return try scratch.write([UInt8](Data(contentsOf: still)) + movie(hasData: hasData), to: "motion.jpg")
  }

  @Test func `Texts and density of a PNG stay in PNG, density in JPEG and TIFF`() throws {
    let scratch = try Scratch()
    let file = Self.picture.adding("pHYs", [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1])
      .adding("tEXt", Self.text("Author", "A Painter")).adding("tEXt", Self.text("parameters", "steps: 20"))
    let input = try scratch.write(file.bytes, to: "in.png")
    for name in ["out.png", "small.png"] {
      let size = name == "out.png" ? [] : ["--resize", "50%"]
      #expect(try Headroom.run(["convert", input, scratch.path(name)] + size).status == 0)
      let texts = try ImageFormats.open(FileBytes(path: scratch.path(name))).info.metadata.texts.map(\.text)
      #expect(texts == ["A Painter", "steps: 20"])
    }
    #expect(try Headroom.run("convert", input, scratch.path("bare.png"), "--strip", "personal").status == 0)
    #expect(try ImageFormats.open(FileBytes(path: scratch.path("bare.png"))).info.metadata.texts.isEmpty)
    for name in ["out.png", "out.jpg", "out.tif"] {
      if name != "out.png" { #expect(try Headroom.run("convert", input, scratch.path(name)).status == 0) }
      let source = CGImageSource(data: try Data(contentsOf: scratch.file(name)))
      let density = try #require(try source.properties(at: 0)[kCGImagePropertyDPIWidth] as? Double)
      #expect((density - 300).magnitude < 0.01, "\(name)")
    }
  }

  @Test func `A motion photo's video is named, kept as it is, and missed in a word otherwise`() throws {
    let scratch = try Scratch()
    let input = try Self.motionPhoto(in: scratch)
    #expect(try Headroom.run("info", input).text.contains("also holds      video, "))
    let video = try #require(try Headroom.run("info", "--json", input).object()["video"] as? [String: Any])
    #expect(video["kind"] as? String == "trailer" && video["byteCount"] as? Int == Self.movie().count)
    let kept = try Headroom.run("convert", input, scratch.path("kept.jpg"))
    #expect(kept.status == 0 && kept.errors.isEmpty)
    #expect(try Data(contentsOf: scratch.file("kept.jpg")).suffix(Self.movie().count) == Data(Self.movie()))
    let again = try #require(
      try Headroom.run("info", "--json", scratch.path("kept.jpg")).object()["video"] as? [String: Any])
    #expect(again["kind"] as? String == "directory")
    for options in [
      ["--resize", "50%"], ["--crop", "0,0,20,20"], ["--rotate", "90"], ["--filter", "CIVibrance amount=1"],
    ] {
      let result = try Headroom.run(["convert", input, scratch.path("edited.jpg"), "--overwrite"] + options)
      #expect(result.errors.contains("its motion (video, 4,"), "\(options)")
      #expect(try Headroom.run("info", "--json", scratch.path("edited.jpg")).object()["video"] is NSNull)
    }
    #expect(try Headroom.run("convert", input, scratch.path("other.png")).errors.contains("is left out"))
    #expect(try Headroom.run("thumbnail", input, scratch.path("small.jpg"), "--size", "16").errors.isEmpty)
  }

  @Test func `A movie's own place goes, or the movie stays behind, which is said`() throws {
    let scratch = try Scratch()
    let plain = try Self.motionPhoto(in: scratch)
    let clean = try Headroom.run("convert", plain, scratch.path("clean.jpg"), "--strip", "gps")
    #expect(clean.status == 0 && clean.errors.isEmpty)
    let bytes = try Data(contentsOf: scratch.file("clean.jpg"))
    #expect(bytes.range(of: Data("+48".utf8)) == nil && bytes.range(of: Data("ftyp".utf8)) != nil)
    let timed = try Self.motionPhoto(in: scratch, hasData: true)
    let left = try Headroom.run("convert", timed, scratch.path("left.jpg"), "--strip", "personal")
    #expect(left.errors.contains("it may tell a place or a name"))
    #expect(try Data(contentsOf: scratch.file("left.jpg")).range(of: Data("ftyp".utf8)) == nil)
  }

  @Test func `GPano follows a resize and a crop, and a turn takes it away`() throws {
    let scratch = try Scratch()
    let packet = XMPPacket.wrapped(
      """
      <rdf:Description rdf:about="" xmlns:GPano="\(XMPNamespace.panorama)" GPano:FullPanoWidthPixels="64"
       GPano:FullPanoHeightPixels="32" GPano:CroppedAreaImageWidthPixels="64" GPano:CroppedAreaImageHeightPixels="32"
       GPano:CroppedAreaLeftPixels="0" GPano:CroppedAreaTopPixels="0"/>
      """)
    let chunk = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + Array(packet.utf8)
    let input = try scratch.write(Self.picture.adding("iTXt", chunk).bytes, to: "in.png")
    let cases: [([String], [String?])] = [
      ([], ["64", "64", "0"]), (["--resize", "32x16"], ["32", "32", "0"]),
      (["--crop", "16,8,32,16"], ["64", "32", "16"]),
      (["--rotate", "90"], [nil, nil, nil]), (["--flip", "h"], [nil, nil, nil]), (["--rotate", "3"], [nil, nil, nil]),
    ]
    for (options, expected) in cases {
      #expect(try Headroom.run(["convert", input, scratch.path("out.jpg"), "--overwrite"] + options).status == 0)
      let xmp = try ImageFormats.open(FileBytes(path: scratch.path("out.jpg"))).info.metadata.xmp
      let packet = xmp.flatMap { try? XMPPacket(parsing: $0) }
      let found = ["FullPanoWidthPixels", "CroppedAreaImageWidthPixels", "CroppedAreaLeftPixels"].map {
        packet?[XMPNamespace.panorama, $0]?.text
      }
      #expect(found == expected, "\(options)")
    }
  }
}
