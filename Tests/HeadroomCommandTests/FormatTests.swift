import Foundation
import Testing

/// One HDR picture through every format and rendition that can be written, read back and compared.
@Suite struct FormatTests {
  private static let master = FixturePNG(width: 64, height: 48) { x, y in
    // 5 to about 1000 cd/m², with a tint.
    let grey = 18_000 + x * 350 + y * 120
    return (UInt16(grey + y * 40), UInt16(grey), UInt16(grey + x * 20))
  }.pq

  struct Case: CustomStringConvertible {
    let name: String
    let options: [String]
    let kind: String
    /// PU21-PSNR against the master, or against its SDR rendition for SDR files.
    let quality: Double
    var description: String { "\(name) \(options.joined(separator: " "))" }

    init(_ name: String, _ options: [String] = [], kind: String, quality: Double) {
      self.name = name
      self.options = options
      self.kind = kind
      self.quality = quality
    }
  }

  static let cases = [
    Case("a.png", kind: "isoHDR", quality: 70),
    Case("b.png", ["--color-space", "itur_2100_PQ", "--depth", "16"], kind: "isoHDR", quality: 70),
    Case("a.jpg", ["--gain-map", "rgb", "--gain-map-scale", "1"], kind: "gainMap", quality: 38),
    Case("a.heic", kind: "isoHDR", quality: 40),
    Case("b.heic", ["--rendition", "adaptive", "--gain-map-scale", "1"], kind: "gainMap", quality: 35),
    Case("a.avif", kind: "isoHDR", quality: 40),
    Case("b.avif", ["--depth", "12", "--chroma", "444"], kind: "isoHDR", quality: 42),
    Case(
      "c.avif", ["--rendition", "adaptive", "--gain-map", "rgb", "--gain-map-scale", "1"], kind: "gainMap", quality: 38),
    Case(
      "d.avif", ["--rendition", "adaptive", "--color-space", "itur_2100_PQ"], kind: "gainMap", quality: 38),
    Case("a.jxl", kind: "isoHDR", quality: 40),
    Case("b.jxl", ["--lossless"], kind: "isoHDR", quality: 70),
    Case("c.jxl", ["--rendition", "adaptive", "--gain-map-scale", "1"], kind: "gainMap", quality: 35),
    Case("d.jxl", ["--depth", "float", "--lossless"], kind: "float", quality: 60),
    Case("a.tif", kind: "isoHDR", quality: 70),
    Case("b.tif", ["--depth", "float"], kind: "float", quality: 70),
    Case("c.tif", ["--depth", "half"], kind: "float", quality: 55),
    Case("a.exr", kind: "float", quality: 55),
    Case("b.exr", ["--depth", "float"], kind: "float", quality: 70),
    Case("a.hdr", kind: "float", quality: 40),
    Case("a.pfm", kind: "float", quality: 70),
  ]

  /// Files that cannot say what their numbers are hold no others.
  @Test(arguments: [
    ("a.ppm", "displayP3", false), ("a.ppm", "sRGB", true), ("a.pfm", "extendedLinearITUR_2020", false),
    ("a.pfm", "extendedLinearSRGB", true), ("a.pfm", "linearSRGB", true), ("a.hdr", "extendedLinearITUR_2020", true),
  ])
  func `Numbers of a space that the file cannot name are refused`(_ name: String, _ space: String, _ fits: Bool) throws
  {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let result = try Headroom.run(["convert", input, scratch.path(name), "--color-space", space])
    #expect(result.status == (fits ? 0 : 2), "\(result.errors)")
    if !fits { #expect(result.errors.contains("do not say which space they have"), "\(result.errors)") }
  }

  @Test(arguments: cases)
  func `HDR survives`(_ form: Case) throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let output = scratch.path(form.name)
    let lossy =
      form.options.contains("--lossless")
        || !["jpg", "heic", "avif", "jxl"].contains(output.suffix(4).drop { $0 == "." })
      ? [] : ["--quality", "95"]
    let result = try Headroom.run(["convert", input, output] + form.options + lossy)
    #expect(result.status == 0, "\(result.errors)")
    let info = try Headroom.run("info", "--json", output).object()
    #expect((info["hdr"] as? [String: Any])?["kind"] as? String == form.kind)
    #expect(info["width"] as? Int == 64)
    let compared = try Headroom.run("compare", input, output, "--json").object()
    let psnr = compared["pu21PSNR"] as? Double ?? .infinity
    #expect(psnr >= form.quality, "\(psnr) dB")
  }

