import Foundation
import Headroom
import Testing

/// `headroom metadata`: tags by name.
@Suite struct MetadataTests {
  private static let photo: FixturePNG = {
    var block = EXIFBlock()
    block.image[0x013B] = .ascii("Jane")
    block.exif[0x829A] = .rationals([.init(1, 125)])
    block.exif[0x9C00] = .shorts([7])
    block.gps[0x1B] = .ascii("SECRET-PLACE")
    return FixturePNG(width: 16, height: 8, bitDepth: 8) { x, y in (UInt16(x * 9), UInt16(y * 20), 90) }.sRGB
      .adding("eXIf", block.serialized())
  }()

  private func tags(_ path: String) throws -> [String: [String: String]] {
    try Headroom.run("metadata", path, "--json").object()["tags"] as? [String: [String: String]] ?? [:]
  }

  @Test func `All tags are listed, those without a name by number`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.photo.bytes, to: "in.png")
    let tags = try tags(input)
    #expect(tags["exif"]?["Artist"] == "Jane" && tags["exif"]?["ExposureTime"] == "0.008")
    #expect(tags["exif"]?["0x9c00"] == "7" && tags["gps"]?["GPSProcessingMethod"] != nil)
    #expect(try Headroom.run("metadata", input).text.contains("exif:Artist"))
  }

  @Test(arguments: ["png", "jpg", "heic", "avif", "jxl", "tiff", "webp"])
  func `Tags are set and removed, and pixels stay`(format: String) throws {
    let scratch = try Scratch()
    let png = try scratch.write(Self.photo.bytes, to: "in.png")
    let input = scratch.path("in.\(format)")
    if format != "png" { #expect(try Headroom.run("convert", png, input, "--speed", "10").status == 0) }
    let output = scratch.path("out.\(format)")
    let result = try Headroom.run(
      "metadata", input, "-o", output, "--set", "Artist=José", "--set", "gps:GPSLatitude=-33.5", "--set",
      "dc:subject=sea", "--set", "XMP-dc:Subject=<sun>", "--set", "exif:FNumber=28/10", "--set", "xmp:Rating=4",
      "--remove", "exif:ExposureTime", "--remove", "gps:GPSProcessingMethod")
    #expect(result.status == 0, "\(result.errors)")
    let tags = try tags(output)
    #expect(tags["exif"]?["Artist"] == "José" && tags["exif"]?["FNumber"] == "2.8")
    #expect(tags["exif"]?["ExposureTime"] == nil)
    #expect(tags["gps"]?["GPSLatitude"] == "33.5" && tags["gps"]?["GPSLatitudeRef"] == "S")
    #expect(tags["dc"]?["subject"] == "sea, <sun>" && tags["xmp"]?["Rating"] == "4")
    #expect(try Data(contentsOf: scratch.file("out.\(format)")).range(of: Data("SECRET-PLACE".utf8)) == nil)
    let rows = try [input, output].map { try Headroom.run("pixels", $0, "--format", "npy").output }
    #expect(rows[0] == rows[1])
  }

  @Test func `Names and values that do not exist are refused, with what was meant`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.photo.bytes, to: "in.png")
    let output = scratch.path("out.png")
    for (options, words) in [
      (["--set", "exif:Artst=x"], "did you mean 'exif:Artist'"), (["--set", "exf:Artist=x"], "did you mean 'exif'"),
      (["--set", "exif:Orientation=6"], "--rotate"), (["--set", "exif:MakerNote=1"], "only who wrote it"),
      (["--set", "gps:GPSLatitude=95"], "from -90 to 90"),
      (["--set", "exif:DateTimeOriginal=yesterday"], "2026:11:28"),
      (["--set", "Artist"], "tag and its value"), (["--remove", "exif:Nothing"], "is none of the"),
      (["--set", "xmp:Rating=9"], "from -1 to 5"),
    ] {
      let result = try Headroom.run(["metadata", input, "-o", output] + options)
      #expect(result.status == 2 && result.errors.contains(words), "\(options): \(result.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func `The file itself changes with --overwrite only`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.photo.bytes, to: "in.png")
    #expect(try Headroom.run("metadata", input, "--set", "Artist=Ann").status == 4)
    #expect(try tags(input)["exif"]?["Artist"] == "Jane")
    #expect(try Headroom.run("metadata", input, "--set", "Artist=Ann", "--overwrite").status == 0)
    #expect(try tags(input)["exif"]?["Artist"] == "Ann")
  }

  @Test func `Metadata of another file are taken, and its previews are not`() throws {
    let scratch = try Scratch()
    let source = try scratch.write(Self.photo.bytes, to: "source.png")
    let plain = FixturePNG(width: 8, height: 8, bitDepth: 8) { _, _ in (1, 2, 3) }.sRGB
    let target = try scratch.write(plain.bytes, to: "plain.png")
    let output = scratch.path("out.png")
    #expect(
      try Headroom.run("metadata", target, "-o", output, "--copy-from", source, "--remove", "gps").status == 0)
    let tags = try tags(output)
    #expect(tags["exif"]?["Artist"] == "Jane" && tags["gps"] == nil)
    #expect(try Headroom.run("metadata", target, "-o", scratch.path("out.jpg"), "--remove", "gps").status == 2)
  }
}
