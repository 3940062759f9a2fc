import Foundation
import Headroom
import HeadroomTestSupport
import Testing

/// Pictures of light without metadata, and what becomes of light on its way through filters and tone maps.
@Suite struct ConvertLightTests {
  private func pixels(_ path: String) throws -> PixelRows {
    try PixelRows(npy: Headroom.run("pixels", path, "--format", "npy").output)
  }

  private func info(_ path: String) throws -> [String: Any] { try Headroom.run("info", "--json", path).object() }

  private static func ramp(to peak: Double) -> FixturePFM {
    FixturePFM(width: 1024, height: 4) { x, _ in
      let light = Float(exp2(-10 + (log2(peak) + 10) * Double(x) / 1023))
      return (light, light, light)
    }
  }

  /// Of ACES primaries, one of which has a coordinate that is 0, and with an alpha channel that nobody wrote.
  @Test(
    .enabled(if: TestData.isAvailable), arguments: ["x.jxl", "lossless.jxl", "x.tif", "half.jxl", "half.tif", "x.exr"])
  func `Light without alpha keeps its colour where alpha is straight`(_ name: String) throws {
    let scratch = try Scratch()
    let (input, output) = (TestData.still("exr/Carrots.exr").path, scratch.path(name))
    var options = name.hasPrefix("half") ? ["--resize", "300x200!"] : []
    if name.hasPrefix("lossless") { options.append("--lossless") }
    let result = try Headroom.run(["convert", input, output] + options)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("its alpha is 0 everywhere") == !name.hasSuffix("exr"))
    let (found, wanted) = (try pixels(output), try pixels(input))
    func mean(_ rows: PixelRows, _ channel: Int) -> Double {
      (0..<rows.width * rows.height).reduce(0) { $0 + Double(rows.values[4 * $1 + channel]) }
        / Double(rows.width * rows.height)
    }
    for channel in 0..<3 { #expect(abs(mean(found, channel) / mean(wanted, channel) - 1) < 0.01) }
  }

  @Test(.enabled(if: TestData.isAvailable))
  func `Corners that a turn leaves are transparent where alpha was never written`() throws {
    let scratch = try Scratch()
    let line = ["convert", TestData.still("exr/Carrots.exr").path]
    let result = try Headroom.run(line + [scratch.path("out.png"), "--rotate", "8"])
    #expect(result.status == 0 && result.errors.contains("its alpha is 0 everywhere"), "\(result.errors)")
    let turned = try pixels(scratch.path("out.png"))
    #expect(turned[3, 3][3] == 0 && turned[turned.width / 2, turned.height / 2][3] == 1)
    let flat = try Headroom.run(line + [scratch.path("out.jpg"), "--rotate", "8"])
    #expect(flat.status == 0 && flat.errors.contains("put on black"), "\(flat.errors)")
    #expect(flat.errors.contains("its alpha is 0 everywhere"), "\(flat.errors)")
  }

