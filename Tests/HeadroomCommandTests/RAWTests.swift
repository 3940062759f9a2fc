import Foundation
import HeadroomTestSupport
import Testing

@Suite struct RAWTests {
  /// A ramp with a lamp in it that overexposes the sensor.
  private static let dng = PlainDNG.neutral(width: 96, height: 64) { x, y in
    (x - 70) * (x - 70) + (y - 20) * (y - 20) < 60 ? 1.6 : 0.01 + 0.004 * Double(x)
  }

  private func kind(_ path: String) throws -> String? {
    (try Headroom.run("info", "--json", path).object()["hdr"] as? [String: Any])?["kind"] as? String
  }

  private func headroom(_ path: String) throws -> Double {
    (try Headroom.run("info", "--json", path).object()["hdr"] as? [String: Any])?["contentHeadroom"] as? Double ?? 0
  }

  @Test func `A sensor's file becomes an adaptive picture in one step, and SDR where that is wanted`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.dng.bytes, to: "in.dng")
    for format in ["jpg", "heic", "avif", "jxl"] {
      let output = scratch.path("out.\(format)")
      let result = try Headroom.run("convert", input, output, "--strict")
      #expect(result.status == 0, "\(format): \(result.errors)")
      #expect(try kind(output) == "gainMap", "\(format)")
      #expect(try headroom(output) > 1.2, "\(format)")
    }
    let sdr = scratch.path("sdr.jpg")
    #expect(try Headroom.run("convert", input, sdr, "--rendition", "sdr", "--strict").status == 0)
    #expect(try kind(sdr) == "sdr")
    #expect(try Headroom.run("convert", input, scratch.path("hdr.png")).status == 0)
    #expect(try kind(scratch.path("hdr.png")) == "isoHDR")
  }

  @Test func `Development can be chosen`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.dng.bytes, to: "in.dng")
    func pixel(_ options: String...) throws -> [Float] {
      let output = scratch.path("out.exr")
      #expect(try Headroom.run(["convert", input, output, "--overwrite"] + options).status == 0)
      let rows = try PixelRows(npy: Headroom.run("pixels", output, "--format", "npy").output)
      return rows[30, 40]
    }
    let usual = try pixel()
    #expect(try pixel("--exposure", "1")[1] > 1.5 * usual[1])
    #expect(try pixel("--exposure", "-1")[1] < 0.7 * usual[1])
    let (cool, warm) = (try pixel("--temperature", "4000"), try pixel("--temperature", "8000"))
    #expect(warm[0] / warm[2] > 1.3 * cool[0] / cool[2])
    #expect(abs(try pixel("--boost", "0")[1] - 0.13) < 0.005)
    #expect(try Headroom.run("convert", input, scratch.path("two.jpg"), "--edr", "0").status == 0)
    #expect(try kind(scratch.path("two.jpg")) == "sdr")
  }

  @Test func `A camera's own file is unpacked, and one of an unknown camera is refused by name`() throws {
    let scratch = try Scratch()
    var file = PlainDNG.neutral(width: 640, height: 480) { x, y in 0.02 + 0.0012 * Double(x) + 0.0002 * Double(y) }
    file.camera = ("PENTAX Corporation", "PENTAX K10D")
    let known = try scratch.write(file.bytes, to: "known.pef")
    let output = scratch.path("out.jpg")
    #expect(try Headroom.run("convert", known, output).status == 0)
    #expect(try kind(output) == "gainMap")
    let report = try Headroom.run("info", "--json", known).object()
    #expect(report["format"] as? String == "raw")
    #expect((report["camera"] as? [String: Any])?["model"] as? String == "K10D")
    #expect((report["raw"] as? [String: Any])?["pattern"] as? String == "RGGB")
    file.camera = ("Hasselblad", "Hasselblad H3D")
    let unknown = try Headroom.run("info", try scratch.write(file.bytes, to: "unknown.3fr"))
    #expect(unknown.status == 3)
    #expect(unknown.errors.contains("Hasselblad"))
    #expect(unknown.errors.contains("DNG"))
  }

  @Test func `A file that is cut is an error, and shown as far as it goes where that is asked for`() throws {
    let scratch = try Scratch()
    var bytes = PlainDNG.neutral(width: 64, height: 48) { _, _ in 0.4 }.bytes
    // The strip is said to lie where only its first rows are.
    let entry = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0x11, 0x01, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0]) })
    let start = bytes.count
    bytes += [UInt8](repeating: 90, count: 64 * 20 * 2)
    for index in 0..<4 { bytes[entry + 8 + index] = UInt8(truncatingIfNeeded: start >> (8 * index)) }
    let input = try scratch.write(bytes, to: "cut.dng")
    #expect(try Headroom.run("convert", input, scratch.path("a.jpg")).status == 3)
    #expect(try Headroom.run("convert", input, scratch.path("b.jpg"), "--allow-partial").status == 0)
  }

  @Test func `Pictures come out upright`() throws {
    let scratch = try Scratch()
    var dng = Self.dng
    dng.orientation = 6
    let output = scratch.path("out.jpg")
    #expect(try Headroom.run("convert", try scratch.write(dng.bytes, to: "in.dng"), output).status == 0)
    let report = try Headroom.run("info", "--json", output).object()
    #expect((report["width"] as? Int, report["height"] as? Int) == (64, 96))
    #expect(report["orientation"] as? Int == 1)
  }

  @Test func `Options of sensors are refused for other files, and their numbers have ranges`() throws {
    let scratch = try Scratch()
    let png = try scratch.write(FixturePNG(width: 8, height: 8) { _, _ in (9, 9, 9) }.sRGB.bytes, to: "in.png")
    let refused = try Headroom.run("convert", png, scratch.path("out.jpg"), "--edr", "1")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--edr is for RAW files"))
    #expect(try Headroom.run("convert", png, scratch.path("out.jpg"), "--edr", "3").status == 2)
  }

  @Test func `A thumbnail is the camera's own preview where that is large enough`() throws {
    let scratch = try Scratch()
    let green = FixturePNG(width: 48, height: 32) { _, _ in (5000, 50000, 10000) }.sRGB.bytes
    let preview = scratch.path("preview.jpg")
    #expect(try Headroom.run("convert", try scratch.write(green, to: "in.png"), preview).status == 0)
    var dng = Self.dng
    dng.orientation = 6
    dng.preview = ([UInt8](try Data(contentsOf: URL(filePath: preview))), 48, 32)
    let input = try scratch.write(dng.bytes, to: "in.dng")
    func small(_ name: String, _ options: String...) throws -> (kind: String?, pixel: [Float]) {
      let path = scratch.path(name)
      #expect(try Headroom.run(["thumbnail", input, path] + options).status == 0)
      let report = try Headroom.run("info", "--json", path).object()
      #expect((report["height"] as? Int ?? 0) > (report["width"] as? Int ?? 0))
      let rows = try PixelRows(npy: Headroom.run("pixels", path, "--format", "npy").output)
      return (try kind(path), rows[5, 5])
    }
    let taken = try small("a.jpg", "--size", "40")
    #expect(taken.kind == "sdr")
    #expect(taken.pixel[1] > 2 * taken.pixel[0])
    let large = try small("b.jpg", "--size", "60")
    #expect(large.kind == "gainMap")
    #expect(abs(large.pixel[1] - large.pixel[0]) < 0.2 * large.pixel[1])
    #expect(try small("c.jpg", "--size", "40", "--rendition", "adaptive").kind == "gainMap")
  }

  @Test func `Lenses and fine patterns have their options`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.dng.bytes, to: "in.dng")
    for options in [
      ["--moire-reduction", "0.5"], ["--lens-correction", "on"], ["--lens-correction", "off"],
      ["--local-tone-map", "1"],
    ] {
      #expect(try Headroom.run(["convert", input, scratch.path("out.jpg"), "--overwrite"] + options).status == 0)
    }
    #expect(try Headroom.run("convert", input, scratch.path("x.jpg"), "--lens-correction", "maybe").status == 2)
    #expect(try Headroom.run("convert", input, scratch.path("x.jpg"), "--moire-reduction", "2").status == 2)
  }

  @Test func `Speckles go, and a profile's table of colours counts`() throws {
    let scratch = try Scratch()
    let read = [0.2, 0.2, 0.4 / 3]
    var dng = PlainDNG(width: 48, height: 40) { x, y, plane in x == 20 && y == 17 ? 0.98 : read[plane] }
    func pixel(_ x: Int, _ y: Int, _ options: String...) throws -> [Float] {
      let input = try scratch.write(dng.bytes, to: "in.dng")
      let output = scratch.path("out.pfm")
      #expect(try Headroom.run(["convert", input, output, "--overwrite"] + options).status == 0)
      let rows = try PixelRows(npy: Headroom.run("pixels", output, "--format", "npy").output)
      return rows[y, x]
    }
    let (kept, taken) = (try pixel(20, 17, "--boost", "0"), try pixel(20, 17, "--boost", "0", "--despeckle", "1"))
    #expect((kept.max() ?? 0) > 0.6)
    #expect(abs(taken[1] - 0.2) < 0.02)
    let red = try pixel(5, 5)
    #expect(red[0] > 1.3 * red[1])
    // Green of every colour, in all three.
    var table: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 4, 0]
    for place in 0..<8 { table += [UInt8](repeating: place & 2 == 0 ? 0 : 255, count: 3) }
    dng.blocks[52543] = table
    let grey = try pixel(5, 5)
    #expect(grey[1] > 0.05 && abs(grey[0] - grey[1]) < 2e-3 && abs(grey[2] - grey[1]) < 2e-3, "\(grey)")
  }

  @Test func `The file is described`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.dng.bytes, to: "in.dng")
    let report = try Headroom.run("info", "--json", input).object()
    #expect(report["format"] as? String == "dng")
    #expect((report["raw"] as? [String: Any])?["pattern"] as? String == "RGGB")
    let thumbnail = scratch.path("small.jpg")
    #expect(try Headroom.run("thumbnail", input, thumbnail, "--size", "32").status == 0)
    #expect(try Headroom.run("info", "--json", thumbnail).object()["width"] as? Int == 32)
  }

  @Test func `Light that becomes neutral is chosen by name or in kelvins`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.dng.bytes, to: "in.dng")
    func pixel(_ options: String...) throws -> [Float] {
      let output = scratch.path("out.exr")
      let result = try Headroom.run(["convert", input, output, "--overwrite"] + options)
      #expect(result.status == 0, "\(options): \(result.errors)")
      return try PixelRows(npy: Headroom.run("pixels", output, "--format", "npy").output)[30, 40]
    }
    func warmth(_ options: String...) throws -> Float {
      let color = try pixel(options[0], options[1])
      return color[0] / color[2]
    }
    let kelvins = try pixel("--white-balance", "5200K")
    #expect(try pixel("--temperature", "5200K") == kelvins)
    #expect(try pixel("--temperature", "5200") == kelvins)
    #expect(try pixel("--white-balance", "camera") == pixel())
    let names = ["tungsten", "fluorescent", "daylight", "cloudy", "shade"]
    let rising = try names.map { try warmth("--white-balance", $0) }
    #expect(zip(rising, rising.dropFirst()).allSatisfy { $0 < $1 }, "\(rising)")
    #expect(abs(try warmth("--white-balance", "auto") - 1) < 0.1)
    let both = try Headroom.run(
      "convert", input, scratch.path("x.jpg"), "--white-balance", "daylight", "--temperature", "5000")
    #expect(both.status == 2)
    #expect(both.errors.contains("--temperature and --white-balance"))
    let wrong = try Headroom.run("convert", input, scratch.path("x.jpg"), "--white-balance", "sunny")
    #expect(wrong.status == 2 && wrong.errors.contains("daylight") && wrong.errors.contains("5200K"))
    #expect(try Headroom.run("convert", input, scratch.path("x.jpg"), "--white-balance", "900K").status == 2)
  }

  @Test func `An estimated white is said to be one, by convert and by info`() throws {
    let scratch = try Scratch()
    var dng = Self.dng
    func result() throws -> (errors: String, source: String?) {
      let input = try scratch.write(dng.bytes, to: "in.dng")
      let converted = try Headroom.run("convert", input, scratch.path("out.jpg"), "--overwrite")
      #expect(converted.status == 0)
      let raw = try Headroom.run("info", "--json", input).object()["raw"] as? [String: Any]
      return (converted.errors, raw?["whiteBalanceSource"] as? String)
    }
    let stated = try result()
    #expect(!stated.errors.contains("white balance") && stated.source == "file")
    dng.statesNeutral = false
    let estimated = try result()
    #expect(estimated.errors.contains("the file does not say its white balance"), "\(estimated.errors)")
    #expect(estimated.source == "picture")
    let text = try Headroom.run("info", try scratch.write(dng.bytes, to: "in.dng")).text
    #expect(text.contains("estimated from the picture"))
  }

  @Test func `The headroom that is said is the picture's, not its curve's`() throws {
    let scratch = try Scratch()
    let dim = PlainDNG.neutral(width: 96, height: 64) { x, _ in 0.01 + 0.002 * Double(x) }
    let input = try scratch.write(dim.bytes, to: "in.dng")
    #expect(try headroom(input) == 1)
    #expect(try headroom(try scratch.write(Self.dng.bytes, to: "lamp.dng")) > 1.4)
    #expect(try headroom(try scratch.write(Self.dng.bytes, to: "lamp.dng")) < 2.6)
  }

  @Test func `A look that cannot be had is said where it was asked for`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.dng.bytes, to: "in.dng")
    func errors(_ options: String...) throws -> String {
      let result = try Headroom.run(["convert", input, scratch.path("out.jpg"), "--overwrite"] + options)
      #expect(result.status == 0)
      return result.errors
    }
    #expect(try !errors().contains("developed"))
    #expect(try errors("--look", "camera").contains("developed neutrally: the file has no preview"))
    #expect(try !errors("--look", "neutral").contains("developed"))
    #expect(try Headroom.run("convert", input, scratch.path("x.jpg"), "--look", "vivid").status == 2)
    let raw = try Headroom.run("info", "--json", input).object()["raw"] as? [String: Any]
    #expect((raw?["look"] as? [String: Any])?["name"] as? String == "neutral")
  }
}
