import Foundation
import Headroom
import Testing

/// Conversions that need no pixels: the coded picture is the input's, byte for byte.
@Suite struct CodedDataTests {
  /// A photo with a gain map, a place and a name.
  private static func photo(_ scratch: Scratch, _ name: String = "photo.jpg") throws -> String {
    var block = EXIFBlock()
    block.image[0x013B] = .ascii("SECRET-ARTIST")
    block.gps[0x1B] = .ascii("SECRET-PLACE")
    let picture = FixturePNG(width: 64, height: 48) { x, y in
      let grey = UInt16(18_000 + x * 400 + y * 150)
      return (grey, grey, UInt16(Int(grey) + 1000))
    }.pq.adding("eXIf", block.serialized())
    let input = try scratch.write(picture.bytes, to: "master.png")
    let output = scratch.path(name)
    #expect(try Headroom.run("convert", input, output, "--gain-map-scale", "1", "--quality", "90").status == 0)
    return output
  }

  /// From the first quantiser table on: what no edit of metadata touches.
  private static func coded(_ file: URL) throws -> Data {
    let bytes = try Data(contentsOf: file)
    let start = try #require(bytes.range(of: Data([0xFF, 0xDB]))).lowerBound
    let end = try #require(bytes.range(of: Data([0xFF, 0xD9]), in: start..<bytes.endIndex)).upperBound
    return bytes[start..<end]
  }

  private func has(_ text: String, _ file: URL) throws -> Bool {
    try Data(contentsOf: file).range(of: Data(text.utf8)) != nil
  }

  @Test func `Stripping keeps the coded data, and --verbose says so`() throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    let output = scratch.file("out.jpg")
    let result = try Headroom.run("convert", photo, output.path, "--strip", "gps", "--verbose")
    #expect(result.status == 0 && result.errors.contains("byte for byte"))
    #expect(try Self.coded(output) == Self.coded(URL(filePath: photo)))
    #expect(try !has("SECRET-PLACE", output) && has("SECRET-ARTIST", output))
    #expect(try Headroom.run("gainmap", "info", output.path).status == 0)
    // A quality is a wish to code again.
    let again = scratch.file("again.jpg")
    #expect(try Headroom.run("convert", photo, again.path, "--strip", "gps", "--quality", "60").status == 0)
    #expect(try Self.coded(again) != Self.coded(output))
  }

  @Test func `The SDR base is taken as it is coded, and the loss of HDR is said`() throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    let output = scratch.file("sdr.jpg")
    let result = try Headroom.run("convert", photo, output.path, "--rendition", "sdr")
    #expect(result.status == 0 && result.errors.contains("reduced to SDR"))
    #expect(try Self.coded(output) == Self.coded(URL(filePath: photo)))
    #expect(try Headroom.run("gainmap", "info", output.path).status == 3)
    let strict = try Headroom.run("convert", photo, scratch.path("strict.jpg"), "--rendition", "sdr", "--strict")
    #expect(strict.status == 5 && !FileManager.default.fileExists(atPath: scratch.path("strict.jpg")))
  }

  @Test func `Four quarter turns give the file's pixels back`() throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    var path = photo
    for index in 0..<4 {
      let next = scratch.path("turn\(index).jpg")
      #expect(try Headroom.run("convert", path, next, "--rotate", "90").status == 0)
      path = next
    }
    let difference = try Headroom.run("compare", photo, path, "--json").object()
    #expect(difference["identical"] as? Bool ?? true)
    let sizes = try ["turn0.jpg", "turn3.jpg"].map { try Headroom.run("info", "--json", scratch.path($0)).object() }
    #expect(sizes[0]["width"] as? Int == 48 && sizes[1]["width"] as? Int == 64)
  }

  @Test func `A dry run writes nothing, and formats that code again say why`() throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    let dry = try Headroom.run("convert", photo, scratch.path("dry.jpg"), "--strip", "all", "--dry-run")
    #expect(dry.status == 0 && dry.text.contains("coded data of the input"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("dry.jpg")))
    let webp = scratch.path("photo.webp")
    #expect(try Headroom.run("convert", photo, webp, "--rendition", "sdr", "--quiet").status == 0)
    let turned = try Headroom.run("convert", webp, scratch.path("turned.webp"), "--rotate", "90")
    #expect(turned.status == 0 && turned.errors.contains("coded again"))
  }
}