  @Test(.enabled(if: TestData.isAvailable))
  func `A peak that comes back too bright in BT 2020 is said, be it one of many in the base's primaries`() throws {
    let scratch = try Scratch()
    let film = TestData.still("avif-pq/Chimera_10bit_cropped_to_1920x1008_with_HDR_metadata.avif").path
    let result = try Headroom.run(["convert", film, scratch.path("out.jpg")])
    #expect(
      result.status == 0 && result.errors.contains("its peak of 49.3 times white comes back as"), "\(result.errors)")
    #expect(try Headroom.run(["convert", film, scratch.path("strict.jpg"), "--strict"]).status == 5)
  }

  @Test(arguments: ["bt2390", "rwtmo", "bt2446a", "reinhard", "clip"], [1.0, 20, 5344, 192_200, 1_000_000])
  func `A ramp that is written for SDR rises to white`(_ tone: String, _ peak: Double) throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.ramp(to: peak).bytes, to: "ramp.pfm")
    let output = scratch.path("sdr.png")
    let options = ["--rendition", "sdr", "--depth", "16", "--tone-map", tone, "--exposure", "0"]
    #expect(try Headroom.run(["convert", input, output] + options).status == 0)
    let rows = try pixels(output)
    var last: Float = 0
    for x in 0..<1024 {
      // A code of 16 bits may round either way.
      #expect(rows[x, 1][1] >= last - 4e-5)
      #expect(rows[x, 1][1] <= 1.00001)
      last = max(last, rows[x, 1][1])
    }
    #expect(last > 0.999)
  }

  @Test func `Light far above white is exposed unless told otherwise`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(
      FixturePFM(width: 64, height: 64) { x, y in (Float(2 + x), Float(1 + y), 20) }.bytes, to: "render.pfm")
    let output = scratch.path("sdr.png")
    func converted(_ arguments: String...) throws -> (mean: Double, errors: String) {
      let result = try Headroom.run(["convert", input, output, "--rendition", "sdr", "--overwrite"] + arguments)
      #expect(result.status == 0)
      let rows = try pixels(output)
      let sum = (0..<64).reduce(0.0) { $0 + Double(rows[$1, $1].prefix(3).max() ?? 0) }
      return (sum / 64, result.errors)
    }
    let automatic = try converted()
    #expect(automatic.errors.contains("EV"))
    #expect(try converted("--exposure", "auto").mean == automatic.mean)
    let asItIs = try converted("--exposure", "0")
    #expect(!asItIs.errors.contains("EV"))
    #expect(asItIs.mean > automatic.mean * 1.2)
    #expect(try converted("--exposure=-5").mean < asItIs.mean)
    #expect(try converted("--exposure", "-5").mean < asItIs.mean)
    #expect(try Headroom.run("graph", input, "--exposure", "-5").text.contains("CIExposureAdjust"))
    #expect(try Headroom.run("convert", input, output, "--exposure", "bright").status == 2)
    // Light stays light.
    let exr = scratch.path("light.exr")
    #expect(try Headroom.run("convert", input, exr).status == 0)
    #expect(try pixels(exr)[3, 0][2] == pixels(input)[3, 0][2])
  }

  @Test func `Only what is brighter than white is lost in SDR`() throws {
    let scratch = try Scratch()
    let dim = try scratch.write(
      FixturePFM(width: 16, height: 16) { x, _ in (0.06 * Float(x), 0.2, 0.98) }.bytes, to: "dim.pfm")
    let bright = try scratch.write(
      FixturePFM(width: 16, height: 16) { x, _ in (0.2 * Float(x), 0.2, 1) }.bytes, to: "bright.pfm")
    let arguments = ["--rendition", "sdr", "--overwrite"]
    let quiet = try Headroom.run(["convert", dim, scratch.path("a.png"), "--strict"] + arguments)
    #expect(quiet.status == 0 && quiet.errors.isEmpty)
    #expect(try Headroom.run(["convert", bright, scratch.path("b.png"), "--strict"] + arguments).status == 5)
    #expect(try Headroom.run(["convert", bright, scratch.path("b.png")] + arguments).errors.contains("HDR"))
  }

  @Test(arguments: ["exr", "hdr", "pfm"])
  func `SDR in formats of floats ends at 1`(_ format: String) throws {
    let scratch = try Scratch()
    let input = try scratch.write(
      FixturePFM(width: 64, height: 16) { x, y in (Float(x) * 0.4, Float(y) * 0.05, 0.01) }.bytes, to: "in.pfm")
    let output = scratch.path("sdr.\(format)")
    #expect(try Headroom.run("convert", input, output, "--rendition", "sdr").status == 0)
    // Read as stored, in the file's own primaries.
    let read = try Headroom.run("pixels", output, "--format", "npy", "--color-space", "extendedLinearSRGB")
    let values = try PixelRows(npy: read.output).values
    #expect(values.max() ?? 9 <= 1.00001)
    #expect(values.min() ?? -9 >= -1e-5)
  }

  @Test func `Light beyond what PQ holds is cut with a warning`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(
      FixturePFM(width: 64, height: 64) { x, y in x == 9 && y == 9 ? (5344, 5000, 4000) : (0.3, 0.2, 0.1) }.bytes,
      to: "sun.pfm")
    let result = try Headroom.run("convert", input, scratch.path("out.png"), "--rendition", "hdr")
    #expect(result.status == 0)
    #expect(result.errors.contains("is cut") && result.errors.contains("10000"))
    #expect((try pixels(scratch.path("out.png"))[30, 30][0] - pixels(input)[30, 30][0]).magnitude < 1e-3)
    let sun = try pixels(scratch.path("out.png"))[9, 9]
    #expect(sun[0] > 48 && sun[1] < sun[0])
  }

  @Test func `Light far beyond all bounds is cut with a warning, and exposed where nobody says`() throws {
    let scratch = try Scratch()
    for light: Float in [1e10, 3.4e38] {
      let input = try scratch.write(
        FixturePFM(width: 16, height: 16) { _, _ in (light, light, light) }.bytes, to: "far.pfm")
      let kept = ["convert", input, scratch.path("cut.png"), "--exposure", "0", "--overwrite"]
      let cut = try Headroom.run(kept)
      #expect(cut.status == 0 && cut.errors.contains("is cut") && cut.errors.contains("in 100 % of it"))
      #expect(try Headroom.run(kept + ["--strict"]).status == 5)
      let exposed = try Headroom.run("convert", input, scratch.path("grey.png"), "--strict", "--overwrite")
      #expect(exposed.status == 0 && exposed.errors.contains("exposed by -"), "\(exposed.errors)")
      #expect(abs(try pixels(scratch.path("grey.png"))[3, 3][0] - 0.18) < 0.01)
    }
  }

  /// libjxl 0.7 ends the process where such pixels alternate.
  @Test(arguments: ["90", "20"]) func `Black beside a million times white is coded with loss`(_ quality: String) throws
  {
    let scratch = try Scratch()
    let input = try scratch.write(
      FixturePFM(width: 96, height: 64) { x, y in
        (x ^ y ^ (x * y >> 3)) & 1 == 0 ? (0, 0, 0) : (1e6, 1e6, 1e6)
      }.bytes, to: "checks.pfm")
    let result = try Headroom.run("convert", input, scratch.path("a.jxl"), "--exposure", "0", "--quality", quality)
    #expect(result.status == 0 && result.errors.contains("samples"), "\(result.status) \(result.errors)")
  }

  /// A file of gray pixels under an alpha that is 0 everywhere.
  private func clear(_ format: PixelFormat, as name: String, _ encoding: ColorEncoding) throws -> [UInt8] {
    let bitmap = try PixelBitmap(width: 32, height: 32, format: format, alpha: .straight)
    let light = Float(format.isFloatingPoint ? TransferFunction.sRGB.decode(200.0 / 255) : 200.0 / 255)
    let buffer = RowBuffer(capacity: 32)
    for x in 0..<32 {
      unsafe (buffer.rows.r[x], buffer.rows.g[x], buffer.rows.b[x], buffer.rows.a[x]) = (light, light, light, 0)
    }
    for row in 0..<32 { unsafe RowCodec.pack(buffer.rows, count: 32, into: bitmap, row: row, x: 0, dither: .none) }
    let writer = try #require(ImageFormats.named(name)?.writer)
    return try writer.encode(StillImage(base: bitmap, encoding: encoding), options: EncodeOptions())
  }

  @Test(arguments: ["a.png", "a.exr", "a.avif", "a.jxl", "a.webp", "small.png", "small.avif"])
  func `Integers that are transparent everywhere stay so`(_ name: String) throws {
    let scratch = try Scratch()
    let (input, output) = (try scratch.write(clear(.rgba8, as: "png", .sRGB), to: "clear.png"), scratch.path(name))
    let size = name.hasPrefix("small") ? ["--resize", "16x16"] : []
    let result = try Headroom.run(["convert", input, output] + size)
    #expect(result.status == 0 && !result.errors.contains("alpha"), "\(result.errors)")
    #expect(try pixels(output)[8, 8][3] == 0)
  }

  @Test(arguments: ["a.jpg", "a.avif", "a.jxl", "small.png", "small.avif", "b.jpg"])
  func `Alpha that is 0 everywhere is ignored where colours are not multiplied by it`(_ name: String) throws {
    let scratch = try Scratch()
    // Integers are transparent as they say, where the result can be.
    let isInteger = name == "b.jpg"
    let file = try isInteger ? clear(.rgba8, as: "png", .sRGB) : clear(.rgbaFloat, as: "tiff", .extendedLinearSRGB)
    let (input, output) = (try scratch.write(file, to: isInteger ? "clear.png" : "clear.tif"), scratch.path(name))
    let size = name.hasPrefix("small") ? ["--resize", "16x16"] : []
    let result = try Headroom.run(["convert", input, output] + size)
    #expect(result.status == 0 && result.errors.contains("alpha is 0 everywhere"), "\(result.errors)")
    let found = try pixels(output)[8, 8]
    let light = TransferFunction.sRGB.decode(200.0 / 255)
    for channel in 0..<3 { #expect(abs(Double(found[channel]) - light) < 0.02, "\(name) \(channel)") }
    #expect(found[3] == 1)
  }

  /// The sun of an OpenEXR file that overflowed.
  @Test(
    arguments: [
      "x.png", "x.avif", "x.jpg", "sdr.png", "sdr.exr", "sdr.jpg", "small.exr", "tone.avif", "hlg.avif", "filter.png",
    ])
  func `Infinite light is light and no black hole`(_ name: String) throws {
    let scratch = try Scratch()
    let input = try scratch.write(
      FixturePFM(width: 64, height: 64) { x, y in
        if x == 3, y == 3 { return (-.infinity, 0.5, 0.5) }
        let isSun = abs(x - 30) < 5 && abs(y - 30) < 5
        return isSun ? (.infinity, .infinity, .infinity) : (0.5, 0.5, 0.5)
      }.bytes, to: "sun.pfm")
    let more = [
      "sdr": ["--rendition", "sdr"], "small": ["--resize", "32x32", "--color-space", "extendedLinearITUR_2020"],
      "tone": ["--headroom", "2"], "hlg": ["--color-space", "itur_2100_HLG"],
      "filter": ["--filter", "CIColorControls inputSaturation=0.5", "--color-space", "displayP3"],
    ]
    let options = more[(name as NSString).deletingPathExtension] ?? []
    let output = scratch.path(name)
    let result = try Headroom.run(["convert", input, output] + options)
    #expect(result.status == 0, "\(result.errors)")
    let found = try pixels(output)
    let middle = found[found.width * 30 / 64, found.height * 30 / 64]
    for channel in 0..<3 { #expect(middle[channel] > 0.9 && middle[channel].isFinite, "\(name) \(middle)") }
    #expect(found.values.allSatisfy { $0.isFinite })
  }

  @Test(arguments: ["x.png", "x.avif"])
  func `Light beyond HLG's reference display is said to be tone mapped`(_ name: String) throws {
    let scratch = try Scratch()
    let bright = try scratch.write(
      FixturePFM(width: 64, height: 64) { x, _ in x < 8 ? (40, 40, 40) : (0.5, 0.5, 0.5) }.bytes, to: "bright.pfm")
    let dim = try scratch.write(
      FixturePFM(width: 64, height: 64) { x, _ in x < 8 ? (4, 4, 4) : (0.5, 0.5, 0.5) }.bytes, to: "dim.pfm")
    let wish = ["--color-space", "itur_2100_HLG", "--exposure", "0"]
    let said = try Headroom.run(["convert", bright, scratch.path(name)] + wish)
    #expect(said.status == 0 && said.errors.contains("tone mapped into HLG's 1000 cd/m²"), "\(said.errors)")
    #expect(try Headroom.run(["convert", bright, scratch.path("s" + name), "--strict"] + wish).status == 5)
    let quiet = try Headroom.run(["convert", dim, scratch.path("d" + name)] + wish)
    #expect(quiet.status == 0 && !quiet.errors.contains("tone mapped"), "\(quiet.errors)")
  }

  @Test func `A single light beyond HLG's reference display is said to be cut`() throws {
    let scratch = try Scratch()
    let lamp = try scratch.write(
      FixturePFM(width: 256, height: 256) { x, y in x == 99 && y == 50 ? (40, 9, 9) : (0.5, 0.5, 0.5) }.bytes,
      to: "lamp.pfm")
    let wish = ["--color-space", "itur_2100_HLG", "--exposure", "0"]
    let said = try Headroom.run(["convert", lamp, scratch.path("a.png")] + wish)
    #expect(said.status == 0 && said.errors.contains("is cut at HLG's 1000 cd/m² (4.93x)"), "\(said.errors)")
  }

  @Test func `One lamp in a dark scene keeps its light in a gain map`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(
      FixturePFM(width: 600, height: 400) { x, y in
        let isLamp = (300..<303).contains(x) && (200..<203).contains(y)
        let noise = Float((x &* 7919 &+ y &* 104_729) % 97) / 97
        return isLamp ? (40, 40, 36) : (0.2 + 0.1 * noise, 0.2, 0.15 + 0.1 * noise)
      }.bytes, to: "lamp.pfm")
    let result = try Headroom.run("convert", input, scratch.path("a.jpg"), "--exposure", "0")
    #expect(result.status == 0 && !result.errors.contains("highlights keep"), "\(result.errors)")
    let peak = try pixels(scratch.path("a.jpg")).values.max() ?? 0
    #expect((peak / 40 - 1).magnitude < 0.15, "\(peak)")
  }

  @Test(arguments: [
    ("o.exr", ""), ("o.pfm", ""), ("o.jxl", "--lossless"), ("p3.png", "--color-space displayP3_PQ"), ("o.jpg", ""),
  ])
  func `A limit of headroom holds in the file's own colour space`(_ name: String, _ more: String) throws {
    let scratch = try Scratch()
    // In BT.2020, where light is tone mapped, red of sRGB has six tenths of its number here.
    let input = try scratch.write(
      FixturePFM(width: 64, height: 32) { x, y in y < 16 ? (Float(x) / 4, 0.05, 0.02) : (-0.02, Float(x) / 8, 0.1) }
        .bytes,
      to: "red.pfm")
    let output = scratch.path(name)
    let options = ["--headroom", "2", "--exposure", "0"] + more.split(separator: " ").map(String.init)
    let result = try Headroom.run(["convert", input, output] + options)
    #expect(result.status == 0, "\(result.errors)")
    let space = name.hasPrefix("p3") ? "extendedLinearDisplayP3" : "extendedLinearSRGB"
    let found = try Headroom.run("pixels", output, "--format", "npy", "--color-space", space)
    let light = try PixelRows(npy: found.output).values
    let peak = light.max() ?? 0
    // A JPEG's base rings; without the limit it is 3.3.
    #expect(peak > 1.9 && peak < (name.hasSuffix("jpg") ? 2.3 : 2.001), "\(peak)")
    // Floats keep colours outside the gamut, as they do without a limit.
    if name == "o.exr" { #expect((light.min() ?? 0) < -0.01) }
  }

  @Test(arguments: ["o.avif", "o.heic", "o.jxl"])
  func `Strict conversions to PQ look at what coding makes of the light`(_ name: String) throws {
    let scratch = try Scratch()
    let input = try scratch.write(
      FixturePFM(width: 192, height: 96) { x, y in
        let level: Float = x % 16 == 3 && y % 16 == 5 ? 30 : 0.05
        return (level, level, level)
      }.bytes, to: "lamps.pfm")
    let options = ["--rendition", "hdr", "--exposure", "0", "--overwrite"]
    func run(_ more: String...) throws -> Headroom.Result {
      try Headroom.run(["convert", input, scratch.path(name)] + options + more)
    }
    let poor = ["--quality", "5"]
    // Where nobody is strict, a peak that is off is a warning.
    let warned = try run(poor[0], poor[1])
    #expect(warned.status == 0 && warned.errors.contains("coding changes HDR: its peak"), "\(warned.errors)")
    #expect(warned.errors.contains("a higher --quality keep"), "\(warned.errors)")
    #expect(try run("--quality", "97").errors.isEmpty)
    let refused = try run(poor[0], poor[1], "--strict")
    #expect(refused.status == 5 && refused.errors.contains("coding changes HDR"), "\(refused.errors)")
    #expect(try run("--quality", "97", "--strict").status == 0)
    #expect(try run("--lossless", "--strict").status == 0)
  }

  @Test func `An operator that does not apply says so`() throws {
    let scratch = try Scratch()
    let dim = try scratch.write(FixturePFM(width: 16, height: 16) { _, _ in (0.3, 0.2, 0.9) }.bytes, to: "dim.pfm")
    let bright = try scratch.write(
      FixturePFM(width: 64, height: 64) { x, _ in (Float(x), 0.1, 0.1) }.bytes, to: "bright.pfm")
    func errors(_ input: String) throws -> String {
      let output = scratch.path("o.png")
      return try Headroom.run(
        "convert", input, output, "--overwrite", "--rendition", "sdr", "--tone-map", "bt2446a", "--exposure", "0"
      ).errors
    }
    #expect(try errors(dim).contains("no effect"))
    #expect(try errors(bright).contains("dark"))
  }

  // MARK: Filters and gain maps

  /// A dark picture with a lamp of six times white, as JPEG with a gain map.
  private func photo(_ scratch: Scratch) throws -> String {
    let light = try scratch.write(
      FixturePFM(width: 128, height: 96) { x, y in
        let isLamp = (40..<80).contains(x) && (30..<60).contains(y)
        let level: Float = isLamp ? 6 : 0.05 + 0.004 * Float(x)
        return (level, level, level)
      }.bytes, to: "light.pfm")
    let path = scratch.path("photo.jpg")
    #expect(try Headroom.run("convert", light, path, "--quality", "98", "--gain-map-scale", "1").status == 0)
    return path
  }

  @Test func `Filters see the light of a gain map, and SDR is made after them`() throws {
    let scratch = try Scratch()
    let input = try photo(scratch)
    let darker = scratch.path("darker.png")
    let arguments = ["--rendition", "sdr", "--filter", "CIExposureAdjust inputEV=-2"]
    #expect(try Headroom.run(["convert", input, darker] + arguments).status == 0)
    // Six times white, two stops darker, is still about white; a quarter of the base's white is not.
    #expect(try pixels(darker)[60, 45][1] > 0.6)
    let graph = try Headroom.run(["graph", input] + arguments)
    #expect(graph.status == 0)
    #expect(graph.text.contains("CIExposureAdjust") && graph.text.contains("tone map"))
  }

  @Test func `The author's SDR picture is kept without filters and through filters that only move pixels`() throws {
    let scratch = try Scratch()
    let input = try photo(scratch)
    let base = scratch.path("base.png")
    #expect(try Headroom.run("convert", input, base, "--rendition", "sdr").status == 0)
    let own = try pixels(base)
    let cut = scratch.path("cut.png")
    #expect(
      try Headroom.run(
        "convert", input, cut, "--rendition", "sdr", "--filter", "CICrop inputRectangle=[10,20,60,40]"
      ).status == 0)
    // Core Image counts from the bottom.
    #expect(try pixels(cut)[5, 7] == own[15, 96 - 60 + 7])
    // A filter that changes next to nothing gives next to the same picture.
    let same = scratch.path("same.png")
    #expect(
      try Headroom.run(
        "convert", input, same, "--rendition", "sdr", "--filter", "CIExposureAdjust inputEV=0.001"
      ).status == 0)
    let near = try pixels(same)
    for (x, y) in [(5, 5), (60, 45), (100, 80), (127, 10)] {
      #expect(abs(near[x, y][1] - own[x, y][1]) < 0.03 + 0.05 * own[x, y][1])
    }
  }
}
