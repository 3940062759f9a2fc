import Foundation
import Headroom
import Testing

/// What edits and `--strip` leave of a picture's metadata.
@Suite struct PrivacyTests {
  private static let preview = [0xFF, 0xD8, 0xFF] + Array("the whole picture before it was cropped".utf8)

  /// A picture with a preview, a place, names and a serial number.
  private static let photo: FixturePNG = {
    var block = EXIFBlock()
    block.image[EXIFBlock.Tag.model] = .ascii("MODEL")
    block.image[0x013B] = .ascii("SECRET-ARTIST")
    block.image[0x8298] = .ascii("COPYRIGHT")
    block.exif[0xA431] = .ascii("SECRET-SERIAL")
    block.gps[0x1B] = .ascii("SECRET-PLACE")
    block.previewBytes = preview
    return FixturePNG(width: 48, height: 32, bitDepth: 8) { x, y in (UInt16(x * 5), UInt16(y * 7), 90) }.sRGB
      .adding("eXIf", block.serialized())
  }()

  private func has(_ text: String, _ file: URL) throws -> Bool {
    try Data(contentsOf: file).range(of: Data(text.utf8)) != nil
  }

  @Test(
    arguments: [
      ["--crop", "0,0,20,20"], ["--rotate", "90"], ["--flip", "h"], ["--resize", "50%"],
      ["--filter", "CIExposureAdjust inputEV=1"],
    ], ["jpg", "png", "heic", "avif", "jxl", "webp"])
  func `No edit carries the preview of the original along`(edit: [String], format: String) throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.photo.bytes, to: "in.png")
    let output = scratch.file("out.\(format)")
    #expect(try Headroom.run(["convert", input, output.path, "--speed", "10"] + edit).status == 0)
    #expect(try !has("the whole picture before", output))
    #expect(try has("SECRET-ARTIST", output) && has("SECRET-PLACE", output))
  }

  @Test func `What is asked for is left out, and nothing else`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.photo.bytes, to: "in.png")
    let texts = ["SECRET-PLACE", "SECRET-ARTIST", "SECRET-SERIAL", "COPYRIGHT", "MODEL"]
    let cases: [([String], [Bool])] = [
      ([], [true, true, true, true, true]), (["--strip", "gps"], [false, true, true, true, true]),
      (["--strip", "personal"], [true, false, false, true, true]),
      (["--strip", "gps,personal"], [false, false, false, true, true]),
      (["--strip", "gps", "--strip", "personal"], [false, false, false, true, true]),
      (["--strip", "all"], [false, false, false, false, false]),
      (["--strip-metadata"], [false, false, false, false, false]),
    ]
    for (options, expected) in cases {
      for name in ["out.png", "out.jpg"] {
        let output = scratch.file(name)
        #expect(try Headroom.run(["convert", input, output.path, "--overwrite"] + options).status == 0)
        #expect(try texts.map { try has($0, output) } == expected, "\(options) \(name)")
      }
    }
    #expect(try Headroom.run("convert", input, scratch.path("x.png"), "--strip", "names").status == 2)
    #expect(try Headroom.run("convert", input, scratch.path("x.png"), "--strip", "all", "--keep-metadata").status == 2)
  }

  @Test func `Thumbnails go without places, names and numbers unless they are kept`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.photo.bytes, to: "in.png")
    let small = scratch.file("small.jpg")
    #expect(try Headroom.run("thumbnail", input, small.path, "--size", "16").status == 0)
    #expect(try !has("SECRET", small) && has("COPYRIGHT", small) && has("MODEL", small))
    let options = ["--size", "16", "--overwrite", "--keep-metadata"]
    #expect(try Headroom.run(["thumbnail", input, small.path] + options).status == 0)
    #expect(try has("SECRET-PLACE", small) && has("SECRET-SERIAL", small) && !has("the whole picture", small))
    #expect(try Headroom.run(["thumbnail", input, small.path, "--strip", "gps"] + options).status == 0)
    #expect(try !has("SECRET-PLACE", small) && has("SECRET-SERIAL", small))
  }
}
