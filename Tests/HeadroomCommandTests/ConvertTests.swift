import Foundation
import HeadroomTestSupport
import Testing

@Suite struct ConvertTests {
  /// An asymmetric HDR picture.
  private static let master = FixturePNG(width: 64, height: 40) { x, y in
    // Greys with a tint, from 5 to 1600 cd/m².
    let grey = 18_000 + x * 400 + y * 150
    return (UInt16(grey + y * 60), UInt16(grey), UInt16(grey + x * 20))
  }.pq

  private static let sdr = FixturePNG(width: 32, height: 20, bitDepth: 8) { x, y in
    (UInt16(x * 8), UInt16(y * 12), 90)
  }.sRGB

  private func info(_ path: String) throws -> [String: Any] { try Headroom.run("info", "--json", path).object() }

  private func kind(_ path: String) throws -> String? { (try info(path)["hdr"] as? [String: Any])?["kind"] as? String }

  private func pixels(_ path: String) throws -> PixelRows {
    try PixelRows(npy: Headroom.run("pixels", path, "--format", "npy").output)
  }

  @Test func `PQ through PNG keeps every value`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let result = try Headroom.run("convert", input, scratch.path("out.png"))
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(try pixels(input).values == pixels(scratch.path("out.png")).values)
  }

  @Test func `JPEG keeps HDR as a gain map`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let output = scratch.path("out.jpg")
    let arguments = ["--quality", "95", "--gain-map", "rgb", "--gain-map-scale", "1"]
    #expect(try Headroom.run(["convert", input, output] + arguments).status == 0)
    #expect(try kind(output) == "gainMap")
    let compared = try Headroom.run("compare", input, output, "--json").object()
    #expect((compared["pu21PSNR"] as? Double ?? 0) > 40)
  }

  @Test func `Losing HDR is one warning, and an error that writes nothing with --strict`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let lossy = ["convert", input, scratch.path("out.png"), "--depth", "8"]
    let strict = try Headroom.run(lossy + ["--strict"])
    #expect(strict.status == 5)
    #expect(strict.errorLines.count == 1)
    #expect(scratch.contents == ["in.png"])
    let warned = try Headroom.run(lossy)
    #expect(warned.status == 0)
    #expect(warned.errorLines.count == 1)
    #expect(warned.errors.contains("warning"))
    #expect(try kind(scratch.path("out.png")) == "sdr")
  }

  @Test func `A gain map that loses highlights says so, and is an error that writes nothing with --strict`() throws {
    let scratch = try Scratch()
    let lamps = FixturePNG(width: 96, height: 64) { x, y in
      let code: UInt16 = x % 16 == 5 && y % 16 == 5 ? 58_000 : 20_000
      return (code, code, code)
    }
    let input = try scratch.write(lamps.pq.bytes, to: "in.png")
    let output = scratch.path("out.jpg")
    let small = ["convert", input, output, "--gain-map-scale", "4"]
    let strict = try Headroom.run(small + ["--strict"])
    #expect(strict.status == 5)
    #expect(strict.errors.contains("the gain map changes HDR"))
    #expect(scratch.contents == ["in.png"])
    let warned = try Headroom.run(small)
    #expect(warned.status == 0)
    #expect(warned.errorLines.count == 1)
    #expect(warned.errors.contains("warning: the gain map changes HDR"))
    // By default nothing is lost.
    let usual = try Headroom.run("convert", input, output, "--overwrite", "--strict")
    #expect(usual.status == 0)
    #expect(usual.errors.isEmpty)
    let (before, after) = (try pixels(input).values, try pixels(output).values)
    #expect((try #require(after.max()) / #require(before.max()) - 1).magnitude < 0.1)
  }

  @Test(
    .enabled(if: TestData.isAvailable, "the real photos are not here"), arguments: ["jpg", "heic", "avif"])
  func `The lamps of a real night scene come back`(_ format: String) throws {
    let scratch = try Scratch()
    let photo = TestData.still("avif-pq/hdr_cosmos07296_cicp9-16-9_yuv420_limited_qp20.avif").path
    let output = scratch.path("out." + format)
    let result = try Headroom.run("convert", photo, output, "--rendition", "adaptive", "--strict")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    let (before, after) = (try pixels(photo).values, try pixels(output).values)
    let largest = { (values: [Float], index: Int) in max(values[index], values[index + 1], values[index + 2]) }
    let bright = stride(from: 0, to: before.count, by: 4).filter { largest(before, $0) > 8 }
    let kept = bright.map { largest(after, $0) / largest(before, $0) }.sorted()
    #expect(bright.count > 50)
    #expect(kept[kept.count / 2] > 0.9)
    let peaks = (bright.map { largest(before, $0) }.max() ?? 0, bright.map { largest(after, $0) }.max() ?? 0)
    #expect((peaks.1 / peaks.0 - 1).magnitude < 0.15)
  }

  @Test func `An output is replaced only when that was asked for`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.sdr.bytes, to: "in.png")
    let output = try scratch.write([1, 2, 3], to: "out.png")
    #expect(try Headroom.run("convert", input, output).status == 4)
    #expect(try Headroom.run("convert", input, output, "--skip-existing").status == 0)
    #expect(try Data(contentsOf: scratch.file("out.png")) == Data([1, 2, 3]))
    #expect(try Headroom.run("convert", input, output, "--overwrite").status == 0)
    #expect(try info(output)["width"] as? Int == 32)
    #expect(scratch.contents == ["in.png", "out.png"])
  }

  @Test func `An output that cannot be written is exit code 4`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.sdr.bytes, to: "in.png")
    let result = try Headroom.run("convert", input, scratch.path("no/such/place/out.png"))
    #expect(result.status == 4)
    #expect(result.errorLines.count == 1)
  }

  @Test func `HLG gets what fits on its display, tone mapped and not cut off`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let arguments = ["convert", input, scratch.path("out.png"), "--color-space", "itur_2100_HLG"]
    #expect(try Headroom.run(arguments).status == 0)
    let rows = try pixels(scratch.path("out.png"))
    let bright = (40..<64).map { rows[$0, 39][1] }
    #expect((bright.max() ?? 0) <= 1000 / 203 * 1.001)
    // Highlights that differ in the master still differ.
    #expect(zip(bright, bright.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: ["8", "16"])
  func `Noise, which nothing makes smaller, is written as PNG`(_ depth: String) throws {
    let scratch = try Scratch()
    var noise = SeededGenerator(seed: 3)
    let fixture = FixturePNG(width: 600, height: 500, bitDepth: depth == "8" ? 8 : 16) { _, _ in
      let bits = noise.next()
      return depth == "8"
        ? (UInt16(bits & 0xFF), UInt16(bits >> 8 & 0xFF), UInt16(bits >> 16 & 0xFF))
        : (UInt16(truncatingIfNeeded: bits), UInt16(bits >> 16 & 0xFFFF), UInt16(bits >> 32 & 0xFFFF))
    }.sRGB
    let path = try scratch.write(fixture.bytes, to: "noise.png")
    for speed in ["0", "5", "8", "10"] {
      let result = try Headroom.run("convert", path, scratch.path("out-\(speed).png"), "--speed", speed)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try Headroom.run("compare", path, scratch.path("out-\(speed).png")).text.contains("equal"))
    }
  }

  @Test func `An interruption ends with 130 or 143 and leaves nothing behind`() throws {
    for (signal, status) in [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)] {
      let scratch = try Scratch()
      // The command waits in this pipe for its input; once it has opened it, it is ready for signals.
      let pipe = scratch.path("pipe.png")
      let made = unsafe mkfifo(pipe, 0o600)
      #expect(made == 0)
      let process = Process()
      process.executableURL = Headroom.binary
      process.arguments = ["convert", pipe, scratch.path("out.png")]
      try process.run()
      let writer = unsafe open(pipe, O_WRONLY)
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      close(writer)
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == status)
      #expect(scratch.contents == ["pipe.png"])
    }
  }

  @Test func `A dry run says what it would write`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let result = try Headroom.run("convert", input, scratch.path("out.jpg"), "--dry-run")
    #expect(result.status == 0)
    #expect(result.text.contains("gain map"))
    #expect(scratch.contents == ["in.png"])
  }

  @Test(arguments: [
    ("out.jpg", ["--depth", "16"]), ("out.jpg", ["--rendition", "hdr"]), ("out.jpg", ["--lossless"]),
    ("out.jpg", ["--color-space", "itur_2100_PQ"]), ("out.png", ["--quality", "90"]), ("out.png", ["--chroma", "420"]),
    ("out.png", ["--rendition", "adaptive"]), ("out.png", ["--gain-map", "rgb"]), ("out.png", ["--depth", "half"]),
    ("out.png", ["--color-space", "extendedLinearSRGB"]), ("out.png", ["--color-space", "nonsense"]),
    ("out.png", ["--depth", "8", "--color-space", "itur_2100_PQ"]), ("out.xyz", []), ("out", []),
    ("out.png", ["--crop", "60,0,10,10"]), ("out.png", ["--filter", "CINoSuchThing"]),
    ("out.png", ["--filter", "CIExposureAdjust inputDV=1"]),
    ("out.png", ["--filter", "CIExposureAdjust inputEV=red"]),
    ("out.png", ["--filter", "CIColorControls inputSaturation=-1"]),
  ])
  func `What a format cannot do is said, not ignored`(_ output: String, _ options: [String]) throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let result = try Headroom.run(["convert", input, scratch.path(output)] + options)
    #expect(result.status == 2)
    #expect(result.errorLines.count == 1)
    #expect(scratch.contents == ["in.png"])
  }

  @Test func `Numbers are no picture format, and the answer says who writes them`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.sdr.bytes, to: "in.png")
    let result = try Headroom.run("convert", input, scratch.path("out.npy"))
    #expect(result.status == 3)
    #expect(result.errors.contains("headroom pixels"))
  }

  @Test(arguments: [
    ("50%", 32, 20), ("32x32", 32, 20), ("16x16^", 26, 16), ("30x9!", 30, 9), ("16x", 16, 10), ("x80", 128, 80),
  ])
  func `Sizes are what the rule says`(_ rule: String, _ width: Int, _ height: Int) throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    #expect(try Headroom.run("convert", input, scratch.path("out.png"), "--resize", rule).status == 0)
    let result = try info(scratch.path("out.png"))
    #expect(result["width"] as? Int == width)
    #expect(result["height"] as? Int == height)
    #expect(try kind(scratch.path("out.png")) == "isoHDR")
  }

  @Test func `Resizing shows the whole picture`() throws {
    let scratch = try Scratch()
    // A ramp stays a ramp: its middle is in the middle at any size.
    let ramp = FixturePNG(width: 64, height: 48) { x, y in (UInt16(x * 1000), UInt16(y * 1000), 0) }
    let input = try scratch.write(ramp.bytes, to: "in.png")
    for size in ["32x24!", "21x16!", "128x96!", "40x60!"] {
      let arguments = ["convert", input, scratch.path("out.png"), "--overwrite", "--resize", size]
      #expect(try Headroom.run(arguments).status == 0)
      let (before, after) = (try pixels(input), try pixels(scratch.path("out.png")))
      let (middle, corner) = (after[after.width / 2, after.height / 2], after[after.width - 1, after.height - 1])
      for channel in 0..<2 {
        #expect(abs(middle[channel] - before[32, 24][channel]) < 0.03, "\(size)")
        #expect(abs(corner[channel] - before[63, 47][channel]) < 0.08, "\(size)")
      }
    }
  }

  @Test func `Resizing a flat picture leaves it flat to its edges`() throws {
    let scratch = try Scratch()
    let flat = FixturePNG(width: 40, height: 30) { _, _ in (40_000, 30_000, 20_000) }.pq
    let input = try scratch.write(flat.bytes, to: "in.png")
    #expect(try Headroom.run("convert", input, scratch.path("out.png"), "--resize", "17x13!").status == 0)
    let before = try pixels(input)[0, 0]
    let after = try pixels(scratch.path("out.png"))
    for y in 0..<after.height {
      for x in 0..<after.width {
        for (a, b) in zip(after[x, y], before) { #expect(abs(a - b) <= 0.0005 * b) }
      }
    }
  }

  @Test func `Cropping, quarter turns and flips move pixels and change none`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let before = try pixels(input)
    func converted(_ options: String...) throws -> PixelRows {
      #expect(try Headroom.run(["convert", input, scratch.path("out.png"), "--overwrite"] + options).status == 0)
      return try pixels(scratch.path("out.png"))
    }
    let cropped = try converted("--crop", "5,7,20,10")
    #expect(cropped[0, 0] == before[5, 7])
    #expect(cropped[19, 9] == before[24, 16])
    let turned = try converted("--rotate", "90")
    #expect((turned.width, turned.height) == (40, 64))
    #expect(turned[0, 0] == before[0, 39])
    #expect(turned[39, 0] == before[0, 0])
    #expect(try converted("--rotate=-90")[0, 0] == before[63, 0])
    #expect(try converted("--rotate", "180")[0, 0] == before[63, 39])
    #expect(try converted("--flip", "h")[0, 0] == before[63, 0])
    #expect(try converted("--flip", "v")[0, 0] == before[0, 39])
  }

  @Test func `A stop of exposure doubles the light`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    for expression in ["CIExposureAdjust inputEV=1", "CIExposureAdjust ev=1"] {
      let arguments = ["convert", input, scratch.path("out.png"), "--overwrite", "--filter", expression]
      #expect(try Headroom.run(arguments).status == 0)
      let (before, after) = (try pixels(input)[10, 10], try pixels(scratch.path("out.png"))[10, 10])
      for channel in 0..<3 { #expect(abs(after[channel] - 2 * before[channel]) <= 0.002 * after[channel]) }
    }
  }

  @Test func `A headroom limits what is written`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    #expect(try Headroom.run("convert", input, scratch.path("out.png"), "--headroom", "2").status == 0)
    let values = try pixels(scratch.path("out.png")).values
    #expect((values.max() ?? 0) <= 2.001)
    #expect((values.max() ?? 0) > 1.2)
  }

  @Test func `Standard input and output work`() throws {
    let result = try Headroom.run(["convert", "-", "-", "--format", "jpeg"], input: Data(Self.sdr.bytes))
    #expect(result.status == 0)
    #expect(result.output.prefix(3) == Data([0xFF, 0xD8, 0xFF]))
  }

  @Test func `Several inputs go to a directory, and one failure among them is exit code 1`() throws {
    let scratch = try Scratch()
    let first = try scratch.write(Self.sdr.bytes, to: "a.png")
    let second = try scratch.write(Self.master.bytes, to: "b.png")
    let broken = try scratch.write([1, 2, 3], to: "c.png")
    try FileManager.default.createDirectory(at: scratch.file("out"), withIntermediateDirectories: true)
    let arguments = ["--output-directory", scratch.path("out"), "--format", "jpeg", "--jobs", "2"]
    let result = try Headroom.run(["convert", first, second, broken] + arguments)
    #expect(result.status == 1)
    #expect(result.errorLines.count == 2)
    #expect(result.errorLines.last?.hasPrefix("headroom: 2 written, 1 failed") == true)
    #expect(try kind(scratch.path("out/a.jpg")) == "sdr")
    #expect(try kind(scratch.path("out/b.jpg")) == "gainMap")
  }

  @Test func `Progress as JSON tells each step`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.sdr.bytes, to: "in.png")
    let result = try Headroom.run("convert", input, scratch.path("out.png"), "--progress", "json")
    let all = try result.errorLines.map { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["event"] as? String
    }
    // How often a share is told depends on how long the work takes.
    let events = all.filter { $0 != "progress" }
    #expect(events == ["started", "step", "step", "finished", "done"])
  }

  @Test func `The number of threads changes no byte`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    for count in ["1", "3"] {
      let filter = "CIGaussianBlur inputRadius=3"
      let arguments = ["convert", input, scratch.path("\(count).jpg"), "--threads", count, "--filter", filter]
      #expect(try Headroom.run(arguments).status == 0)
    }
    #expect(try Data(contentsOf: scratch.file("1.jpg")) == Data(contentsOf: scratch.file("3.jpg")))
  }

  /// In the numbers that were written, whatever they come to from another corner.
  @Test(arguments: [
    (["--crop", "100x10"], "--crop: 100x10 is larger than the picture of 32x20"),
    (["--crop", "30,15,10,10"], "--crop: 30,15,10,10 leaves the picture of 32x20"),
    (
      ["--crop", "30,15,10,10", "--gravity", "southeast"],
      "--crop: 30,15,10,10 from southeast leaves the picture of 32x20"
    ),
  ])
  func `A crop that leaves the picture is named as it was written`(_ options: [String], _ reason: String) throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.sdr.bytes, to: "in.png")
    let result = try Headroom.run(["convert", input, scratch.path("out.png")] + options)
    #expect(result.status == 2 && result.errors == "headroom: \(reason)\n", "\(result.errors)")
  }

  @Test func `A place that takes no files is named, with the reason`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.sdr.bytes, to: "in.png")
    let file = try Headroom.run("convert", input, "/proc/x.png")
    #expect(file.status == 4)
    #expect(file.errors == "headroom: /proc/x.png: cannot be written: no files can be made in /proc\n")
    let folder = try Headroom.run("convert", input, "--output-directory", "/proc/x", "--format", "png")
    #expect(folder.status == 4)
    #expect(folder.errors == "headroom: /proc/x: the folder cannot be made: no folders can be made in /proc\n")
  }
}