  @Test(arguments: ["a.png", "a.jpg", "a.heic", "a.avif", "a.jxl", "a.tif", "a.ppm"])
  func `An SDR rendition is SDR everywhere`(_ name: String) throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let (reference, output) = (scratch.path("reference.png"), scratch.path(name))
    let options = ["--rendition", "sdr", "--quiet", "--overwrite"]
    #expect(try Headroom.run(["convert", input, reference] + options).status == 0)
    #expect(try Headroom.run(["convert", input, output] + options).status == 0)
    let info = try Headroom.run("info", "--json", output).object()
    #expect((info["hdr"] as? [String: Any])?["kind"] as? String == "sdr")
    let compared = try Headroom.run("compare", reference, output, "--json").object()
    #expect((compared["pu21PSNR"] as? Double ?? .infinity) > 35)
  }

  @Test(arguments: ["a.jpg", "a.heic", "a.avif", "a.jxl"])
  func `Base and map stay in step when cut, turned and scaled`(_ name: String) throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let (whole, part, wanted) = (scratch.path(name), scratch.path("part-" + name), scratch.path("wanted.png"))
    let adaptive = ["--rendition", "adaptive", "--gain-map-scale", "1"]
    #expect(try Headroom.run(["convert", input, whole] + adaptive).status == 0)
    let geometry = ["--crop", "4,8,56,32", "--rotate", "90", "--resize", "16x28!"]
    #expect(try Headroom.run(["convert", whole, part] + geometry).status == 0)
    #expect(try Headroom.run(["convert", input, wanted] + geometry).status == 0)
    let info = try Headroom.run("info", "--json", part).object()
    #expect((info["hdr"] as? [String: Any])?["kind"] as? String == "gainMap")
    #expect((info["gainMap"] as? [String: Any])?["width"] as? Int == 16)
    let compared = try Headroom.run("compare", wanted, part, "--json").object()
    #expect((compared["pu21PSNR"] as? Double ?? .infinity) > 32)
  }

  @Test func `Floating point becomes what phones show, with measured headroom`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let light = scratch.path("light.pfm")
    #expect(try Headroom.run("convert", input, light).status == 0)
    let photo = scratch.path("photo.jpg")
    #expect(try Headroom.run("convert", light, photo).status == 0)
    let map = try #require(try Headroom.run("info", "--json", photo).object()["gainMap"] as? [String: Any])
    let stops = try #require(map["alternateHeadroom"] as? Double)
    #expect(stops > 1.5 && stops < 3.5)
    let sdr = try Headroom.run("convert", light, scratch.path("sdr.png"), "--rendition", "sdr")
    #expect(sdr.status == 0)
    #expect(sdr.errors.contains("reduced to SDR"))
  }

  @Test func `Measured levels become tags`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    #expect(try Headroom.run("convert", input, scratch.path("plain.png")).status == 0)
    #expect(try Headroom.run("convert", input, scratch.path("tagged.png"), "--measure").status == 0)
    let plain = try Headroom.run("info", "--json", scratch.path("plain.png")).object()
    #expect(plain["lightLevel"] is NSNull)
    let tagged = try Headroom.run("info", "--json", "--measure", scratch.path("tagged.png")).object()
    let level = try #require((tagged["lightLevel"] as? [String: Any])?["maxCLL"] as? Double)
    let measured = try #require((tagged["measured"] as? [String: Any])?["maxCLL"] as? Double)
    #expect(abs(level - measured) <= 1.5)
  }

  /// Whoever names a file .ppm has readers that know nothing of PAM.
  @Test(arguments: [("a.ppm", "P6"), ("a.pgm", "P5"), ("a.pnm", "P6"), ("a.pam", "P7")])
  func `Netpbm files are what their names say, and alpha that they cannot hold is put on black`(
    _ name: String, _ magic: String
  ) throws {
    let scratch = try Scratch()
    let head = "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    let input = try scratch.write(Array(head.utf8) + [255, 255, 255, 0, 9, 8, 7, 255], to: "in.pam")
    let output = scratch.path(name)
    let result = try Headroom.run("convert", input, output, "--strict")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("no transparency; the picture is put on black") == (magic != "P7"))
    let bytes = try Data(contentsOf: scratch.file(name))
    #expect(String(decoding: bytes.prefix(2), as: UTF8.self) == magic)
    if magic == "P6" { #expect(Array(bytes.suffix(6)) == [0, 0, 0, 9, 8, 7]) }
    #expect(try Headroom.run("info", "--json", output).object()["format"] as? String == (magic == "P7" ? "pam" : "ppm"))
  }

  /// As ImageMagick and Netpbm's users expect: luminance, by light.
  @Test func `What is called pgm is grey, and pbm is not written`() throws {
    let scratch = try Scratch()
    let picture = FixturePNG(width: 4, height: 1, bitDepth: 8) { x, _ in
      [(255, 0, 0), (0, 255, 0), (0, 0, 255), (90, 90, 90)][x]
    }
    _ = try scratch.write(picture.sRGB.bytes, to: "in.png")
    for (options, name) in [
      (["in.png", "a.pgm"], "a.pgm"), (["in.png", "b.pgm", "--flip", "h"], "b.pgm"),
      (["in.png", "--output-directory", ".", "--format", "pgm"], "in.pgm"), (["in.png", "c.PGM"], "c.PGM"),
      (["in.png", "d.pgm", "--rows-from", "1"], "d.pgm"),
    ] {
      let result = try Headroom.run(["convert"] + options, in: scratch.folder)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      let bytes = [UInt8](try Data(contentsOf: scratch.file(name)))
      #expect(bytes.starts(with: Array("P5\n4 1\n255\n".utf8)), "\(name)")
      // The sRGB codes of 0.2126, 0.7152 and 0.0722.
      let gray: [UInt8] = [127, 220, 76, 90]
      #expect(Array(bytes.suffix(4)) == (name == "b.pgm" ? gray.reversed() : gray), "\(name)")
    }
    let refused = try Headroom.run("convert", "in.png", "a.pbm", in: scratch.folder)
    #expect(refused.status != 0 && refused.errors.contains("reads pbm but does not write it"), "\(refused.errors)")
  }

  @Test func `Pictures that are left behind are counted in a warning, unless one was chosen`() throws {
    let scratch = try Scratch()
    let pages = (0..<3).flatMap { page -> [UInt8] in Array("P6 1 1 255\n".utf8) + [UInt8(page), 9, 9] }
    let file = try scratch.write(pages, to: "pages.ppm")
    let animation = FixturePNG(width: 4, height: 4, bitDepth: 8) { _, _ in (9, 9, 9) }.sRGB
      .adding("acTL", [0, 0, 0, 12, 0, 0, 0, 0]).adding("fcTL", [UInt8](repeating: 0, count: 26))
    let moving = try scratch.write(animation.bytes, to: "moving.png")
    let output = scratch.path("out.png")
    func errors(_ line: String...) throws -> String {
      let result = try Headroom.run(line + [output, "--overwrite", "--strict"])
      #expect(result.status == 0)
      return result.errors
    }
    #expect(try errors("convert", file).contains("pages.ppm: warning: it has 3 pictures; the first is taken (--index"))
    #expect(try errors("convert", moving).contains("moving.png: warning: it has 12 frames; the first is taken"))
    #expect(try errors("convert", file, "--dry-run").contains("it has 3 pictures"))
    for line in [["convert", file, "--index", "0"], ["convert", file, "--index", "2"]] {
      #expect(try Headroom.run(line + [output, "--overwrite"]).errors.isEmpty)
    }
    #expect(try Headroom.run("thumbnail", file, output, "--size", "8", "--overwrite").errors.isEmpty)
    let info = try Headroom.run("info", "--json", moving).object()
    #expect(info["frames"] as? Int == 12)
    #expect(try Headroom.run("info", moving).text.contains("12 frames"))
  }

  /// Two frames of 2x1, black and white.
  private static let movingGIF: [UInt8] = {
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0A, 0]
    let head: [UInt8] = [2, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    return Array("GIF89a".utf8) + head + [0x21, 0xFE, 2, 72, 105, 0] + frame + frame + [0x3B]
  }()

  @Test func `GIF is read by its first frame, from a file and from a pipe; what is said there becomes XMP`() throws {
    let scratch = try Scratch()
    let moving = try scratch.write(Self.movingGIF, to: "moving.gif")
    let info = try Headroom.run("info", "--json", moving).object()
    #expect(info["format"] as? String == "gif" && info["frames"] as? Int == 2 && info["width"] as? Int == 2)
    #expect(try Headroom.run("info", moving).text.contains("gif, 2x1, 8 bit, 3 channels, 2 frames"))
    let result = try Headroom.run("convert", moving, scratch.path("out.ppm"), "--strict")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("moving.gif: warning: it has 2 frames; the first is taken"), "\(result.errors)")
    let bytes = try Data(contentsOf: scratch.file("out.ppm"))
    #expect(Array(bytes.suffix(6)) == [0, 0, 0, 255, 255, 255])
    let piped = try Headroom.run("convert", "-", scratch.path("out.jpg"), "--quiet", input: Data(Self.movingGIF))
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(try Headroom.run("metadata", scratch.path("out.jpg")).text.contains("Hi"))
    let refused = try Headroom.run("convert", moving, scratch.path("again.gif"))
    #expect(refused.status != 0 && refused.errors.contains("reads gif but does not write it"), "\(refused.errors)")
  }

  @Test func `BMP is read, with what was scaled in Radiance told`() throws {
    let scratch = try Scratch()
    let head: [UInt8] = [0x42, 0x4D, 34, 0, 0, 0, 0, 0, 0, 0, 26, 0, 0, 0, 12, 0, 0, 0, 2, 0, 1, 0, 1, 0, 24, 0]
    let bitmap = try scratch.write(head + [1, 2, 3, 4, 5, 6, 0, 0], to: "a.bmp")
    #expect(try Headroom.run("info", bitmap).text.contains("bmp, 2x1, 8 bit, 3 channels"))
    #expect(try Headroom.run("convert", bitmap, scratch.path("out.ppm"), "--strict").status == 0)
    #expect(Array(try Data(contentsOf: scratch.file("out.ppm")).suffix(6)) == [3, 2, 1, 6, 5, 4])
    let light = "#?RADIANCE\nEXPOSURE=2\nEXPOSURE=4\nCOLORCORR=1 1 .5\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n"
    let file = try scratch.write(Array(light.utf8) + [128, 0, 0, 129], to: "a.hdr")
    #expect(try Headroom.run("info", file).text.contains("EXPOSURE 8, COLORCORR 1 1 0.5; pixels are as stored"))
    let scale = try Headroom.run("info", "--json", file).object()["lightScale"] as? [String: Any]
    #expect(scale?["exposure"] as? Double == 8 && scale?["applied"] as? Bool == false)
  }
}
