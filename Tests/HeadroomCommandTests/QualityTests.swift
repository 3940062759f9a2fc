import Foundation
import Headroom
import Testing

/// Quality that is not asked for, and quality that has to give a size.
@Suite struct QualityTests {
  /// Something with detail, so that quality shows in bytes.
  private static let master = FixturePNG(width: 320, height: 240, bitDepth: 8) { x, y in
    let hash = UInt16(truncatingIfNeeded: (x &* 7919) ^ (y &* 104_729) ^ ((x * y) &* 31))
    return (UInt16(x / 2) + hash % 40, UInt16(y / 2) + hash % 60, 60 + hash % 90)
  }.sRGB

  private func size(_ path: String) throws -> Int { try Data(contentsOf: URL(filePath: path)).count }

  private func chroma(_ path: String) throws -> String? {
    try Headroom.run("info", "--json", path).object()["chroma"] as? String
  }

  @Test(arguments: [("60", "420"), ("85", "444"), ("93", "422")])
  func `A JPEG that is edited keeps its quality and its chroma`(quality: String, chroma: String) throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let photo = scratch.path("photo.jpg")
    #expect(try Headroom.run("convert", input, photo, "-q", quality, "--chroma", chroma).status == 0)
    let (plain, said) = (scratch.path("plain.jpg"), scratch.path("said.jpg"))
    #expect(try Headroom.run("convert", photo, plain, "--crop", "32x32").status == 0)
    let options = ["--crop", "32x32", "--quality", quality, "--chroma", chroma]
    #expect(try Headroom.run(["convert", photo, said] + options).status == 0)
    #expect(try Data(contentsOf: URL(filePath: plain)) == Data(contentsOf: URL(filePath: said)))
    #expect(try self.chroma(plain) == chroma)
  }

  @Test(arguments: [("jpg", "85"), ("heic", "60"), ("avif", "75"), ("jxl", "90"), ("webp", "80")])
  func `Without a source's quality each format has the default that the help states`(name: String, quality: String)
    throws
  {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let (plain, said) = (scratch.path("plain.\(name)"), scratch.path("said.\(name)"))
    #expect(try Headroom.run("convert", input, plain, "--speed", "10").status == 0)
    #expect(try Headroom.run("convert", input, said, "--speed", "10", "--quality", quality).status == 0)
    #expect(try Data(contentsOf: URL(filePath: plain)) == Data(contentsOf: URL(filePath: said)))
    let help = try Headroom.run("convert", "--help").text
    #expect(help.split(whereSeparator: \.isWhitespace).contains(Substring(quality)))
  }

  @Test func `A poor JPEG is not blown up in other formats`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let (good, poor) = (scratch.path("good.jpg"), scratch.path("poor.jpg"))
    #expect(try Headroom.run("convert", input, good, "-q", "96").status == 0)
    #expect(try Headroom.run("convert", input, poor, "-q", "40").status == 0)
    let small = ["--speed", "10", "--resize", "50%"]
    for (photo, output) in [(good, "good.webp"), (poor, "poor.webp")] {
      #expect(try Headroom.run(["convert", photo, scratch.path(output)] + small).status == 0)
    }
    #expect(try size(scratch.path("poor.webp")) < size(scratch.path("good.webp")))
  }

  @Test(arguments: ["jpg", "avif", "webp", "jxl"])
  func `A wanted size is filled and not exceeded`(name: String) throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let output = scratch.path("out.\(name)")
    for limit in [9_000, 16_000] {
      let options = ["--target-size", "\(limit / 1000)k", "--speed", "10", "--overwrite"]
      let result = try Headroom.run(["convert", input, output] + options)
      #expect(result.status == 0, "\(result.errors)")
      let bytes = try size(output)
      #expect(bytes <= limit && bytes > limit * 3 / 4, "\(bytes) of \(limit)")
    }
  }

  /// PQ that no codec stores in a few bytes.
  private static func greys(width: Int, height: Int) -> [UInt8] {
    FixturePNG(width: width, height: height) { x, y in
      let grey = UInt16(18_000 + x * 100 + y * 40 + (x * y) % 700)
      return (grey, grey, grey)
    }.pq.bytes
  }

  @Test(arguments: ["avif", "heic"])
  func `A small size of PQ goes to the picture, not to a profile`(name: String) throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.greys(width: 128, height: 128), to: "in.png")
    let output = scratch.path("out.\(name)")
    let result = try Headroom.run("convert", input, output, "--target-size", "5k", "--speed", "10")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try size(output) <= 5000)
    let info = try Headroom.run("info", "--json", output).object()
    #expect((info["hdr"] as? [String: Any])?["kind"] as? String == "isoHDR")
    #expect(info["colorSpace"] as? String == "itur_2100_PQ")
  }

  @Test func `The gain map counts, quality is the upper end, and what cannot be done is said`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.greys(width: 200, height: 150), to: "in.png")
    let output = scratch.path("out.jpg")
    #expect(try Headroom.run("convert", input, output, "--target-size", "8k").status == 0)
    #expect(try size(output) <= 8000)
    let info = try Headroom.run("info", "--json", output).object()
    #expect((info["hdr"] as? [String: Any])?["kind"] as? String == "gainMap")
    let (most, fixed) = (scratch.path("most.jpg"), scratch.path("fixed.jpg"))
    #expect(try Headroom.run("convert", input, most, "--target-size", "10M", "-q", "50").status == 0)
    #expect(try Headroom.run("convert", input, fixed, "-q", "50").status == 0)
    #expect(try size(most) == size(fixed))
    let failed = try Headroom.run("convert", input, scratch.path("no.jpg"), "--target-size", "500")
    #expect(failed.status == 4 && failed.errors.contains("--target-size: at the lowest quality"))
    #expect(!scratch.contents.contains("no.jpg"))
    #expect(try Headroom.run("convert", input, scratch.path("no.png"), "--target-size", "9k").status == 2)
    #expect(try Headroom.run("convert", input, scratch.path("no.jpg"), "--target-size", "some").status == 2)
  }

  // MARK: info

  @Test func `Info says when, with what and where a picture was taken`() throws {
    let scratch = try Scratch()
    var block = EXIFBlock()
    block.image[EXIFBlock.Tag.model] = .ascii("Model")
    block.exif[0x829A] = .rationals([.init(1, 125)])
    block.exif[0x829D] = .rationals([.init(18, 10)])
    block.exif[0x8827] = .shorts([64])
    block.exif[0x9003] = .ascii("2023:08:05 17:16:53")
    block.exif[0x9011] = .ascii("+02:00")
    block.exif[0x9204] = .signedRationals([.init(-1, 3)])
    block.exif[0x920A] = .rationals([.init(438, 100)])
    block.exif[0xA405] = .shorts([27])
    block.exif[0xA433] = .ascii("Maker")
    block.exif[0xA434] = .ascii("Lens 4.38mm")
    block.gps[2] = .rationals([.init(48, 1), .init(51, 1), .init(0, 1)])
    block.gps[4] = .rationals([.init(2, 1), .init(21, 1), .init(0, 1)])
    let photo = try scratch.write(Self.master.adding("eXIf", block.serialized()).bytes, to: "photo.png")
    let object = try Headroom.run("info", "--json", photo).object()
    let exposure = try #require(object["exposure"] as? [String: Any])
    #expect(exposure["time"] as? Double == 0.008 && exposure["aperture"] as? Double == 1.8)
    #expect(exposure["iso"] as? Int == 64 && exposure["focalLength"] as? Double == 4.38)
    #expect((exposure["compensation"] as? Double ?? 0) < -0.33 && exposure["focalLength35"] as? Double == 27)
    #expect(object["date"] as? String == "2023-08-05T17:16:53+02:00" && object["gps"] as? Bool == true)
    #expect((object["camera"] as? [String: Any])?["lens"] as? String == "Maker Lens 4.38mm")
    let text = try Headroom.run("info", photo).text
    #expect(text.contains("1/125 s, f/1.8, ISO 64, -0.33 EV, 4.38 mm (27 mm on film)"))
    #expect(text.contains("2023-08-05T17:16:53+02:00") && text.contains("GPS position    yes"))
    // A file without any of it says so with the same keys.
    let bare = try scratch.write(Self.master.bytes, to: "bare.png")
    let empty = try Headroom.run("info", "--json", bare).object()
    #expect(empty["date"] is NSNull && empty["gps"] as? Bool == false)
    #expect((empty["exposure"] as? [String: Any])?.count == 6)
    #expect(try Headroom.run("info", bare).text.contains("GPS position    no"))
  }
}
